import { sql } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';
import { writeProbe } from '../database/write-probe.ts';
import type { DefinitionArchive } from '../enquiry/definitions.ts';
import { createTestEraser, type TestEraser } from './erase-tests.ts';
import { createErasureList, type ErasureList } from './files-to-erase.ts';
import { createFolding } from './fold-counts.ts';
import { createPurge } from './purge.ts';

/** The widget's assets by name. They are never deleted, because open pages may still use an earlier release. */
export interface AssetArchive {
  /** Archives an asset. Ignores a known name. */
  keepAsset(name: string, content: string): Promise<void>;
  asset(name: string): Promise<string | undefined>;
}

/** Checks whether the database is writable and durable. */
export interface StorageHealth {
  /** Writes and commits. Throws when no delivery can be stored. */
  probe(): Promise<void>;
  /** Reserves room for delivering and erasing on the disk again, if a full disk has used it up and has enough room now.
   * Resolves with whether new deliveries can be stored. */
  restoreRoom(): Promise<boolean>;
  /** Returns the reason why a power failure may lose committed data; undefined when commits are durable. */
  durabilityWarning(): Promise<string | undefined>;
}

/** The outbox's interface for maintenance. Every method that changes something resolves after the commit. */
export interface Archive extends DefinitionArchive, AssetArchive, ErasureList, TestEraser, StorageHealth {
  /** Deletes tombstones older than `ageMs`. */
  purge(ageMs: number): Promise<void>;
  /** Folds the report counts of days that ended more than `ageMs` ago. Deletes counts after three years. */
  foldCounts(ageMs: number): Promise<void>;
  /** Empties the write-ahead log, which holds copies of erased rows, unless another process is reading it. */
  checkpoint(): Promise<void>;
  /** The time by the clock that leases and due times use, in milliseconds since 1970. */
  readClock(): Promise<number>;
}

export function createArchive(database: OutboxDatabase, commit: Commit<Tables>): Archive {
  const { db, now, isShared, checkpoint, durabilityWarning, room } = database;
  return {
    ...createErasureList(db, commit),
    ...createTestEraser(database, commit),
    purge: createPurge(database, commit),
    foldCounts: createFolding(database, commit),
    checkpoint,
    durabilityWarning,
    async probe() {
      room?.expect();
      await commit(async transaction => {
        await writeProbe(transaction);
        // Another program may have locked the table. In SQLite, a lock always covers the whole database.
        if (isShared) await sql`lock table deliveries in row exclusive mode`.execute(transaction);
      });
    },
    restoreRoom: async () => (await room?.restore()) ?? true,
    async readClock() {
      const { ms } = await db.selectNoFrom(sql<number>`${now()}`.as('ms')).executeTakeFirstOrThrow();
      return ms;
    },
    async keepDefinitions(definitions) {
      await commit(async transaction => {
        for (const each of definitions) {
          await transaction
            .insertInto('definitions')
            .values(each)
            .onConflict(clash => clash.doNothing())
            .execute();
        }
      });
    },
    async definition(hash) {
      const row = await db
        .selectFrom('definitions')
        .select('definition')
        .where('hash', '=', hash)
        .executeTakeFirst();
      return row?.definition;
    },
    async allDefinitions() {
      const rows = await db.selectFrom('definitions').select('definition').execute();
      return rows.map(({ definition }) => definition);
    },
    async keepAsset(name, content) {
      await commit(transaction =>
        transaction
          .insertInto('assets')
          .values({ name, content })
          .onConflict(clash => clash.doNothing())
          .execute(),
      );
    },
    async asset(name) {
      const row = await db.selectFrom('assets').select('content').where('name', '=', name).executeTakeFirst();
      return row?.content;
    },
  };
}
