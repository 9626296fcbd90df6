import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outbox } from '../outbox/outbox.ts';
import type { Spool } from '../spool/spool.ts';
import { startUpkeep } from './maintenance.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Upkeep over a store that has nothing to do, and counts what it is asked for. */
async function start() {
  const lines: string[] = [];
  const counts = { forget: 0, swept: 0, retryAll: 0 };
  let steppedMs = 0;
  const outbox: Pick<
    Outbox,
    'time' | 'forget' | 'unneededFiles' | 'filesErased' | 'needed' | 'tidy' | 'depth'
  > = {
    time: async () => Date.now() - steppedMs,
    async forget() {
      counts.forget += 1;
    },
    unneededFiles: async () => [],
    filesErased: async () => {},
    needed: async () => new Set(),
    tidy: async () => {},
    depth: async () => [{ kind: 'enquiry', state: 'waiting', count: 3, oldest_ms: 3_600_001 }],
  };
  const spool: Pick<Spool, 'eraseUnfinished' | 'filesOlderThan'> = {
    async eraseUnfinished() {
      counts.swept += 1;
    },
    filesOlderThan: async () => [],
  };
  const stop = await startUpkeep({
    outbox: outbox as Outbox, // It asks for nothing else.
    spool: spool as Spool,
    keepMs: 1,
    async retryAll() {
      counts.retryAll += 1;
    },
    monotonicMs: () => performance.now(),
    log: pino({}, { write: line => lines.push(line) }),
  });
  return {
    counts,
    log: () => lines.join(''),
    stepBack(ms: number) {
      steppedMs += ms;
    },
    stop,
  };
}

test('deletes and sweeps at the start and each hour, and warns when something has waited for an hour', async () => {
  const { counts, log, stop } = await start();
  expect(counts).toEqual({ forget: 1, swept: 1, retryAll: 0 });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(counts).toEqual({ forget: 2, swept: 2, retryAll: 0 });
  expect(log()).toContain('the oldest has waited for over an hour');
  stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(counts.swept).toBe(2);
});

test('makes everything due within seconds when the clock is stepped back', async () => {
  const { counts, log, stepBack, stop } = await start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts.retryAll).toBe(0);
  stepBack(10_800_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(counts.retryAll).toBe(1);
  expect(log()).toContain('clock stepped back');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts.retryAll).toBe(1);
  stop();
});
