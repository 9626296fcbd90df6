import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { dayMs } from '../contract/durations.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo, writeProbe } from '../database/outbox-database.ts';
import { isEnquiry, type Tables } from '../database/tables.ts';
import { createErasureList, listForErasure, splitIntoBatches } from './spooled-files.ts';

export type Archive = ReturnType<typeof createArchive>;

/** The outbox's interface for maintenance, definitions and assets. Every method that changes something resolves after the
 * commit. */
export function createArchive(database: OutboxDatabase, commit: Commit) {
  const { db, now, isShared, checkpoint, durabilityWarning, room } = database;
  return {
    ...createErasureList(db, commit),
    ...createPublishedFiles(database, commit),
    /** Deletes tombstones or tests with those of their attachments, once all of them have been settled for longer than `ageMs`
     * and none is held, and lists their files for erasure. Resolves with their references. The age of a tombstone counts until
     * the newest enquiry arrived: if the clock is far ahead, a tombstone would be missing when its enquiry is repeated. */
    async purge(which: keyof typeof purgeable, ageMs: number): Promise<string[]> {
      const { newest, time } = await db
        .selectFrom('deliveries')
        .select([({ fn }) => fn.max('created_at').as('newest'), sql<number>`${now()}`.as('time')])
        .where(isEnquiry)
        .executeTakeFirstOrThrow();
      const purged: string[] = [];
      if (newest === null) return purged;
      const since = (which === 'tests' ? time : Math.min(newest, time)) - ageMs;
      for (;;) {
        const batch = await commit(transaction => purgeBatch(transaction, { which, since, isShared }));
        purged.push(...batch);
        if (batch.length < maxPurged) return purged;
      }
    },
    /** Empties the write-ahead log, which holds copies of erased rows, unless another process is reading it. */
    checkpoint,
    /** Returns the reason why a power failure may lose committed data; undefined when commits are durable. */
    durabilityWarning,
    /** Writes and commits. Throws when no delivery can be stored. */
    async probe(): Promise<void> {
      room?.expect();
      await commit(async transaction => {
        await writeProbe(transaction);
        // Another program may have locked the table. In SQLite, a lock always covers the whole database.
        if (isShared) await sql`lock table deliveries in row exclusive mode`.execute(transaction);
      });
    },
    /** Reserves room for delivering and erasing on the disk again, if a full disk has used it up and has enough room now.
     * Resolves with whether new deliveries can be stored. */
    restoreRoom: async () => (await room?.restore()) ?? true,
    /** The time by the clock that leases and due times use, in milliseconds since 1970. */
    async readClock(): Promise<number> {
      const { ms } = await db.selectNoFrom(sql<number>`${now()}`.as('ms')).executeTakeFirstOrThrow();
      return ms;
    },
  };
}

/** The maximum number of enquiries per transaction, so that it doesn't block others for long. */
const maxPurged = 500;

/** What is purged, and was settled before a time. Each condition has an index. */
const purgeable = {
  tombstones: (since: number) =>
    sql<SqlBool>`settled_at > 0 and settled_at < ${since} and state in ('delivered', 'refused', 'dropped')`,
  tests: (since: number) => sql<SqlBool>`state = 'test' and created_at < ${since}`,
};

/** How often the use of a definition is noted. */
const useNotedMs = dayMs;

/** The hashes of definitions that haven't been used since then. Skips those that another process is changing, because it
 * is noting a use or deleting them. */
function unusedSince(transaction: Kysely<Tables>, since: Expression<number>, isShared: boolean) {
  return transaction
    .selectFrom('definitions')
    .select('hash')
    .where('used_at', '<', since)
    .$if(isShared, query => query.forUpdate().skipLocked());
}

