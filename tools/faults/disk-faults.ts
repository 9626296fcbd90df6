import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Aftermath } from './disk-scenarios.ts';
import { type DiskCall, failCall, recordCalls } from './failing-syscalls.ts';
import { startOperations } from './operations-process.ts';

/** How a disk fails. A full disk stays full: the call also fails when it is repeated. */
export const diskFaults = {
  EIO: { error: 'EIO', isLasting: false },
  ENOSPC: { error: 'ENOSPC', isLasting: false },
  'lasting ENOSPC': { error: 'ENOSPC', isLasting: true },
} as const;
export type DiskFault = keyof typeof diskFaults;

/** The system calls that fail: all that write. */
const failing = /^(fsync|fdatasync|p?writev?(64)?|rename(at2?)?|unlink(at)?|ftruncate)$/;

/** Runs operations on a SQLite store in a folder while one system call fails. */
export async function openFaultyDisk() {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), 'disk-faults-'));
  const folder = join(parent, 'data');
  const child = await startOperations<typeof import('./disk-scenarios.ts')>(
    new URL('disk-scenarios.ts', import.meta.url),
  );
  const traced = { pid: child.pid, folder };

  return {
    operationNames: () => child.run('operationNames'),
    /** Runs an operation without a fault. Resolves with its calls and any violations. */
    async rehearse(operation: string, aftermath: Aftermath = 'continue') {
      await child.run('prepareScenario', operation, folder);
      const { calls } = await recordCalls(traced, () => child.run('runScenario'));
      const points = calls.filter(({ name }) => failing.test(name));
      return { points, violations: await child.run('finishScenario', aftermath) };
    },
    /** Runs an operation while one call fails. `isReached` says whether the call was made. */
    async run(operation: string, call: DiskCall, fault: DiskFault, aftermath: Aftermath) {
      await child.run('prepareScenario', operation, folder);
      const { injected } = await failCall({ ...traced, call, ...diskFaults[fault] }, () =>
        child.run('runScenario'),
      );
      return { isReached: injected, violations: await child.run('finishScenario', aftermath) };
    },
    async close() {
      await child.stop();
      rmSync(parent, { recursive: true });
    },
  };
}
