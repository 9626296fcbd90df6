import type { Kysely, Transaction } from 'kysely';

type Work<Tables, Result> = (transaction: Transaction<Tables>) => Promise<Result>;
type Waiting<Tables> = (transaction: Transaction<Tables> | Kysely<Tables>) => Promise<() => void>;

/** Runs a piece of work in a transaction and resolves after its commit. */
export type Commit<Tables> = <Result>(work: Work<Tables, Result>) => Promise<Result>;

/** Lets work that arrives together share one transaction, and so one fsync. When a shared transaction fails,
 * each piece is tried in one of its own, so that a poisoned one fails alone. */
export function createGroupCommit<Tables>(db: Kysely<Tables>, largest = 128): Commit<Tables> {
  const queue: { run: Waiting<Tables>; fail: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function commitTogether(group: typeof queue): Promise<void> {
    try {
      const settle = await db.transaction().execute(async transaction => {
        const results: (() => void)[] = [];
        for (const { run } of group) results.push(await run(transaction));
        return results;
      });
      for (const resolve of settle) resolve();
    } catch (error) {
      // The database's fault, or one piece's: those that are well by themselves must not pay for it.
      if (group.length === 1) group[0]!.fail(error);
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

  return <Result>(work: Work<Tables, Result>) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({
        run: async transaction => {
          const result = await work(transaction as Transaction<Tables>);
          return () => resolve(result);
        },
        fail: reject,
      });
      // `drain` can't reject: each failure goes to the one that waits for it.
      if (!isRunning) void drain();
    });
}