/** Deletes some enquiries that were settled before a time, and resolves with their references. */
async function purgeBatch(
  transaction: Kysely<Tables>,
  { which, since, isShared }: { which: keyof typeof purgeable; since: number; isShared: boolean },
): Promise<string[]> {
  /** Waiting, held, or settled recently. */
  const isNeeded = ({ or, eb }: ExpressionBuilder<Tables & { o: Tables['deliveries'] }, 'o'>) =>
    or([eb('o.state', 'in', ['waiting', 'held']), eb('o.settled_at', '>=', since)]);
  const old = await transaction
    .selectFrom('deliveries as e')
    .select('e.reference')
    .where('e.kind', '=', 'enquiry')
    .where(purgeable[which](since))
    // With `not exists`, PostgreSQL may read all tombstones to find the few that are needed.
    .where(({ eb, selectFrom }) => {
      const parts = selectFrom('deliveries as o').select('o.id').whereRef('o.reference', '=', 'e.reference');
      return eb(parts.where(isNeeded).limit(1), 'is', null);
    })
    .orderBy('e.settled_at')
    .limit(maxPurged)
    // An attachment that is being added waits for this row, then finds the enquiry gone.
    .$if(isShared, query => query.forUpdate().skipLocked())
    .execute();
  if (old.length === 0) return [];
  const references = old.map(({ reference }) => reference);
  // An attachment may have been added just before the rows were locked.
  const needed = transaction
    .selectFrom('deliveries as o')
    .select('o.reference')
    .where('o.reference', 'in', references)
    .where(isNeeded);
  const deleted = await transaction
    .deleteFrom('deliveries')
    .where('reference', 'in', references)
    .where('reference', 'not in', needed)
    .returning(['reference', 'spool_file'])
    .execute();
  await listForErasure(transaction, deleted);
  // Those of a channel that has failed all the time.
  await transaction.deleteFrom('rings').where('reference', 'in', references).execute();
  return [...new Set(deleted.map(({ reference }) => reference))];
}

/** A statement may have 32,766 parameters in SQLite, and a transaction makes visitors wait. */
const rowsAtOnce = 100;

/** Divides rows into those of one transaction each, in an order: processes that lock the same rows in different orders could
 * block each other. */
const inBatches = <Row>(rows: Row[], keyOf: (row: Row) => string): Row[][] =>
  splitIntoBatches(
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    rowsAtOnce,
  );

/** The definitions and assets that pages use. */
function createPublishedFiles(database: OutboxDatabase, commit: Commit) {
  const { db, now, isShared } = database;
  const notedBefore = timeAgo(database, useNotedMs);
  /** The definition with this hash. Notes its use, at most once a day. */
  async function definition(hash: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('definitions')
      .select(['definition', ({ eb }) => eb('used_at', '<', notedBefore).as('isUseUnnoted')])
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (row?.isUseUnnoted)
      await commit(transaction =>
        transaction
          .updateTable('definitions')
          .set({ used_at: now() })
          .where('hash', 'in', unusedSince(transaction, notedBefore, isShared).where('hash', '=', hash))
          .execute(),
      ).catch(() => {}); // The store's fault, such as a full disk. The definition is served, and the next use is noted.
    return row?.definition;
  }

  return {
    async keepDefinitions(definitions: Omit<Tables['definitions'], 'used_at'>[]): Promise<void> {
      for (const batch of inBatches(definitions, ({ hash }) => hash))
        await commit(transaction =>
          transaction
            .insertInto('definitions')
            .values(batch.map(each => ({ ...each, used_at: now() })))
            .onConflict(clash =>
              clash
                .column('hash')
                .doUpdateSet({ used_at: now() })
                .where('definitions.used_at', '<', notedBefore),
            )
            .execute(),
        );
    },
    definition,
    async purgeDefinitions(ageMs: number): Promise<void> {
      const since = timeAgo(database, ageMs);
      await commit(async transaction => {
        await transaction
          .deleteFrom('definitions')
          .where('hash', 'in', unusedSince(transaction, since, isShared))
          .execute();
      });
    },
    async allDefinitions(): Promise<string[]> {
      const rows = await db.selectFrom('definitions').select('definition').execute();
      return rows.map(({ definition }) => definition);
    },
    /** Archives assets of the widget by their names. Ignores known names. They are never deleted, because pages may still
     * use them. */
    async keepAssets(assets: Tables['assets'][]): Promise<void> {
      for (const batch of inBatches(assets, ({ name }) => name))
        await commit(transaction =>
          transaction
            .insertInto('assets')
            .values(batch)
            .onConflict(clash => clash.doNothing())
            .execute(),
        );
    },
    async asset(name: string): Promise<string | undefined> {
      const row = await db.selectFrom('assets').select('content').where('name', '=', name).executeTakeFirst();
      return row?.content;
    },
  };
}
