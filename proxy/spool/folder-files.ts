import type { Stats } from 'node:fs';
import { type FileHandle, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBuffer } from './buffer-memory.ts';

export interface StoredFile {
  name: string;
  bytes: number;
  /** Milliseconds since 1970. */
  stored_at: number;
}

/** The buffer is large because each call takes a turn of the thread pool. */
const readBytes = 393_216;

/** Lists the files in a folder; empty if the folder doesn't exist. Skips files that are erased meanwhile. */
export async function listFiles(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const name of await listNames(folder)) {
    const found = await findFile(folder, name);
    if (found) files.push(found);
  }
  return files;
}

/** Lists the names of the files in a folder; empty if the folder doesn't exist. */
export async function listNames(folder: string): Promise<string[]> {
  if (!(await statIfExists(folder))) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(({ name }) => name);
}

/** Finds a file in a folder; undefined if there is none. */
export async function findFile(folder: string, name: string): Promise<StoredFile | undefined> {
  const found = await statIfExists(join(folder, name));
  return found && { name, bytes: found.size, stored_at: found.mtimeMs };
}

export async function statIfExists(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Opens a file, passes its chunks to `use`, and closes it. A chunk is valid until the next one is requested. */
export async function readFile<Result>(
  path: string,
  use: (chunks: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'r');
  try {
    return await use(chunksOfFile(file));
  } finally {
    await file.close();
  }
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
export async function moveFile(name: string, from: string, to: string): Promise<void> {
  await rename(join(from, name), join(to, name));
  await syncFolder(to);
  await syncFolder(from);
}

/** A rename is atomic, but only durable once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
