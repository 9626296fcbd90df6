import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Mounts a disk of 64 MiB in memory at this path. Needs root. */
export function mountSmallDisk(path: string): { unmount(): Promise<void> } {
  mkdirSync(path);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=700', 'tmpfs', path]);
  if (status !== 0) throw new Error(`the store "small-disk" needs root: ${stderr}`);
  return {
    async unmount() {
      spawnSync('umount', ['--lazy', path]);
    },
  };
}

/** Fills the disk to its last page now and then, for a second or three, until it is over. */
export async function fillNowAndThen(
  path: string,
  randomInteger: (min: number, limit: number) => number,
  isOver: () => boolean,
): Promise<void> {
  const filler = join(path, 'filler');
  while (!isOver()) {
    await pause(randomInteger(1_000, 4_000));
    fill(filler);
    await pause(randomInteger(1_000, 3_000));
    rmSync(filler);
  }
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
