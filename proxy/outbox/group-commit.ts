import type { Kysely, Transaction } from 'kysely';

type Work<Tables, Result> = (transaction: Transaction<Tables>) => Promise<Result>;
/** Does for many what each asked for, in one go; results in the order of the wishes. */
type Together<Tables, Wish, Result> = (transaction: Transaction<Tables>, wishes: Wish[]) => Promise<Result[]>;

export interface GroupCommit<Tables> {
  /** Runs a piece of work in a transaction and resolves after its commit. */
  commit: <Result>(work: Work<Tables, Result>) => Promise<Result>;
  /** The same for work that is cheaper when it is done for many at once. */
  inGroups: <Wish, Result>(together: Together<Tables, Wish, Result>) => (wish: Wish) => Promise<Result>;
}
export type Commit<Tables> = GroupCommit<Tables>['commit'];

interface Waiting<Tables> {
  together: Together<Tables, unknown, unknown>;
  wish: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Lets work that arrives together share one transaction, and so one fsync. When a shared transaction fails,
 * each piece is tried in one of its own, so that a poisoned one fails alone. */
export function createGroupCommit<Tables>(db: Kysely<Tables>, largest = 128): GroupCommit<Tables> {
  const queue: Waiting<Tables>[] = [];
  let isRunning = false;

  async function commitTogether(group: Waiting<Tables>[]): Promise<void> {
    try {
      const settled = await db.transaction().execute(async transaction => {
        const results: [Waiting<Tables>, unknown][] = [];
        for (const [together, alike] of Map.groupBy(group, each => each.together)) {
          const wishes = alike.map(({ wish }) => wish);
          for (const [at, result] of (await together(transaction, wishes)).entries()) {
            results.push([alike[at]!, result]);
          }
        }
        return results;
      });
      for (const [{ resolve }, result] of settled) resolve(result);
    } catch (error) {
      // The database's fault, or one piece's: those that are well by themselves must not pay for it.
      if (group.length === 1) group[0]!.reject(error);
      else for (const each of group) await commitTogether([each]);
    }
  }

  async function drain(): Promise<void> {
    isRunning = true;
    // One turn of the event loop, so that all requests read in this turn join.
    await new Promise(setImmediate);
    while (queue.length > 0) await commitTogether(queue.splice(0, largest));
    isRunning = false;
  }

  const inGroups: GroupCommit<Tables>['inGroups'] =
    <Wish, Result>(together: Together<Tables, Wish, Result>) =>
    (wish: Wish) =>
      new Promise<Result>((resolve, reject) => {
        // Wishes and results only ever meet their own `together`.
        queue.push({ together, wish, resolve, reject } as unknown as Waiting<Tables>);
        // `drain` can't reject: each failure goes to the one that waits for it.
        if (!isRunning) void drain();
      });
  const eachInTurn: Together<Tables, Work<Tables, unknown>, unknown> = async (transaction, works) => {
    const results: unknown[] = [];
    for (const work of works) results.push(await work(transaction));
    return results;
  };
  const inTurn = inGroups(eachInTurn);
  return { inGroups, commit: work => inTurn(work) as ReturnType<typeof work> };
}
