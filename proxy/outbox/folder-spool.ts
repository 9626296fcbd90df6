import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Spool } from './spool.ts';

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
        for await (const piece of pieces) {
          hash.update(piece);
          await file.appendFile(piece);
          bytes += piece.length;
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
    async read(name, pieceBytes) {
      const file = await open(place(name), 'r');
      return file.createReadStream({ highWaterMark: pieceBytes });
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

/** A rename is atomic, but durable only when the folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
