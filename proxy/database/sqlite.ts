import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { createOutbox } from '../outbox/kysely-outbox.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { giveIdentity, hasIdentity } from './identity.ts';
import { migrate } from './migrations.ts';
import { isBusy, isStatementFault, lockFolder, openDatabase } from './node-sqlite.ts';
import type { Tables } from './tables.ts';

const databaseName = 'outbox.db';
/** How long SQLite waits for another process that writes. It blocks the event loop, so a proxy waits elsewhere. */
const proxyBusyMs = 20;
const commandBusyMs = 5_000;

/** The data folder holds traces of an outbox that is not there any more. */
export class OutboxLost extends Error {
  override name = 'OutboxLost';

  constructor(folder: string, traces: string) {
    super(
      `the outbox in ${folder} is new or empty, but ${traces} of an earlier one is there. If outbox.db was lost, put ` +
        'the whole folder back from a backup, without what is left of outbox.db-wal and outbox.db-shm; to go on without it, run "enquiry-proxy outbox adopt"',
    );
  }
}

/** Opens the outbox of one machine: SQLite in the data folder, which no other proxy may use meanwhile. Throws when
 * the folder can't be written, is in use, was used by a newer version, or has lost its outbox (OutboxLost). */
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
    await sql.raw(`pragma busy_timeout = ${proxyBusyMs}`).execute(db);
    const outbox = outboxOf(db, clock, unlock, proxyBusyMs);
    // A killed process may have written commits to the log without syncing it. Their rows are visible now, and would be
    // acknowledged to a visitor who repeats the request: this commit syncs the whole log first.
    await outbox.probe();
    return outbox;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens it beside the proxy that has it, for the operator. */
export async function openSqliteBeside(folder: string, clock: () => number): Promise<Outbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return outboxOf(await open(folder), clock, () => {}, commandBusyMs);
}

/** Accepts that the outbox of this folder is lost, and puts a new one into use. Throws when it is not lost, or a proxy
 * runs. */
export async function adoptSqlite(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(join(folder, 'lock.db'));
  try {
    const path = join(folder, databaseName);
    if (isLogAlone(path)) renameSync(`${path}-wal`, `${path}-wal.orphaned`);
    const db = await openTables(path);
    try {
      if (await hasIdentity(db))
        throw new Error(`the outbox in ${folder} is in use; there is nothing to adopt`);
      await giveIdentity(db, randomUUID());
    } finally {
      await db.destroy();
    }
  } finally {
    unlock();
  }
}

async function open(folder: string): Promise<Kysely<Tables>> {
  const path = join(folder, databaseName);
  // SQLite would delete it.
  if (isLogAlone(path)) throw new OutboxLost(folder, `the write-ahead log ${databaseName}-wal`);
  const db = await openTables(path);
  try {
    if (!(await hasIdentity(db))) {
      const traces = tracesIn(folder);
      if (traces) throw new OutboxLost(folder, traces);
      await giveIdentity(db, randomUUID());
    }
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function openTables(path: string): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openAt(path) }) });
  try {
    await migrate(db, false);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function openAt(path: string) {
  try {
    return openDatabase(path);
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${path} can't be opened, or is damaged (${message}); put it back from a backup`, {
      cause,
    });
  }
}

/** Whether there is a write-ahead log whose database is gone or empty. */
function isLogAlone(path: string): boolean {
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return bytesOf(path) === 0 && bytesOf(`${path}-wal`) > 0;
}

/** What an earlier outbox has left in the folder; undefined: nothing. */
function tracesIn(folder: string): string | undefined {
  const spool = join(folder, 'spool');
  const files = existsSync(spool) ? readdirSync(spool, { recursive: true, withFileTypes: true }) : [];
  if (files.some(file => file.isFile())) return 'the spool';
  return existsSync(join(folder, 'secret')) ? 'the secret' : undefined;
}

function outboxOf(
  db: Kysely<Tables>,
  clock: () => number,
  closed: () => void,
  busyTimeoutMs: number,
): Outbox {
  return createOutbox({
    db,
    now: () => sql.val(clock()),
    isShared: false,
    // The log holds a copy of what was written until then. While somebody reads it is not emptied: to wait for the
    // reader would block the event loop.
    tidy: () =>
      db.connection().execute(async connection => {
        await sql`pragma busy_timeout = 0`.execute(connection);
        try {
          await sql`pragma wal_checkpoint(truncate)`.execute(connection);
        } finally {
          await sql.raw(`pragma busy_timeout = ${busyTimeoutMs}`).execute(connection);
        }
      }),
    // Its settings are ours, on each connection.
    weakness: async () => undefined,
    isStatementFault,
    isBusy,
    closed,
  });
}
