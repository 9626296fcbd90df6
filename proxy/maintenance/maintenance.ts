import type { Logger } from 'pino';
import { dayMs, hourMs } from '../contract/durations.ts';
import type { Archive } from '../outbox/archive.ts';
import type { Inspection } from '../outbox/inspection.ts';
import { logStoreFailure } from '../outbox/outbox.ts';
import { heartbeatMs } from '../outbox/processes.ts';
import { type ErasureList, eraseListedFiles } from '../outbox/spooled-files.ts';
import type { Spool } from '../spool/spool.ts';

/** The age at which tests are erased. */
const maxTestAgeMs = dayMs;
const depthCheckMs = 300_000;
const clockCheckMs = 5_000;
const roomCheckMs = 5_000;

export interface MaintenanceDependencies {
  archive: Archive;
  spool: Spool;
  /** Finds out what needs a person. */
  inspect: () => Promise<Pick<Inspection, 'findings' | 'overdue'>>;
  /** The age at which tombstones are deleted, by the current config. */
  keepMs: () => number;
  /** Deletes expired definitions. */
  purgeDefinitions: () => Promise<void>;
  /** Records that this process is running. */
  report: () => Promise<void>;
  /** Called when the clock that due times use was stepped back. */
  makeAllDue: () => Promise<void>;
  monotonicMs: () => number;
  log: Logger;
}

/** At the start and then hourly, deletes expired tombstones, tests and files. Deletes expired definitions at the start and
 * then daily. Reports overdue deliveries every five minutes, and held ones at the start and then daily.
 * Checks the clock and the room on the disk every five seconds, and records each minute that the process is running.
 * Resolves with a function that stops it. */
export async function startMaintenance(dependencies: MaintenanceDependencies): Promise<() => void> {
  const { archive, spool, inspect, keepMs, purgeDefinitions, report, makeAllDue, monotonicMs, log } =
    dependencies;
  const measureStep = createClockWatch(archive.readClock, monotonicMs);

  async function cleanUp(): Promise<void> {
    await archive.purge('tombstones', keepMs());
    const tests = await archive.purge('tests', maxTestAgeMs);
    // Erasing their files by reference includes copies from repeated uploads.
    if (tests.length > 0) await spool.eraseEnquiryFiles(tests);
    await sweep(archive, spool);
  }

  async function checkDepth(): Promise<void> {
    await archive.checkpoint();
    for (const { kind, case_type, count, oldest_ms } of (await inspect()).overdue)
      log.error({ kind, case_type, count, oldest_ms }, 'deliveries waiting for over an hour');
  }

  /** Reports what only the operator can end. Each process of a fleet does. */
  async function reportKept(): Promise<void> {
    for (const { subject, which: cause, count, oldest_ms } of (await inspect()).findings) {
      if (subject === 'held') log.warn({ cause, count, oldest_ms }, 'deliveries held');
      if (subject === 'orphans') log.error({ files: count }, 'orphaned files');
    }
  }

  async function checkClock(): Promise<void> {
    const stepped_back_ms = await measureStep();
    if (stepped_back_ms === 0) return;
    log.warn({ stepped_back_ms }, 'clock stepped back: all deliveries are due now');
    await makeAllDue();
  }

  let hasRoom = true;
  async function checkRoom(): Promise<void> {
    const hadRoom = hasRoom;
    hasRoom = await archive.restoreRoom();
    if (hadRoom && !hasRoom) log.error('disk full: new enquiries and files are refused');
    if (hasRoom && !hadRoom) log.info('disk has room again: new enquiries and files are accepted');
  }

  /** Logs failures, which are the store's fault. The next run may succeed. */
  const logFailures = (work: () => Promise<void>) => () => work().catch(error => logStoreFailure(log, error));
  const atStart: [() => Promise<void>, intervalMs: number][] = [
    [cleanUp, hourMs],
    [purgeDefinitions, dayMs],
    [checkClock, clockCheckMs],
    [reportKept, dayMs],
    [checkRoom, roomCheckMs],
    [report, heartbeatMs],
  ];
  for (const [work] of atStart) await logFailures(work)();
  const all = [...atStart, [checkDepth, depthCheckMs] as const];
  const timers = all.map(([work, intervalMs]) => setInterval(logFailures(work), intervalMs));
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** The tolerance for clocks that run at different speeds, and for the precision of a database clock. */
const clockToleranceMs = 1_000;

/** Detects when a clock is stepped back, because deliveries due by it would wait that much longer. Compares the clock
 * with one that never goes back; both in milliseconds. The returned function resolves with how far the clock was stepped
 * back since the last call; 0 if it wasn't. */
export function createClockWatch(readClock: () => Promise<number>, monotonicMs: () => number) {
  let last: { time: number; at: number } | undefined;
  return async (): Promise<number> => {
    const startedAt = monotonicMs();
    const time = await readClock();
    // A slow response must not look like a step, so this is the least time that can have passed between the readings.
    const passedMs = last ? startedAt - last.at : 0;
    const steppedMs = last ? last.time + passedMs - time : 0;
    last = { time, at: monotonicMs() };
    return steppedMs > clockToleranceMs ? steppedMs : 0;
  };
}

/** Longer than an upload may take, so a file that is unfinished by then never will be finished. */
const unfinishedMs = 2 * 3_600_000;
/** Longer than a commit may take, so a complete file without a delivery by then was never acknowledged. */
const unclaimedMs = dayMs;

/** Erases the files listed for erasure, old unfinished uploads, and old complete files without a delivery. Leaves
 * younger files alone, because their commits may be under way. Not for a folder that was just opened, because its outbox
 * may have been lost. */
export async function sweep(archive: ErasureList, spool: Spool): Promise<void> {
  await eraseListedFiles(archive, spool);
  await spool.eraseUnfinished(unfinishedMs);
  const old = await spool.filesOlderThan(unclaimedMs);
  const needed = await archive.filesNeeded(old);
  for (const name of old) if (!needed.has(name)) await spool.erase(name);
}
