import { type Kysely, sql } from 'kysely';
import { dayMs } from '../contract/durations.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import type { ProcessTable, Tables } from '../database/tables.ts';

/** A process that uses the database, and what it has loaded. */
export interface ProcessRow extends ProcessTable {
  /** For how long `loaded_hash` has been the same, in milliseconds. */
  same_hash_ms: number;
}
export type Processes = ReturnType<typeof createProcesses>;

/** How often a process reports. */
export const heartbeatMs = 60_000;
/** A process that hasn't reported for this long is gone. */
const goneMs = 180_000;
const forgottenMs = dayMs;

/** The outbox's interface for the processes that use it. `seen_at` and `hash_since` are by the clock of the database. */
export function createProcesses(database: OutboxDatabase, commit: Commit) {
  const { db, now, isShared } = database;

  /** Deletes the rows of processes that were killed. */
  async function deleteGone(transaction: Kysely<Tables>, id: string): Promise<void> {
    const others = transaction.deleteFrom('processes').where('id', '!=', id);
    // On one machine, the process that holds the lock of the data folder is the only one.
    const gone = isShared ? others.where('seen_at', '<', timeAgo(database, forgottenMs)) : others;
    await gone.execute();
  }

  return {
    /** Records that a process is running, and what it has loaded. */
    async report(process: Omit<ProcessTable, 'hash_since' | 'seen_at'>): Promise<void> {
      await commit(async transaction => {
        await transaction
          .insertInto('processes')
          .values({ ...process, hash_since: now(), seen_at: now() })
          .onConflict(clash =>
            clash.column('id').doUpdateSet({
              loaded_hash: process.loaded_hash,
              loaded_at: process.loaded_at,
              hash_since: sql<number>`case when processes.loaded_hash = ${process.loaded_hash} then processes.hash_since else ${now()} end`,
              settings: process.settings,
              secret_ids: process.secret_ids,
              login_failure: process.login_failure,
              seen_at: now(),
            }),
          )
          .execute();
        await deleteGone(transaction, process.id);
      });
    },
    /** The processes that have reported in the last three minutes, in the order in which they loaded what they use. */
    async list(): Promise<ProcessRow[]> {
      const rows = await db
        .selectFrom('processes')
        .selectAll()
        .select(sql<number>`(${now()} - hash_since)`.as('same_hash_ms'))
        .where('seen_at', '>', timeAgo(database, goneMs))
        .orderBy('loaded_at')
        .orderBy('id')
        .execute();
      // The age is negative when the clock was stepped back.
      return rows.map(row => ({ ...row, same_hash_ms: Math.max(0, row.same_hash_ms) }));
    },
    /** Removes a process that stops. */
    async remove(id: string): Promise<void> {
      await commit(transaction => transaction.deleteFrom('processes').where('id', '=', id).execute());
    },
  };
}
