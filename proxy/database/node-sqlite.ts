import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** Opens a database that only its owner can read. SQLite creates files that everybody can read, and gives a database's
 * journals the mode of the database (https://sqlite.org/src/file/src/os_unix.c, findCreateFileMode). */
function openPrivate(path: string): DatabaseSync {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // The file exists. It must not be opened here: closing it would release SQLite's own locks on it
    // (https://www.sqlite.org/howtocorrupt.html 2.2).
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return new DatabaseSync(path);
}

/** A value that is computed when its statement is executed, so that a compiled query can contain it. */
export class LateValue {
  readonly compute: () => SQLInputValue;

  constructor(compute: () => SQLInputValue) {
    this.compute = compute;
  }
}

/** `node:sqlite` in the shape that Kysely's SqliteDialect expects. Each statement is prepared once. Temporary data stays
 * in memory: SQLite would write visitors' data to a temporary folder outside of the data folder. */
export function openDatabase(path: string): SqliteDatabase {
  const database = openPrivate(path);
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
  `);
  return toKysely(database);
}

/** Opens an existing database for reading only. */
export function openDatabaseReadOnly(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  database.exec('PRAGMA temp_store = MEMORY');
  return toKysely(database);
}

function toKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    const values = (parameters: readonly unknown[]) =>
      // Kysely passes on the values of our queries.
      parameters.map(each => (each instanceof LateValue ? each.compute() : (each as SQLInputValue)));
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    };
  };
  return {
    close: () => database.close(),
    prepare(text) {
      // Without `immediate`, a transaction that begins by reading can't write once another process has written: it fails
      // immediately with "database is locked", whatever the timeout (https://sqlite.org/isolation.html).
      const sql = text === 'begin' ? 'begin immediate' : text;
      const statement = prepared.get(sql) ?? prepare(sql);
      // Queries have few shapes. The limit is for a shape that depends on input.
      if (prepared.size < 200) prepared.set(sql, statement);
      return statement;
    },
  };
}

/** Result codes for a wrong constraint, value or statement (https://sqlite.org/rescode.html). */
const statementFaults = [1, 18, 19, 20, 25];

/** Whether only this statement is wrong. Otherwise the disk or the database has failed. */
export function isStatementFault(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined && statementFaults.includes(errcode & 0xff);
}

/** Whether another process is writing. */
export function isBusy(error: unknown): boolean {
  const { code, errcode = 0 } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && (errcode & 0xff) === 5;
}

/** Locks a file until the process ends, however it ends. Returns a function that unlocks it; undefined while another
 * process has locked it. */
export function tryLock(path: string): (() => void) | undefined {
  const lock = openPrivate(path);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    return undefined;
  }
  return () => lock.close();
}
