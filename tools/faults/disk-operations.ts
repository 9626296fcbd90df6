// Disk operations for the tests of `failing-syscalls.ts`, on the main thread and on the thread pool.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { appendFile, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { enableSequentialUuids, restoreRandomUuids } from './predictable-names.ts';

/** Writes a file in chunks, syncs and renames it, and syncs the folder. */
export async function saveFile(folder: string, name: string): Promise<void> {
  const unfinished = join(folder, `${name}.part`);
  const file = await open(unfinished, 'w');
  try {
    for (let piece = 0; piece < 3; piece++) await file.appendFile(Buffer.alloc(100_000));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  const directory = await open(folder);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Saves the same file in two folders, one after the other. */
export async function saveInBoth(first: string, second: string): Promise<void> {
  await saveFile(first, 'file');
  await saveFile(second, 'file');
}

export async function saveUnderRandomName(folder: string): Promise<void> {
  enableSequentialUuids();
  await saveFile(folder, randomUUID());
  restoreRandomUuids();
}

export async function appendOnBothThreads(folder: string): Promise<void> {
  appendFileSync(join(folder, 'file'), 'text');
  await appendFile(join(folder, 'file'), 'text');
}

let database: DatabaseSync | undefined;
export function openDatabase(folder: string): void {
  database = new DatabaseSync(join(folder, 'notes.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  database.exec('create table if not exists notes (text text)');
}
export function runSql(sql: string): void {
  database?.exec(sql);
}
export function readNotes(): unknown[] {
  return (
    database
      ?.prepare('select text from notes')
      .all()
      .map(({ text }) => text) ?? []
  );
}
export function closeDatabase(): void {
  database?.close();
}
