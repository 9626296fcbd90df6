import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MaintenanceDependencies, startMaintenance } from './maintenance.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts maintenance of a store that needs none and counts the calls. */
async function start(findings: object[] = []) {
  const lines: string[] = [];
  const counts = { purge: 0, sweep: 0, definitions: 0, makeAllDue: 0, reports: 0 };
  let steppedMs = 0;
  let hasRoom = true;
  const archive = {
    readClock: async () => Date.now() - steppedMs,
    async purge(which: string) {
      if (which === 'tombstones') counts.purge += 1;
      return [];
    },
    filesToErase: async () => [],
    noteFilesErased: async () => {},
    filesNeeded: async () => new Set(),
    checkpoint: async () => {},
    restoreRoom: async () => hasRoom,
  };
  const overdue = [{ kind: 'enquiry', case_type: 'other', state: 'waiting', count: 3, oldest_ms: 3_600_001 }];
  const spool = {
    async eraseUnfinished() {
      counts.sweep += 1;
    },
    filesOlderThan: async () => [],
  };
  const inspect = async () => ({ findings, overdue });
  const store = { archive, spool, inspect };
  const stop = await startMaintenance({
    ...(store as unknown as MaintenanceDependencies), // Maintenance calls nothing else.
    keepMs: () => 1,
    async report() {
      counts.reports += 1;
    },
    async purgeDefinitions() {
      counts.definitions += 1;
    },
    async makeAllDue() {
      counts.makeAllDue += 1;
    },
    monotonicMs: () => performance.now(),
    log: pino({}, { write: line => lines.push(line) }),
  });
  return {
    counts,
    log: () => lines.join(''),
    lines: () => lines.map(line => JSON.parse(line)),
    stepBack(ms: number) {
      steppedMs += ms;
    },
    fillDisk() {
      hasRoom = false;
    },
    emptyDisk() {
      hasRoom = true;
    },
    stop,
  };
}

test('purges and sweeps at once and hourly, purges definitions daily, and reports deliveries over an hour old', async () => {
  const { counts, log, stop } = await start();
  expect(counts).toMatchObject({ purge: 1, sweep: 1, definitions: 1, makeAllDue: 0 });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(counts).toMatchObject({ purge: 2, sweep: 2, definitions: 1, makeAllDue: 0 });
  expect(log()).toContain('deliveries waiting for over an hour');
  await vi.advanceTimersByTimeAsync(23 * 3_600_000);
  expect(counts).toMatchObject({ sweep: 25, definitions: 2 });
  stop();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(counts).toMatchObject({ sweep: 25, definitions: 2 });
});

test('records at the start and each minute that the process is running', async () => {
  const { counts, stop } = await start();
  expect(counts.reports).toBe(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(counts.reports).toBe(4);
  stop();
});

test('makes all deliveries due within seconds when the clock is stepped back', async () => {
  const { counts, log, stepBack, stop } = await start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts.makeAllDue).toBe(0);
  stepBack(10_800_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(counts.makeAllDue).toBe(1);
  expect(log()).toContain('clock stepped back');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts.makeAllDue).toBe(1);
  stop();
});

test('warns about held deliveries at the start and once a day, while there are any', async () => {
  const findings = [
    { subject: 'held', which: 'refused', count: 4, oldest_ms: 90_000 },
    { subject: 'held', which: 'suspect', count: 2, oldest_ms: 60_000 },
  ];
  const { lines, stop } = await start(findings);
  const warnings = () =>
    lines()
      .filter(({ level }) => level === 40)
      .map(({ msg, cause, count, oldest_ms }) => [msg, cause, count, oldest_ms]);
  const both = [
    ['deliveries held', 'refused', 4, 90_000],
    ['deliveries held', 'suspect', 2, 60_000],
  ];
  expect(warnings()).toEqual(both);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(warnings()).toEqual([...both, ...both]);
  findings.length = 0;
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(warnings()).toHaveLength(4);
  stop();
});

test('says once when the disk is full, and once when it has room again', async () => {
  const { log, fillDisk, emptyDisk, stop } = await start();
  expect(log()).not.toContain('disk');
  fillDisk();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log().match(/disk full: new enquiries and files are refused/g)).toHaveLength(1);
  expect(log()).not.toContain('disk has room again');
  emptyDisk();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log().match(/disk has room again: new enquiries and files are accepted/g)).toHaveLength(1);
  stop();
});
