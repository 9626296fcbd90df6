import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../database/node-sqlite.ts';
import { createMetrics } from './metrics.ts';
import { watchPauses } from './pauses.ts';

/** What Node measures, as if it came from Node. */
let deliver: (entries: object[]) => void;
class Observer {
  constructor(callback: (list: { getEntries: () => object[] }) => void) {
    deliver = entries => callback({ getEntries: () => entries });
  }
  observe() {}
  takeRecords = () => [];
  disconnect() {}
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('PerformanceObserver', Observer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const gc = (startTime: number, duration: number) => ({ entryType: 'gc', name: 'gc', startTime, duration });
const statement = (startTime: number, duration: number) => ({
  entryType: 'measure',
  name: 'vacuum',
  startTime,
  duration,
});

test.each<[string, number, object[], object[]]>([
  [
    'by garbage collection',
    700,
    [gc(10, 1), gc(150, 500)],
    [{ ms: 600, cause: 'gc', gc_ms: 500, requests: 3 }],
  ],
  ['by a statement', 700, [gc(150, 5), statement(150, 400)], [{ cause: 'statement', statement: 'vacuum' }]],
  ['by something else', 700, [statement(10, 50)], [{ cause: 'other', gc_ms: 0 }]],
  ['for too short a time to be noted', 290, [gc(150, 180)], []],
])('a process that is paused %s', async (_, tookMs, entries, noted) => {
  let now = 0;
  const lines: string[] = [];
  const metrics = createMetrics({ readDepth: async () => [] });
  const stop = watchPauses({
    monotonicMs: () => now,
    countRequests: () => 3,
    metrics,
    log: pino({ level: 'debug' }, { write: line => lines.push(line) }),
  });
  const look = (tookMs: number) => {
    now += tookMs;
    vi.advanceTimersByTime(100);
  };
  look(100);
  look(tookMs);
  deliver(entries);
  look(0); // The next look was due meanwhile.
  for (let n = 0; n < 2; n++) await new Promise(setImmediate);
  expect(lines.map(each => JSON.parse(each))).toMatchObject(noted);
  for (const { cause } of noted as { cause: string }[])
    expect(await metrics.text()).toContain(`enquiry_proxy_pauses_total{cause="${cause}"} 1`);
  stop();
});

test('a slow statement is measured, without values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pauses-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = openDatabase(join(folder, 'outbox.db'));
  const measure = vi.spyOn(performance, 'measure');
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 60;
    return now;
  });
  database.prepare('select ? as fast').all(['Ada']);
  expect(measure).not.toHaveBeenCalled();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 200;
    return now;
  });
  database.prepare('select ? as slow').all(['Ada']);
  expect(measure.mock.calls).toEqual([['select ? as slow', { start: expect.any(Number), duration: 200 }]]);
  void database.close();
});
