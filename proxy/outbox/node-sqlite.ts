import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** `node:sqlite` in the shape that Kysely's SqliteDialect wants. Statements are prepared once and kept. */
export function openDatabase(path: string): SqliteDatabase {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
  `);
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]; // Kysely's own, from our queries.
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    };
  };
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = prepared.get(sql) ?? prepare(sql);
      // Group commits make few shapes of statements; the bound is against a shape that depends on input.
      if (prepared.size < 200) prepared.set(sql, statement);
      return statement;
    },
  };
}

/** Holds the data folder for this process until it ends, however it ends; throws when another one has it. */
export function lockFolder(path: string): () => void {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch {
    // The operator's fault: two processes on one folder.
    lock.close();
    throw new Error('the data folder is in use by another proxy');
  }
  return () => lock.close();
}
