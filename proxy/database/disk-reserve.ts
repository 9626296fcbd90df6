import { randomFillSync } from 'node:crypto';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The size of the reserve: at most this, and at most this share of the disk. */
const maxReserve = { bytes: 16 * 2 ** 20, share: 0.02 };
const reserveName = 'outbox.reserve';
/** A disk with less free space than this can be the reason why SQLite can't extend or create a file. */
const scarceBytes = 2 ** 20;
const chunkBytes = 2 ** 18;

/** The reserve is used up, so new deliveries aren't stored. */
export class DiskFull extends Error {
  constructor(folder: string) {
    super(
      `disk full: too little space is free on the disk of ${folder}, and what is left is for delivering and erasing. ` +
        'Free space, or let the enquiry API catch up',
    );
  }
}

/** Syncs a file or a folder: a rename is atomic, but only durable once its folder is synced. */
export async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}

export type DiskSpace = ReturnType<typeof measureDisk>;

/** Measures the disk that a folder is on, and what is available to this process's user. Infinite if it doesn't tell, or has no
 * such limit. */
export function measureDisk(folder: string) {
  const { bsize, blocks, bavail, files, ffree } = statfsSync(folder);
  // A tmpfs without a limit has no blocks, and btrfs no inodes.
  const [bytes, freeBytes] = blocks === 0 ? [Infinity, Infinity] : [bsize * blocks, bsize * bavail];
  const [inodes, freeInodes] = files === 0 ? [Infinity, Infinity] : [files, ffree];
  return { bytes, freeBytes, inodes, freeInodes };
}

/** Whether the reserve of a data folder is used up, so that new deliveries aren't stored. */
export const isReserveUsed = (folder: string): boolean => !existsSync(join(folder, reserveName));

export type DiskReserve = ReturnType<typeof createDiskReserve>;

/** A file beside the outbox that can be deleted when the disk is full: delivering and erasing need space themselves,
 * because SQLite writes every change to its log first. The file is the only record of its state, because commands that
 * run beside the proxy can delete it, too. `maxBytes` is for tests. */
export function createDiskReserve(folder: string, maxBytes = maxReserve.bytes) {
  const path = join(folder, reserveName);
  const unfinished = `${path}.part`;
  const bytes = Math.floor(Math.min(maxBytes, measureDisk(folder).bytes * maxReserve.share));
  const exists = () => existsSync(path);
  return {
    bytes,
    exists,
    /** If the error says that the disk is full, deletes the reserve. Returns whether it did: the failed work can then be
     * repeated. */
    releaseFor(error: unknown): boolean {
      if (!isDiskFull(error, folder) || !exists()) return false;
      rmSync(path, { force: true });
      return true;
    },
    /** Deletes what a killed process has left of a reserve that it was writing. */
    deleteUnfinished: () => rmSync(unfinished, { force: true }),
    /** Whether there is room to write the reserve and as much again for new deliveries. */
    hasRoom() {
      const { freeBytes, freeInodes } = measureDisk(folder);
      return freeBytes >= 2 * bytes && freeInodes > 0;
    },
    /** Writes the reserve. Rejects when the disk is full. */
    async write(): Promise<void> {
      try {
        await using file = await open(unfinished, 'w', 0o600);
        const chunk = Buffer.alloc(chunkBytes);
        // Random bytes, because some file systems compress and don't store zeros.
        for (let left = bytes; left > 0; left -= chunk.length)
          await file.appendFile(randomFillSync(chunk).subarray(0, left));
        await file.sync();
        // A crash may undo this, which is noticed at the next start.
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
  };
}

/** Whether SQLite failed because the disk is full. It reports this for a database or log that it can't extend
 * (SQLITE_FULL), but calls it an I/O error or "cannot open" for other files (https://sqlite.org/rescode.html). */
export function isDiskFull(error: unknown, folder: string): boolean {
  const { code, errcode = 0, cause } = error as { code?: string; errcode?: number; cause?: unknown };
  if (code === 'ENOSPC') return true;
  if (code !== 'ERR_SQLITE_ERROR') return cause instanceof Error && isDiskFull(cause, folder);
  const primary = errcode & 0xff;
  if (primary === 13) return true;
  const { freeBytes, freeInodes } = measureDisk(folder);
  return (primary === 10 || primary === 14) && (freeBytes < scarceBytes || freeInodes === 0);
}

/** Copies SQLite's log into the database. With `truncate`, its file gives its space back to the disk; with `restart`, it
 * keeps the space and is written again from its start. */
export type Checkpoint = (mode: 'truncate' | 'restart') => Promise<void>;

/** The pages of deleted rows that one transaction gives back to the disk. */
const vacuumedPages = 25;

export type DiskRoom = ReturnType<typeof createDiskRoom>;

/** Manages the room that an outbox has on its disk. Some of it is reserved for delivering and erasing. */
export function createDiskRoom(
  db: Kysely<Tables>,
  { checkpoint, folder, reserve }: { checkpoint: Checkpoint; folder: string; reserve: DiskReserve },
) {
  /** Set while the reserve is being restored, which may take longer than the interval between attempts. */
  let restoring: Promise<boolean> | undefined;

  async function restore(): Promise<boolean> {
    if (reserve.exists()) return true;
    await shrink();
    if (!reserve.hasRoom()) return false;
    await reserve.write();
    return true;
  }

  /** Gives pages of deleted rows back to the disk until it has room. */
  async function shrink(): Promise<void> {
    while (!reserve.hasRoom()) {
      const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
      if (rows[0]!.freelist_count === 0) return;
      await db.transaction().execute(async transaction => {
        // node:sqlite steps a statement without columns only once, which frees one page.
        for (let page = 0; page < vacuumedPages; page++)
          await sql`pragma incremental_vacuum(1)`.execute(transaction);
      });
      await checkpoint('truncate'); // This shortens the database.
      await new Promise(setImmediate); // SQLite blocks the event loop, so let others take turns.
    }
  }

  return {
    /** Throws DiskFull while there is room only for delivering and erasing. */
    expect(): void {
      if (!reserve.exists()) throw new DiskFull(folder);
    },
    /** Makes room after an error that says that the disk is full. Resolves with whether the failed work, which wasn't
     * committed, can be repeated. */
    async make(error: unknown): Promise<boolean> {
      if (!isDiskFull(error, folder)) return false;
      const isReleased = reserve.releaseFor(error);
      try {
        await checkpoint('restart');
        return true;
      } catch {
        return isReleased; // The disk has no room for the pages in the log.
      }
    },
    /** Reserves room again if the disk allows it. Resolves with whether there is room for new deliveries. */
    restore(): Promise<boolean> {
      restoring ??= restore().finally(() => {
        restoring = undefined;
      });
      return restoring;
    },
  };
}
