import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import {
  type Checkpoint,
  createDiskReserve,
  createDiskRoom,
  type DiskReserve,
  isDiskFull,
} from './disk-reserve.ts';
import {
  isBusy,
  isStatementFault,
  LateValue,
  openDatabase,
  openDatabaseReadOnly,
  tryLock,
} from './node-sqlite.ts';
import { type OutboxDatabase, writeProbe } from './outbox-database.ts';
import { databaseFile, removeKilledBackup, restoreBackup } from './sqlite-copy.ts';
import { migrate, type Tables } from './tables.ts';

/** How long SQLite waits for another process that is writing. The wait blocks the event loop, so a proxy waits between
 * attempts to begin a transaction instead. */
const proxyBusyMs = 20;
const commandBusyMs = 5_000;
/** SQLite's defaults: the size of a page, and of the write-ahead log before it is reused. */
const pageBytes = 4_096;
const maxLogPages = 1_000;

/** The data folder has traces of an outbox that is gone. */
export class OutboxLost extends Error {
  constructor(folder: string, traces: string) {
    super(
      `the outbox in ${folder} is missing or empty, but there is ${traces} of an earlier one. If outbox.db was lost, move ` +
        'everything in this folder to another one, and restore a backup. Without a backup, start with the empty folder: ' +
        'nothing of the earlier outbox is used then',
    );
  }
}

interface SqliteOptions {
  /** For tests. */
  maxReserveBytes?: number | undefined;
  /** Whether a backup is put into place although something of it is missing. Default: false. */
  acceptsIncomplete?: boolean | undefined;
  /** Called once the files were deleted or replaced, with the file to which their content was saved; undefined if that
   * failed. */
  onReplaced?: (saved: string | undefined) => void;
}

/** Opens the database of one machine: SQLite in the data folder, which it locks. Throws when the folder can't be
 * written, is locked by another proxy, was used by a newer version, has lost its outbox (OutboxLost), or has an incomplete
 * backup. On a full disk, uses up the reserve. */
export async function openSqlite(
  folder: string,
  clock: () => number,
  { maxReserveBytes, acceptsIncomplete, onReplaced = () => {} }: SqliteOptions = {},
): Promise<OutboxDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const reserve = createDiskReserve(folder, maxReserveBytes);
  const unlock = await withReserve(folder, reserve, async () => tryLock(join(folder, 'lock.db')));
  // The operator has started two proxies on one folder.
  if (!unlock)
    throw new Error('the data folder is in use by another proxy: stop it, or set another ENQUIRY_DATA');
  try {
    await restoreBackup(folder, acceptsIncomplete);
    removeKilledBackup(folder);
    reserve.deleteUnfinished();
    const db = await withReserve(folder, reserve, () => openLocked(folder, reserve));
    await sql.raw(`pragma busy_timeout = ${proxyBusyMs}`).execute(db);
    const watch = await watchFiles(folder, async () => onReplaced(await saveCopy(db, folder, clock())));
    const onClosed = () => {
      watch.end();
      unlock();
    };
    const own = outboxDatabase(db, clock, { busyMs: proxyBusyMs, folder, reserve });
    const database = { ...own, onClosed, expectInPlace: watch.expectInPlace };
    // A full disk doesn't keep the proxy from starting: what is stored can be delivered.
    await database.room!.restore().catch(() => {});
    return database;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Remembers which files are open: the database, its log and the spool. Somebody may delete or replace them, and what is
 * committed then is lost when the process ends. */
async function watchFiles(folder: string, onReplaced: () => void) {
  const spool = join(folder, 'spool');
  await mkdir(spool, { recursive: true, mode: 0o700 });
  const held = await open(spool); // Otherwise a new folder could get the same number.
  const paths = [databaseFile, `${databaseFile}-wal`, 'spool'].map(name => join(folder, name));
  const identify = () =>
    paths
      .map(path => statSync(path, { throwIfNoEntry: false }))
      .map(found => `${found?.dev} ${found?.ino}`)
      .join();
  const atStart = identify();
  let isReplaced = false;
  return {
    /** Throws if the folder names other files now. */
    expectInPlace() {
      if (!isReplaced && identify() === atStart) return;
      if (!isReplaced) onReplaced();
      isReplaced = true;
      throw new Error(
        `the outbox or the spool in ${folder} was deleted or replaced while the proxy was running`,
      );
    },
    end: () => void held.close(),
  };
}

/** Saves the content of a database whose file may have been deleted. Resolves with the path of the copy, or with undefined if
 * that failed. */
async function saveCopy(db: Kysely<Tables>, folder: string, now: number): Promise<string | undefined> {
  const path = join(folder, `outbox-${now}.db`);
  try {
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    await sql`vacuum into ${path}`.execute(db);
    return path;
  } catch {
    return undefined; // The folder is gone, or the disk is full.
  }
}

async function openLocked(folder: string, reserve: DiskReserve): Promise<Kysely<Tables>> {
  const db = await openTables(folder, reserve);
  return await closeOnError(db, async () => {
    // The folder is locked, so the processes that had these leases are dead. A lease that has ended, instead of 0,
    // marks the delivery as interrupted.
    await db
      .updateTable('deliveries')
      .set({ lease_until: 1, due_at: 1 })
      .where('lease_until', '>', 1)
      .execute();
    // A killed process may have written commits to the log without syncing it. Their rows are visible now, and would be
    // acknowledged to a visitor who repeats the request. This commit syncs the whole log first.
    await db.transaction().execute(writeProbe);
  });
}

/** Whether this process may write the database and other files in the folder. */
function isWritable(folder: string): boolean {
  try {
    for (const path of [folder, join(folder, databaseFile)])
      if (existsSync(path)) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false; // The disk is read-only, or belongs to another user.
  }
}

function unwritable(folder: string, why: string, cause: unknown): Error {
  const message = `the data folder ${folder} can't be written, because ${why}. Then start again: nothing that was acknowledged is lost`;
  return new Error(message, { cause });
}

/** Opens the database without locking the folder, for a command that runs while the proxy is running. */
export async function openSqliteBeside(folder: string, clock: () => number): Promise<OutboxDatabase> {
  const reserve = createDiskReserve(folder);
  const db = await withReserve(folder, reserve, () => openTables(folder, reserve));
  const database = outboxDatabase(db, clock, { busyMs: commandBusyMs, folder, reserve });
  // The operator decides, and only a proxy writes the reserve.
  return { ...database, room: { ...database.room!, expect: () => {} } };
}

/** Runs work that can be repeated. If the disk is full, releases the reserve and runs it again. */
async function withReserve<Result>(
  folder: string,
  reserve: DiskReserve,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (reserve.releaseFor(error)) return await withReserve(folder, reserve, work);
    if (isDiskFull(error, folder)) throw unwritable(folder, 'its disk is full: free some space', error);
    if (!isWritable(folder))
      throw unwritable(folder, 'it is read-only: check its permissions, and how its disk is mounted', error);
    throw error;
  }
}

