import { setTimeout as pause } from 'node:timers/promises';
import type { ControlledTransaction, Kysely, Transaction } from 'kysely';
import type { OutboxDatabase } from './outbox-database.ts';
import type { Tables } from './tables.ts';

/** While another process is writing, how long to keep trying to begin a transaction, and the pause between attempts. */
const busyLimitMs = 4_000;
const busyPauseMs = 10;
/** How often work is attempted while the disk is full and room is made. */
const maxAttempts = 3;

type Used = 'isStatementFault' | 'isBusy' | 'room' | 'expectInPlace';
type Work<Result> = (transaction: Transaction<Tables>) => Promise<Result>;
/** Processes a batch of inputs. The results are in the order of the inputs. */
type BatchWork<Input, Result> = (transaction: Transaction<Tables>, inputs: Input[]) => Promise<Result[]>;

export interface GroupCommit {
  /** Runs work in a transaction and resolves after its commit. Rejects with CommitUnconfirmed when the transaction may
   * or may not have been committed. After any other error it was not committed. */
  commit: <Result>(work: Work<Result>) => Promise<Result>;
  /** Commits work that is cheaper in batches: one call of `work` gets all inputs of the transaction. */
  commitInGroups: <Input, Result>(work: BatchWork<Input, Result>) => (input: Input) => Promise<Result>;
}
export type Commit = GroupCommit['commit'];

/** COMMIT was sent, but the database didn't confirm it. The transaction may have been committed, or may be later. */
export class CommitUnconfirmed extends Error {}

interface Queued {
  work: BatchWork<unknown, unknown>;
  input: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Begins a transaction. Doesn't block the event loop while another process is writing. */
async function begin(
  db: Kysely<Tables>,
  isBusy: OutboxDatabase['isBusy'],
): Promise<ControlledTransaction<Tables>> {
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

/** Does the work of a group: that of the same kind together. */
async function runAll(transaction: Transaction<Tables>, group: Queued[]) {
  const results: [Queued, unknown][] = [];
  for (const [work, queued] of Map.groupBy(group, each => each.work)) {
    const inputs = queued.map(({ input }) => input);
    for (const [index, result] of (await work(transaction, inputs)).entries()) {
      results.push([queued[index]!, result]);
    }
  }
  return results;
}

/** Lets work that arrives at the same time share one transaction, and so one fsync. When a single statement of a shared
 * transaction is wrong, all of its work is run again in separate transactions, so that only the wrong work fails. When
 * the database fails or doesn't confirm the commit, all of the work fails: running it again could repeat what was
 * committed, and would block the queue until the database is back. Only when the disk was full, and there is room now,
 * all of the work is run again, because SQLite has rolled it back. */
export function createGroupCommit(
  db: Kysely<Tables>,
  { isStatementFault, isBusy, room, expectInPlace }: Pick<OutboxDatabase, Used>,
  maxGroupSize = 128,
): GroupCommit {
  const queue: Queued[] = [];
  let isRunning = false;

  async function commitTogether(group: Queued[], attempts = 1): Promise<void> {
    const rejectAll = (error: unknown) => {
      for (const { reject } of group) reject(error);
    };
    let isCommitting = false;
    try {
      const transaction = await begin(db, isBusy);
      try {
        const results = await runAll(transaction, group);
        isCommitting = true;
        await transaction.commit().execute();
        expectInPlace?.();
        for (const [{ resolve }, result] of results) resolve(result);
      } catch (error) {
        // Also returns the connection to the pool. A dead connection can't roll back.
        await transaction
          .rollback()
          .execute()
          .catch(() => {});
        throw error;
      }
    } catch (error) {
      if (attempts < maxAttempts && (await room?.make(error).catch(() => false)))
        await commitTogether(group, attempts + 1);
      else if (isCommitting)
        rejectAll(new CommitUnconfirmed('the commit was not confirmed', { cause: error }));
      else if (group.length === 1 || !isStatementFault(error)) rejectAll(error);
      else for (const each of group) await commitTogether([each]);
    }
  }

  async function drain(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) {
      // Waits for one turn of the event loop, so that all requests read in this turn share the transaction. SQLite
      // responds within the turn, so work that commits batch after batch would otherwise block the event loop until it
      // ends.
      await new Promise(setImmediate);
      await commitTogether(queue.splice(0, maxGroupSize));
    }
    isRunning = false;
  }

  const commitInGroups: GroupCommit['commitInGroups'] =
    <Input, Result>(work: BatchWork<Input, Result>) =>
    (input: Input) =>
      new Promise<Result>((resolve, reject) => {
        // Inputs and results are only passed to and from their own `work`.
        queue.push({ work, input, resolve, reject } as unknown as Queued);
        // `drain` can't reject: each failure rejects the promises of its group.
        if (!isRunning) void drain();
      });
  const runInTurn: BatchWork<Work<unknown>, unknown> = async (transaction, works) => {
    const results: unknown[] = [];
    for (const work of works) results.push(await work(transaction));
    return results;
  };
  const commitInTurn = commitInGroups(runInTurn);
  return { commitInGroups, commit: work => commitInTurn(work) as ReturnType<typeof work> };
}
