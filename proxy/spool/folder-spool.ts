import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { measureDisk, sync } from '../database/disk-reserve.ts';
import {
  enquiryOf,
  freeBuffer,
  newFileName,
  type Spool,
  type SpooledFile,
  toChunks,
  withOwner,
} from './spool.ts';

/** The spool of one machine, which can lose its outbox. The spool of a fleet can't: both are in the same database. */
export interface FolderSpool extends Spool {
  /** Resolves with the names of provisional files. */
  provisionalFiles(): Promise<string[]>;
  /** Resolves with the names of orphaned files: complete ones without a delivery, because the outbox was lost or restored
   * from an earlier backup. They are in a folder beside the spool, which a person deletes. */
  orphanedFiles(): Promise<string[]>;
  /** Makes a file an orphaned one. */
  setAside(name: string): Promise<void>;
  /** Moves an orphaned file back into the spool, for a delivery that needs it. */
  takeBack(name: string): Promise<void>;
}

/** The buffers are large because each call takes a turn of the thread pool. */
const writeBytes = 262_144;
const readBytes = 393_216;
/** What files leave free on the disk, for enquiries: 5 % of it, but at most 256 MiB, and 1,000 inodes. */
export const keptFree = {
  disk: (bytes: number) => Math.min(256 * 2 ** 20, 0.05 * bytes),
  inodes: (inodes: number) => Math.min(1_000, 0.05 * inodes),
};
/** The suffix of unfinished files. */
const unfinishedSuffix = '.part';
/** The suffix of provisional files. If the outbox is lost, it tells them from files that were acknowledged. */
const provisionalSuffix = '.provisional';

/** The folder for orphaned files. */
export const toOrphanedFolder = (dataFolder: string) => join(dataFolder, 'orphaned');

/** Opens the spool of one machine: a folder of files. */
export async function openFolderSpool(folder: string): Promise<FolderSpool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return createFolderSpool(folder);
}

const isOlder = (ageMs: number) => (file: StoredFile) => Date.now() - file.stored_at > ageMs;
const isUnfinished = ({ name }: StoredFile) => name.endsWith(unfinishedSuffix);
const isProvisional = ({ name }: StoredFile) => name.endsWith(provisionalSuffix);
const toName = (file: StoredFile) =>
  isProvisional(file) ? file.name.slice(0, -provisionalSuffix.length) : file.name;

/** Stores a stream as a provisional file. */
async function saveFile(
  folder: string,
  stream: AsyncIterable<Uint8Array>,
  name: string,
): Promise<SpooledFile> {
  const unfinished = join(folder, `${name}${unfinishedSuffix}`);
  const provisional = join(folder, name + provisionalSuffix);
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    for await (const chunk of toChunks(stream, writeBytes)) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.appendFile(chunk);
    }
    await file.sync();
    await file.close();
    await rename(unfinished, provisional);
    await sync(folder);
  } catch (error) {
    await file.close().catch(() => {}); // The file is already closed when the rename fails.
    await rm(unfinished, { force: true });
    await rm(provisional, { force: true });
    throw error;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** The spool in a folder, which may not exist as long as nothing is saved. */
export function createFolderSpool(folder: string): FolderSpool {
  const orphanedFolder = toOrphanedFolder(dirname(folder));
  const toPath = (name: string) => join(folder, name);
  const toProvisionalPath = (name: string) => toPath(name + provisionalSuffix);
  /** Where a file may be. In this order, a file that is kept meanwhile is found. */
  const toPaths = (name: string) => [toProvisionalPath(name), toPath(name)];

  const completeFiles = async () => (await listFiles(folder)).filter(file => !isUnfinished(file));

  const spool: FolderSpool = {
    save: (stream, owner) => saveFile(folder, stream, newFileName(owner, randomUUID())),
    async assign(name, owner) {
      const assigned = withOwner(name, owner);
      if (assigned === name) return name;
      await rename(toProvisionalPath(name), toProvisionalPath(assigned));
      await sync(folder);
      return assigned;
    },
    async keep(name) {
      try {
        await rename(toProvisionalPath(name), toPath(name));
        await sync(folder);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return spool.has(name);
    },
    async has(name) {
      for (const path of toPaths(name)) if (await statIfExists(path)) return true;
      return false;
    },
    read: (name, use) => readFile(toPaths(name), use),
    async erase(name) {
      for (const path of toPaths(name)) await rm(path, { force: true });
    },
    async eraseEnquiryFiles(references) {
      const erased = new Set(references);
      for (const each of [folder, orphanedFolder]) {
        for (const name of await listNames(each)) {
          if (erased.has(enquiryOf(name))) await rm(join(each, name), { force: true });
        }
      }
    },
    bytes: async () => (await completeFiles()).reduce((sum, { bytes }) => sum + bytes, 0),
    async roomBytes() {
      const { bytes, freeBytes, inodes, freeInodes } = measureDisk(folder);
      return freeInodes < keptFree.inodes(inodes) ? 0 : freeBytes - keptFree.disk(bytes);
    },
    async filesOlderThan(ageMs) {
      return (await completeFiles()).filter(isOlder(ageMs)).map(toName);
    },
    provisionalFiles: async () => (await completeFiles()).filter(isProvisional).map(toName),
    async eraseUnfinished(ageMs) {
      const old = (await listFiles(folder)).filter(isUnfinished).filter(isOlder(ageMs));
      for (const { name } of old) await rm(toPath(name), { force: true });
    },
    orphanedFiles: () => listNames(orphanedFolder),
    countOrphans: async () => (await spool.orphanedFiles()).length,
    async setAside(name) {
      await mkdir(orphanedFolder, { recursive: true, mode: 0o700 });
      await moveFile(name, folder, orphanedFolder);
    },
    takeBack: name => moveFile(name, orphanedFolder, folder),
  };
  return spool;
}

interface StoredFile {
  name: string;
  bytes: number;
  /** Milliseconds since 1970. */
  stored_at: number;
}

/** Lists the files in a folder; empty if the folder doesn't exist. Skips files that are erased meanwhile. */
async function listFiles(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const name of await listNames(folder)) {
    const found = await statIfExists(join(folder, name));
    if (found) files.push({ name, bytes: found.size, stored_at: found.mtimeMs });
  }
  return files;
}

/** Lists the names of the files in a folder; empty if the folder doesn't exist. */
async function listNames(folder: string): Promise<string[]> {
  if (!(await statIfExists(folder))) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(({ name }) => name);
}

const statIfExists = (path: string) =>
  stat(path).catch(error => {
    if (isMissing(error)) return undefined;
    throw error;
  });

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Opens the first of these files that exists, passes its chunks to `use`, and closes it. A chunk is valid until the next
 * one is requested. */
async function readFile<Result>(
  [path, ...others]: string[],
  use: (chunks: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  await using file = await open(path!, 'r').catch(error => {
    if (others.length > 0 && isMissing(error)) return undefined;
    throw error;
  });
  if (!file) return readFile(others, use);
  return await use(chunksOfFile(file));
}

async function* chunksOfFile(file: FileHandle): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(readBytes);
  try {
    for (;;) {
      const { bytesRead } = await file.read(chunk);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    freeBuffer(chunk);
  }
}

/** Moves a file durably. Replaces a file with the same name. */
async function moveFile(name: string, from: string, to: string): Promise<void> {
  await rename(join(from, name), join(to, name));
  await sync(to);
  await sync(from);
}
