import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sequel } from './disk-scenarios.ts';
import { type DiskCall, failCall, recordCalls } from './failing-syscalls.ts';
import { startOperations } from './operations-process.ts';

export const diskErrors = ['EIO', 'ENOSPC'] as const;
export type DiskError = (typeof diskErrors)[number];

/** Calls that are made to fail: those that write. */
const failing = /^(fsync|fdatasync|p?writev?(64)?|rename(at2?)?|unlink(at)?|ftruncate)$/;

/** Runs the operations on one machine's store, with a system call that fails. */
export async function openFaultyDisk() {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), 'disk-faults-'));
  const folder = join(parent, 'data');
  const child = await startOperations<typeof import('./disk-scenarios.ts')>(
    new URL('disk-scenarios.ts', import.meta.url),
  );
  const traced = { pid: child.pid, folder };

  return {
    operationNames: () => child.run('operationNames'),
    /** Runs an operation without a fault; resolves with its calls and the violations, of which there are none. */
    async rehearse(operation: string, sequel: Sequel = 'go on') {
      await child.run('begin', operation, folder);
      const { calls } = await recordCalls(traced, () => child.run('act'));
      const points = calls.filter(({ name }) => failing.test(name));
      return { points, violations: await child.run('end', sequel) };
    },
    /** Runs an operation while one call fails. `isReached`: the call was made. */
    async run(operation: string, call: DiskCall, error: DiskError, sequel: Sequel) {
      await child.run('begin', operation, folder);
      const { injected } = await failCall({ ...traced, call, error }, () => child.run('act'));
      return { isReached: injected, violations: await child.run('end', sequel) };
    },
    async close() {
      await child.stop();
      rmSync(parent, { recursive: true });
    },
  };
}