/** Opens the database for reading only, while a proxy may be running. Throws when there is none, or it's lost. */
export function openSqliteReadOnly(folder: string, clock: () => number): OutboxDatabase {
  expectNotLost(folder);
  const db = openAt(join(folder, databaseFile), openDatabaseReadOnly);
  const reserve = createDiskReserve(folder);
  return outboxDatabase(db, clock, { busyMs: commandBusyMs, folder, reserve });
}

async function openTables(folder: string, reserve: DiskReserve): Promise<Kysely<Tables>> {
  expectNotLost(folder);
  const db = openAt(join(folder, databaseFile), openDatabase);
  return await closeOnError(db, async () => {
    await migrate(db, false);
    // The log stays smaller than the reserve, so that there is room to empty it.
    const logPages = Math.min(maxLogPages, Math.ceil(reserve.bytes / 2 / pageBytes));
    await sql.raw(`pragma wal_autocheckpoint = ${logPages}`).execute(db);
  });
}

/** Prepares an open database, and closes it if that fails. */
async function closeOnError(db: Kysely<Tables>, prepare: () => Promise<void>): Promise<Kysely<Tables>> {
  try {
    await prepare();
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function openAt(path: string, openWith: typeof openDatabase): Kysely<Tables> {
  try {
    return new Kysely({ dialect: new SqliteDialect({ database: openWith(path) }) });
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${path} can't be opened or is damaged (${message}). Restore it from a backup`, {
      cause,
    });
  }
}

/** Throws OutboxLost if the database is missing or empty, and the folder has traces of an earlier one. Creates nothing:
 * opening the database would delete a write-ahead log that was left alone. */
function expectNotLost(folder: string): void {
  const fileBytes = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  if (fileBytes(databaseFile) > 0) return;
  const spool = join(folder, 'spool');
  if (fileBytes(`${databaseFile}-wal`) > 0) throw new OutboxLost(folder, 'the write-ahead log');
  if (existsSync(spool) && readdirSync(spool).length > 0) throw new OutboxLost(folder, 'the spool');
  // The secret is generated once the database exists.
  if (existsSync(join(folder, 'secret'))) throw new OutboxLost(folder, 'the secret');
}

function outboxDatabase(
  db: Kysely<Tables>,
  clock: () => number,
  { busyMs, ...own }: { busyMs: number; folder: string; reserve: DiskReserve },
): OutboxDatabase {
  // A checkpoint would wait for readers until `busy_timeout`, which blocks the event loop.
  const checkpoint: Checkpoint = mode =>
    db.connection().execute(async connection => {
      await sql`pragma busy_timeout = 0`.execute(connection);
      try {
        await sql.raw(`pragma wal_checkpoint(${mode})`).execute(connection);
      } finally {
        await sql.raw(`pragma busy_timeout = ${busyMs}`).execute(connection);
      }
    });
  return {
    db,
    now: () => sql.val(new LateValue(clock) as unknown as number), // `openDatabase` computes it.
    isShared: false,
    checkpoint: () => checkpoint('truncate'),
    // `openDatabase` turns syncing on for each connection.
    durabilityWarning: async () => undefined,
    isStatementFault,
    isBusy,
    room: createDiskRoom(db, { checkpoint, ...own }),
  };
}
