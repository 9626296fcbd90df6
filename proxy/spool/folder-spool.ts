import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { lotsOf } from './chunks.ts';
import { release } from './passing-bytes.ts';
import { newFileName, probeOwner, type Spool } from './spool.ts';

/** A file as it stands in a folder. */
export interface StoredFile {
  name: string;
  bytes: number;
  /** Milliseconds since 1970. */
  stored_at: number;
}

/** Complete files that no delivery accounts for, because the outbox that knew them was lost or put back from an
 * earlier copy. They are set aside in a folder of their own until the operator adopts or drops them. */
export interface Orphans {
  list(): Promise<StoredFile[]>;
  setAside(name: string): Promise<void>;
  /** Moves one back into the spool, for a delivery that needs it. */
  takeBack(name: string): Promise<void>;
  read: Spool['read'];
  erase(name: string): Promise<void>;
}

/** The spool of one machine can lose its outbox; that of a fleet is in the same database. */
export interface FolderSpool extends Spool {
  orphans: Orphans;
}

/** What is written and read at once: every call costs a turn of the thread pool. */
const lotBytes = 262_144;
const readBytes = 393_216;
/** Ends the name of a file that is still coming in. */
const partly = '.part';

/** Opens the spool of one machine: a folder of files. */
export async function openFolderSpool(folder: string): Promise<FolderSpool> {
  const orphaned = join(folder, 'orphaned');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = (name: string) => join(folder, name);

  /** The files of a folder, none when it is not there; one that is erased meanwhile is left out. */
  async function filesIn(where: string): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    if (!(await statIfThere(where))) return files;
    for (const entry of await readdir(where, { withFileTypes: true })) {
      const found = entry.isFile() ? await statIfThere(join(where, entry.name)) : undefined;
      if (found) files.push({ name: entry.name, bytes: found.size, stored_at: found.mtimeMs });
    }
    return files;
  }
  const isOlder = (ageMs: number) => (file: StoredFile) => Date.now() - file.stored_at > ageMs;
  const isUnfinished = ({ name }: StoredFile) => name.endsWith(partly) || isOf(probeOwner.reference, name);
  const completeFiles = async () => (await filesIn(folder)).filter(file => !isUnfinished(file));

  const spool: FolderSpool = {
    async save(pieces, owner) {
      const name = newFileName(owner, randomUUID());
      const unfinished = place(`${name}${partly}`);
      const hash = createHash('sha256');
      let bytes = 0;
      const file = await open(unfinished, 'wx', 0o600);
      try {
        for await (const lot of lotsOf(pieces, lotBytes)) {
          hash.update(lot);
          bytes += lot.length;
          await file.appendFile(lot);
        }
        await file.sync();
        await file.close();
        await rename(unfinished, place(name));
        await syncFolder(folder);
      } catch (error) {
        await file.close().catch(() => {}); // Closed already, when the rename failed.
        await rm(unfinished, { force: true });
        await rm(place(name), { force: true });
        throw error;
      }
      return { name, bytes, sha256: hash.digest('hex') };
    },
    has: async name => (await statIfThere(place(name))) !== undefined,
    async read(name, use) {
      const file = await open(place(name), 'r');
      try {
        return await use(piecesOf(file));
      } finally {
        await file.close();
      }
    },
    erase: name => rm(place(name), { force: true }),
    async eraseAllOf(reference) {
      for (const where of [folder, orphaned]) {
        for (const { name } of await filesIn(where)) {
          if (isOf(reference, name)) await rm(join(where, name), { force: true });
        }
      }
    },
    bytes: async () => (await completeFiles()).reduce((sum, { bytes }) => sum + bytes, 0),
    async probe() {
      const { name } = await spool.save(Readable.from([Buffer.from('probe')]), probeOwner);
      await spool.erase(name);
    },
    async filesOlderThan(ageMs) {
      return (await completeFiles()).filter(isOlder(ageMs)).map(({ name }) => name);
    },
    async eraseUnfinished(ageMs) {
      const old = (await filesIn(folder)).filter(isUnfinished).filter(isOlder(ageMs));
      for (const { name } of old) await spool.erase(name);
    },
    orphans: {
      list: () => filesIn(orphaned),
      async setAside(name) {
        await mkdir(orphaned, { recursive: true, mode: 0o700 });
        await moveFile(name, folder, orphaned);
      },
      takeBack: name => moveFile(name, orphaned, folder),
      async read(name, use) {
        const file = await open(join(orphaned, name), 'r');
        try {
          return await use(piecesOf(file));
        } finally {
          await file.close();
        }
      },
      erase: name => rm(join(orphaned, name), { force: true }),
    },
  };
  return spool;
}

const isOf = (reference: string, name: string) => name.startsWith(`${reference}.`);

/** Moves a file, durably; a file of the same name gives way. */
async function moveFile(name: string, from: string, to: string): Promise<void> {
  await rename(join(from, name), join(to, name));
  await syncFolder(to);
  await syncFolder(from);
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(readBytes);
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    release(piece);
  }
}

/** A rename is atomic, but durable only when the folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
