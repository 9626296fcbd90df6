import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { tryLock } from './node-sqlite.ts';

/** The name of the database of one machine. */
export const databaseFile = 'outbox.db';
/** The folder of a backup, as it is in the data folder after a person has unpacked it there. */
export const restoredFolder = 'restored';
/** The folder in which a backup is being made. */
const stagingFolder = 'backup.part';
/** All pages in one step, which holds up no writer: otherwise each commit would begin the copy again. */
const allPages = 2 ** 31 - 1;

/** Makes an empty folder for a backup, in place of what a killed one has left. Undefined while another backup is running. */
export function stageBackup(folder: string): { staging: string; end: () => void } | undefined {
  const unlock = tryLock(join(folder, 'backup.lock'));
  if (!unlock) return undefined;
  const staging = join(folder, stagingFolder);
  const remove = () => rmSync(staging, { recursive: true, force: true });
  remove();
  mkdirSync(staging, { mode: 0o700 });
  return {
    staging,
    end() {
      remove();
      unlock();
    },
  };
}

/** Removes what a killed backup has left, because its links keep files that have been erased since. */
export function removeKilledBackup(folder: string): void {
  if (existsSync(join(folder, stagingFolder))) stageBackup(folder)?.end();
}

/** Copies the database as it is at one moment, while a proxy may be writing. In the copy, all that isn't delivered is
 * marked as possibly sent, because it may be by the time that the copy is used. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(join(from, databaseFile), { readOnly: true, timeout: 5_000 });
  const path = join(to, databaseFile);
  try {
    await backup(source, path, { rate: allPages });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(path);
  copy.exec(`
    PRAGMA journal_mode = DELETE;
    UPDATE deliveries SET lease_until = 1, due_at = 1 WHERE state = 'waiting';
    UPDATE deliveries SET unknown_outcomes = max(unknown_outcomes, 1) WHERE state = 'held';
  `);
  copy.close();
}

/** Reads from the copy in a folder. */
function read<Result>(folder: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, databaseFile), { readOnly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** The names of the spooled files that deliveries in the copy need. */
export const listNeededFiles = (folder: string): Set<string> =>
  read(folder, database => {
    const rows = database.prepare('SELECT spool_file FROM deliveries WHERE spool_file IS NOT NULL').all();
    return new Set(rows.map(({ spool_file }) => String(spool_file)));
  });

/** Whether the copy can be read as a whole. */
export const isIntact = (folder: string): boolean =>
  read(folder, database => {
    try {
      return database.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok';
    } catch {
      return false; // It isn't a database.
    }
  });

/** A backup was unpacked into a data folder, and the proxy hasn't put it into place. */
export class UnpackedBackup extends Error {
  override name = 'UnpackedBackup';
}

const hasDatabase = (folder: string) =>
  [databaseFile, `${databaseFile}-wal`].some(name => existsSync(join(folder, name)));

/** Throws UnpackedBackup if there is one: the proxy would refuse to start, or has to be started. */
export function expectNoBackup(folder: string): void {
  const restored = join(folder, restoredFolder);
  if (!existsSync(join(restored, databaseFile))) return;
  const what = `a backup was unpacked into ${folder}`;
  throw new UnpackedBackup(
    hasDatabase(folder)
      ? `${what}, which has an outbox already, and that may be newer: delete ${restored}, or unpack the backup into ` +
          'an empty data folder'
      : `${what}: start the proxy, which puts it into place`,
  );
}

/** Puts an unpacked backup into place. A crash in between is harmless: the outbox moves last. Throws when there is an
 * outbox already, which may be newer. Call it only while holding the folder's lock. */
export function restoreBackup(folder: string): void {
  const restored = join(folder, restoredFolder);
  if (!existsSync(restored)) return;
  if (existsSync(join(restored, databaseFile))) {
    if (hasDatabase(folder)) expectNoBackup(folder);
    mkdirSync(join(folder, 'spool'), { recursive: true, mode: 0o700 });
    const files = readdirSync(join(restored, 'spool')).map(name => join('spool', name));
    const all = [...files, 'secret', databaseFile].filter(name => existsSync(join(restored, name)));
    for (const name of all) {
      renameSync(join(restored, name), join(folder, name));
      sync(join(folder, name));
    }
    for (const each of ['spool', '.']) sync(join(folder, each));
  }
  rmSync(restored, { recursive: true });
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
