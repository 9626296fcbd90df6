import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { sync } from './disk-reserve.ts';
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
export function stageBackup(folder: string): ({ staging: string } & Disposable) | undefined {
  const unlock = tryLock(join(folder, 'backup.lock'));
  if (!unlock) return undefined;
  const staging = join(folder, stagingFolder);
  const remove = () => rmSync(staging, { recursive: true, force: true });
  remove();
  mkdirSync(staging, { mode: 0o700 });
  return {
    staging,
    [Symbol.dispose]() {
      remove();
      unlock();
    },
  };
}

/** Removes what a killed backup has left, because its links keep files that have been erased since. */
export function removeKilledBackup(folder: string): void {
  if (existsSync(join(folder, stagingFolder))) stageBackup(folder)?.[Symbol.dispose]();
}

/** Copies the database as it is at one moment, while a proxy may be writing. In the copy, all that isn't delivered is
 * marked as possibly sent, because it may be by the time that the copy is used. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(join(from, databaseFile), { readOnly: true, timeout: 5_000 });
  const path = join(to, databaseFile);
  // SQLite would let every user of the machine read it.
  writeFileSync(path, '', { mode: 0o600 });
  await backup(source, path, { rate: allPages });
  using copy = new DatabaseSync(path);
  copy.exec(`
    PRAGMA journal_mode = DELETE;
    UPDATE deliveries SET lease_until = 1, due_at = 1 WHERE state = 'waiting';
    UPDATE deliveries SET unknown_outcomes = max(unknown_outcomes, 1) WHERE state = 'held';
  `);
}

/** Reads from the copy in a folder. */
function read<Result>(folder: string, use: (database: DatabaseSync) => Result): Result {
  using database = new DatabaseSync(join(folder, databaseFile), { readOnly: true });
  return use(database);
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

/** The file of a backup that says what is in it. It is the last one, so that half a backup has none. */
export const manifestFile = 'manifest.json';
export interface Manifest {
  created_at: string;
  files: { name: string; bytes: number; sha256: string }[];
}

/** The files in a folder and below it, in order. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

/** Describes a file for the manifest. */
export async function describeFile(folder: string, name: string): Promise<Manifest['files'][number]> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, name))) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Says which files of a backup aren't among those that were found, or are different. */
export function findDamage({ files }: Manifest, found: Manifest['files']): string[] {
  const toKey = ({ name, bytes, sha256 }: Manifest['files'][number]) => `${name} ${bytes} ${sha256}`;
  const keys = new Set(found.map(toKey));
  return files.filter(each => !keys.has(toKey(each))).map(({ name }) => `${name} is damaged or missing`);
}

/** A backup was unpacked into a data folder, and the proxy hasn't put it into place. */
export class UnpackedBackup extends Error {}

/** Whether there is a database in a data folder, or what is left of one. */
export const hasDatabase = (folder: string): boolean =>
  [databaseFile, `${databaseFile}-wal`].some(name => existsSync(join(folder, name)));

/** Lists what of an unpacked backup isn't in its place yet, the outbox last: a crash before it has moved is harmless. */
function listUnpacked(folder: string): string[] {
  const restored = join(folder, restoredFolder);
  const names = existsSync(restored) ? listFiles(restored) : [];
  const belongs = [/^spool\/[^/]+$/, /^secret$/, new RegExp(`^${databaseFile}$`)];
  return belongs.flatMap(pattern => names.filter(name => pattern.test(name)));
}

/** Throws UnpackedBackup if there is one: the proxy would refuse to start, or has to be started. */
export function expectNoBackup(folder: string): void {
  const restored = join(folder, restoredFolder);
  if (listUnpacked(folder).length === 0) return;
  const what = `a backup was unpacked into ${folder}`;
  throw new UnpackedBackup(
    hasDatabase(folder)
      ? `${what}, which has an outbox already, and that may be newer: delete ${restored}, or unpack the backup into ` +
          'an empty data folder'
      : `${what}: start the proxy, which puts it into place`,
  );
}

/** Throws if anything of an unpacked backup is missing or damaged. */
async function expectComplete(folder: string): Promise<void> {
  const restored = join(folder, restoredFolder);
  const faults: string[] = [];
  if (existsSync(join(restored, manifestFile))) {
    const manifest = JSON.parse(readFileSync(join(restored, manifestFile), 'utf8')) as Manifest; // We have written it.
    const found: Manifest['files'] = [];
    for (const { name } of manifest.files) {
      // What has moved before a crash is in the data folder.
      const place = [restored, folder].find(each => existsSync(join(each, name)));
      if (place !== undefined) found.push(await describeFile(place, name));
    }
    faults.push(...findDamage(manifest, found));
  } else faults.push(`${manifestFile} is missing, which is the last file of a backup`);
  if (faults.length > 0)
    throw new Error(
      `the backup in ${restored} is incomplete, so nothing of it was used: ${faults.join('; ')}. Unpack it again, or ` +
        'another one. If you have nothing better, start with "serve --accept-incomplete"',
    );
}

/** Puts an unpacked backup into place. Throws, and changes nothing, when it is incomplete, unless that is accepted, and when
 * there is an outbox already, which may be newer. Keeps what doesn't belong to a backup. Call it only while holding the
 * folder's lock. */
export async function restoreBackup(folder: string, acceptsIncomplete = false): Promise<void> {
  const restored = join(folder, restoredFolder);
  if (!existsSync(restored)) return;
  if (hasDatabase(folder)) expectNoBackup(folder);
  const names = listUnpacked(folder);
  if (names.length > 0) {
    if (!acceptsIncomplete) await expectComplete(folder);
    mkdirSync(join(folder, 'spool'), { recursive: true, mode: 0o700 });
    const syncFolders = async () => {
      for (const each of ['spool', '.']) await sync(join(folder, each));
    };
    for (const name of names) {
      if (name === databaseFile) await syncFolders(); // Otherwise a power failure could keep the outbox alone in its place.
      renameSync(join(restored, name), join(folder, name));
      await sync(join(folder, name));
    }
    await syncFolders();
  }
  if (listFiles(restored).every(name => name === manifestFile)) rmSync(restored, { recursive: true });
}
