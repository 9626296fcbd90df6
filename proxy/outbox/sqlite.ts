import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { createOutbox } from './kysely-outbox.ts';
import { migrate } from './migrations.ts';
import { lockFolder, openDatabase } from './node-sqlite.ts';
import type { Outbox } from './outbox.ts';
import type { Tables } from './tables.ts';

/** Opens the outbox of one machine: SQLite in the data folder, which no other proxy may use meanwhile. Throws when
 * the folder can't be written, is in use, or was used by a newer version. */
export async function openSqlite(folder: string, clock: () => number): Promise<Outbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(join(folder, 'lock.db'));
  try {
    const db = await open(folder);
    // The folder is ours alone, so whoever held a lease is dead. A lease in the past, not 0, says: interrupted.
    await db
      .updateTable('deliveries')
      .set({ lease_until: 1, due_at: 1 })
      .where('lease_until', '>', 1)
      .execute();
    return outboxOf(db, clock, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens it beside the proxy that has it, for the operator. */
export async function openSqliteBeside(folder: string, clock: () => number): Promise<Outbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return outboxOf(await open(folder), clock, () => {});
}

async function open(folder: string): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: openDatabase(join(folder, 'outbox.db')) }),
  });
  await migrate(db, false);
  return db;
}

function outboxOf(db: Kysely<Tables>, clock: () => number, closed: () => void): Outbox {
  return createOutbox({
    db,
    now: () => sql.val(clock()),
    isShared: false,
    async tidy() {
      // The log holds a copy of what was written until then.
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    // Its settings are ours, on each connection.
    weakness: async () => undefined,
    closed,
  });
}
