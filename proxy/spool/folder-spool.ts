import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type DiskSpace, measureDisk } from '../database/disk-reserve.ts';
import { toChunks } from './buffer-memory.ts';
import { listFiles, listNames, readFile, type StoredFile, statIfExists, syncFolder } from './folder-files.ts';
import { createOrphanedFiles, type OrphanedFiles } from './orphaned-files.ts';
import { enquiryOf, newFileName, probeOwner, type Spool } from './spool.ts';

/** The spool of one machine, which can lose its outbox. The spool of a fleet can't: both are in the same database. */
export interface FolderSpool extends Spool {
  orphans: OrphanedFiles;
}

/** The buffer is large because each call takes a turn of the thread pool. */
const writeBytes = 262_144;
/** What files leave free on the disk, for enquiries: 5 % of it, but at most 256 MiB. */
export const keptFreeBytes = ({ bytes }: Pick<DiskSpace, 'bytes'>) => Math.min(256 * 2 ** 20, 0.05 * bytes);
/** The suffix of unfinished files. */
const unfinishedSuffix = '.part';

/** Opens the spool of one machine: a folder of files. */
export async function openFolderSpool(folder: string): Promise<FolderSpool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return createFolderSpool(folder);
}

/** The spool in a folder, which may not exist as long as nothing is saved. */
export function createFolderSpool(folder: string): FolderSpool {
  const orphanedFolder = join(folder, 'orphaned');
  const toPath = (name: string) => join(folder, name);

  const isOlder = (ageMs: number) => (file: StoredFile) => Date.now() - file.stored_at > ageMs;
  const isUnfinished = ({ name }: StoredFile) =>
    name.endsWith(unfinishedSuffix) || enquiryOf(name) === probeOwner.reference;
  const completeFiles = async () => (await listFiles(folder)).filter(file => !isUnfinished(file));

  const spool: FolderSpool = {
    async save(stream, owner) {
      const name = newFileName(owner, randomUUID());
      const unfinished = toPath(`${name}${unfinishedSuffix}`);
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
        await rename(unfinished, toPath(name));
        await syncFolder(folder);
      } catch (error) {
        await file.close().catch(() => {}); // The file is already closed when the rename fails.
        await rm(unfinished, { force: true });
        await rm(toPath(name), { force: true });
        throw error;
      }
      return { name, bytes, sha256: hash.digest('hex') };
    },
    has: async name => (await statIfExists(toPath(name))) !== undefined,
    read: (name, use) => readFile(toPath(name), use),
    erase: name => rm(toPath(name), { force: true }),
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
      const disk = measureDisk(folder);
      return disk.freeBytes - keptFreeBytes(disk);
    },
    async probe() {
      const { name } = await spool.save(Readable.from([Buffer.from('probe')]), probeOwner);
      await spool.erase(name);
    },
    async filesOlderThan(ageMs) {
      return (await completeFiles()).filter(isOlder(ageMs)).map(({ name }) => name);
    },
    async eraseUnfinished(ageMs) {
      const old = (await listFiles(folder)).filter(isUnfinished).filter(isOlder(ageMs));
      for (const { name } of old) await spool.erase(name);
    },
    orphans: createOrphanedFiles(folder, orphanedFolder),
  };
  return spool;
}
