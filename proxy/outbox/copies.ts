// Copies of enquiries outside of the outbox.
import { existsSync } from 'node:fs';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Header, Pax } from 'tar';
import type { DeliveryRow } from '../database/tables.ts';
import { decodeContent } from './deliveries.ts';
import { describeWithContent } from './delivery-description.ts';
import type { Store } from './outbox.ts';

/** The folder for a copy can't be written. `code`: EACCES, EROFS, or ENOTDIR below a file. */
export class CopyNotWritten extends Error {}

interface CopiedFile {
  name: string;
  /** It is what is left of an erased delivery. */
  isErased: boolean;
  /** Reads it, as a spool reads its files. */
  read<Result>(use: (chunks: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
}

/** The files of a copy: one with each delivery, and beside it the visitor's file. */
function listFiles({ spool }: Pick<Store, 'spool'>, rows: DeliveryRow[]): CopiedFile[] {
  return rows.flatMap(row => {
    const { id, kind, content, spool_file } = row;
    const text = Buffer.from(`${JSON.stringify(describeWithContent(row), null, 2)}\n`);
    const files: CopiedFile[] = [
      { name: `${id}-${kind}.json`, isErased: content === null, read: use => use(Readable.from([text])) },
    ];
    const sent = content === null ? undefined : decodeContent({ kind, content });
    if (sent?.kind === 'attachment' && spool_file !== null) {
      const name = `${id}-${basename(sent.content.file.name)}`;
      files.push({ name, isErased: false, read: use => spool.read(spool_file, use) });
    }
    return files;
  });
}

/** Writes deliveries and their files to a folder that only the operator can read. Calls `onWritten` with each path. Throws
 * CopyNotWritten. */
export async function writeCopy(
  store: Pick<Store, 'spool'>,
  rows: DeliveryRow[],
  folder: string,
  onWritten: (path: string) => void = () => {},
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new CopyNotWritten(`${folder} can't be written (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
  for (const { name, isErased, read } of listFiles(store, rows)) {
    const path = join(folder, name);
    // What is left of an erased delivery must not replace an earlier copy of it.
    if (isErased && existsSync(path)) continue;
    await read(chunks => writeFile(path, chunks, { mode: 0o600, flush: true }));
    onWritten(path);
  }
}

/** Returns a copy as a tar archive with one folder, which is made while it is read. Throws if a file can't be read. */
export async function packCopy(store: Pick<Store, 'spool'>, rows: DeliveryRow[]): Promise<Readable> {
  const { reference } = rows[0]!; // There is at least one.
  const files: (CopiedFile & { size: number })[] = [];
  for (const file of listFiles(store, rows)) files.push({ ...file, size: await file.read(countBytes) });
  const archive = new PassThrough();
  const write = (chunks: AsyncIterable<Buffer> | Buffer[]) => pipeline(chunks, archive, { end: false });
  async function pack(): Promise<void> {
    for (const { name, size, read } of files) {
      await write([toHeader(`${reference}/${name}`, size)]);
      await read(chunks => write(copyChunks(chunks)));
      await write([Buffer.alloc(-size & (blockBytes - 1))]);
    }
    archive.end(Buffer.alloc(2 * blockBytes));
  }
  // A browser may abort the download.
  pack().catch(error => archive.destroy(error));
  return archive;
}

const blockBytes = 512;

/** The header of a file in an archive, with a second one if the name is too long for it. */
function toHeader(path: string, size: number): Buffer {
  const header = new Header({ path, size, mode: 0o600, type: 'File' });
  const isTooShort = header.encode();
  return Buffer.concat([isTooShort ? new Pax({ path }).encode() : Buffer.alloc(0), header.block!]);
}

async function countBytes(chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

/** A chunk is valid only until the next one is requested. */
async function* copyChunks(chunks: AsyncIterable<Buffer>) {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
