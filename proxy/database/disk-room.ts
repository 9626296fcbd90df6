import { type Kysely, sql } from 'kysely';
import { DiskFull, type DiskReserve, isDiskFull } from './disk-reserve.ts';
import type { DiskRoom } from './outbox-database.ts';
import type { Tables } from './tables.ts';

/** Copies SQLite's log into the database. With `truncate`, its file gives its space back to the disk; with `restart`, it
 * keeps the space and is written again from its start. */
export type Checkpoint = (mode: 'truncate' | 'restart') => Promise<void>;

/** The pages of deleted rows that one transaction gives back to the disk. */
const vacuumedPages = 25;

/** Manages the room that an outbox has on its disk. */
export function createDiskRoom(
  db: Kysely<Tables>,
  { checkpoint, folder, reserve }: { checkpoint: Checkpoint; folder: string; reserve: DiskReserve },
): DiskRoom {
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
    expect() {
      if (!reserve.exists()) throw new DiskFull(folder);
    },
    async make(error) {
      if (!isDiskFull(error, folder)) return false;
      const isReleased = reserve.releaseFor(error);
      try {
        await checkpoint('restart');
        return true;
      } catch {
        return isReleased; // The disk has no room for the pages in the log.
      }
    },
    restore() {
      restoring ??= restore().finally(() => {
        restoring = undefined;
      });
      return restoring;
    },
  };
}
