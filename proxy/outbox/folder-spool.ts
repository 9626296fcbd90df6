import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { release } from '../passing-bytes.ts';
import { lotsOf } from './lots.ts';
import type { Spool } from './spool.ts';

/** What is written and read at once: every call costs a turn of the thread pool. */
const lotBytes = 262_144;
const readBytes = 393_216;
/** Ends the name of a file that is still coming in. */
const partly = '.part';

/** Opens the spool of one machine: a folder of files. */
export async function openFolderSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = (name: string) => join(folder, name);

  const spool: Spool = {
    async save(pieces) {
      const name = randomUUID();
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
    async read(name, use) {
      const file = await open(place(name), 'r');
      try {
        return await use(piecesOf(file));
      } finally {
        await file.close();
      }
    },
    erase: name => rm(place(name), { force: true }),
    async bytes() {
      let bytes = 0;
      for (const name of await readdir(folder)) {
        if (name.endsWith(partly)) continue;
        // One that was just delivered is gone.
        bytes += await stat(place(name)).then(
          file => file.size,
          () => 0,
        );
      }
      return bytes;
    },
    async probe() {
      const { name } = await spool.save(Readable.from([Buffer.from('probe')]));
      await spool.erase(name);
    },
    async sweep(needed) {
      for (const name of await readdir(folder)) if (!needed.has(name)) await rm(place(name), { force: true });
    },
  };
  return spool;
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
