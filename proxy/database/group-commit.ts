import { setTimeout as pause } from 'node:timers/promises';
import type { ControlledTransaction, Kysely, Transaction } from 'kysely';
import type { Engine } from './engine.ts';

/** How long a transaction is tried to begin while another process writes, and how often. */
const busyLimitMs = 4_000;
const busyPauseMs = 10;

type Work<Tables, Result> = (transaction: Transaction<Tables>) => Promise<Result>;
/** Does for many what each asked for, in one go; results in the order of the wishes. */
type Together<Tables, Wish, Result> = (transaction: Transaction<Tables>, wishes: Wish[]) => Promise<Result[]>;

export interface GroupCommit<Tables> {
  /** Runs a piece of work in a transaction and resolves after its commit. Rejects with CommitUnconfirmed when the
   * transaction may or may not have been committed; after any other error nothing of it was. */
  commit: <Result>(work: Work<Tables, Result>) => Promise<Result>;
  /** The same for work that is cheaper when it is done for many at once. */
  inGroups: <Wish, Result>(together: Together<Tables, Wish, Result>) => (wish: Wish) => Promise<Result>;
}
export type Commit<Tables> = GroupCommit<Tables>['commit'];

/** COMMIT was sent, but the database did not confirm it: the transaction may have been committed, or may still be. */
export class CommitUnconfirmed extends Error {
  override name = 'CommitUnconfirmed';
}

interface Waiting<Tables> {
  together: Together<Tables, unknown, unknown>;
  wish: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Lets work that arrives together share one transaction, and so one fsync. When a statement of a shared transaction
 * fails through its own fault, each piece of work is run again in a transaction of its own, so that a bad one fails
 * alone. When the database fails, or its commit is not confirmed, all of them fail: to run them again could do twice
 * what was already committed, and would hold up the queue for as long as the database is away. */
export function createGroupCommit<Tables>(
  db: Kysely<Tables>,
  { isStatementFault, isBusy }: Pick<Engine, 'isStatementFault' | 'isBusy'>,
  largest = 128,
): GroupCommit<Tables> {
  const queue: Waiting<Tables>[] = [];
  let isRunning = false;

  /** Begins a transaction. While another process writes, the event loop goes on. */
  async function begin(): Promise<ControlledTransaction<Tables>> {
    const endsAt = performance.now() + busyLimitMs;
    for (;;) {
      try {
        return await db.startTransaction().execute();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= endsAt) throw error;
        await pause(busyPauseMs);
      }
    }
  }

  async function runAll(transaction: Transaction<Tables>, group: Waiting<Tables>[]) {
    const results: [Waiting<Tables>, unknown][] = [];
    for (const [together, alike] of Map.groupBy(group, each => each.together)) {
      const wishes = alike.map(({ wish }) => wish);
      for (const [at, result] of (await together(transaction, wishes)).entries()) {
        results.push([alike[at]!, result]);
      }
    }
    return results;
  }

  async function commitTogether(group: Waiting<Tables>[]): Promise<void> {
    const rejectAll = (error: unknown) => {
      for (const { reject } of group) reject(error);
    };
    let isCommitting = false;
    try {
      const transaction = await begin();
      try {
        const results = await runAll(transaction, group);
        isCommitting = true;
        await transaction.commit().execute();
        for (const [{ resolve }, result] of results) resolve(result);
      } catch (error) {
        // Also gives the connection back; on one that died there is nothing to roll back.
        await transaction
          .rollback()
          .execute()
          .catch(() => {});
        throw error;
      }
    } catch (error) {
      if (isCommitting) rejectAll(new CommitUnconfirmed('the commit was not confirmed', { cause: error }));
      else if (group.length === 1 || !isStatementFault(error)) rejectAll(error);
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
