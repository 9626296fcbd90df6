import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRandom } from '../../tools/faults/seeded-random.ts';
import { exampleCreateBody, newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import { createDelivery } from './delivery.ts';
import type { Outcome } from './outcome.ts';

const concurrency = 4;
const latencyMs = 100;
const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** An enquiry, when it arrives, and whether a firewall in front of the enquiry API blocks it. */
interface Arrival {
  atMs: number;
  isBlocked: boolean;
}
interface Scenario {
  arrivals: Arrival[];
  /** Every request gets this outcome from the first time to the second. */
  outage?: { fromMs: number; toMs: number; outcome: Outcome };
  /** What a blocked enquiry gets. Default: 403. */
  blocked?: Outcome;
  durationMs: number;
}
/** In the list of requests, a test of the login. */
const loginTest = -1;
const refusedAccess: Outcome = { kind: 'misconfigured', reason: 'responded 403', cause: 'access' };

beforeEach(() => {
  vi.useFakeTimers({
    now: 1_000_000,
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
      'Date',
      'performance',
    ],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs the delivery loop on a real outbox, with a clock that jumps from event to event. Times are milliseconds since
 * the start. */
async function simulate({ arrivals, outage, blocked = refusedAccess, durationMs }: Scenario) {
  // Syncing to a disk would take most of the time.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'simulation-'));
  const outbox = await openSqliteOutbox(folder);
  const startedAt = Date.now();
  const elapsedMs = () => Date.now() - startedAt;
  const requests: { atMs: number; n: number }[] = [];
  const deliveredAt = new Map<number, number>();
  const delivery = createDelivery({
    claims: outbox.claims,
    spool: await openFolderSpool(join(folder, 'spool')),
    enquiryApi: {
      async create(text) {
        const { forename, marketing_keywords } = JSON.parse(text);
        const n = forename === '' ? loginTest : Number(marketing_keywords);
        requests.push({ atMs: elapsedMs(), n });
        await new Promise(resolve => setTimeout(resolve, latencyMs));
        const now = elapsedMs();
        if (outage && now >= outage.fromMs && now < outage.toMs) return outage.outcome;
        if (n === loginTest) return { kind: 'refused', reason: 'responded 400' };
        if (arrivals[n]!.isBlocked) return blocked;
        deliveredAt.set(n, now);
        return { kind: 'delivered', enquiryApiId: n + 1 };
      },
      upload: () => Promise.reject(new Error('no attachments here')),
      close: async () => {},
    },
    concurrency,
    leaseMs: 65_000,
    onUnknown: () => 'retry',
    monotonicMs: () => performance.now(),
    random: createRandom(1),
    log: pino({ level: 'silent' }),
    onLoginChange() {},
    metrics: { attempted() {}, ended() {}, loginTested() {} },
  });
  for (const [n, { atMs }] of arrivals.entries()) {
    if (atMs > elapsedMs()) await vi.advanceTimersByTimeAsync(atMs - elapsedMs());
    const content = { ...exampleCreateBody, marketing_keywords: String(n) };
    let isAdded = false;
    const adding = outbox.intake.add({ ...newEnquiry(n), content }).then(() => {
      isAdded = true;
    });
    // A commit waits for a turn of the event loop.
    while (!isAdded) await vi.advanceTimersByTimeAsync(1);
    await adding;
  }
  await vi.advanceTimersByTimeAsync(durationMs - elapsedMs());
  const heldAt = new Map(
    (await outbox.operator.list({ state: 'held' })).map(row => [
      Number(row.idempotency_key.slice('key-'.length)),
      { atMs: row.settled_at - startedAt, reason: row.last_failure },
    ]),
  );
  const stopping = delivery.stop(0);
  await vi.advanceTimersByTimeAsync(minuteMs);
  await stopping;
  await outbox.close();
  rmSync(folder, { recursive: true });
  return { requests, deliveredAt, heldAt };
}

/** Enquiries in a random order: half of them arrive before the start, the others within a period. Two ordinary ones
 * follow, the last one when everything has been tried. */
function mix(seed: number, blockedCount: number, ordinaryCount: number, withinMs: number): Arrival[] {
  const random = createRandom(seed);
  const arrivals = Array.from({ length: blockedCount + ordinaryCount }, (_, n) => ({
    atMs: random() < 0.5 ? 0 : Math.floor(random() * withinMs),
    isBlocked: n < blockedCount,
    order: random(),
  }));
  return [
    ...arrivals.sort((a, b) => a.atMs - b.atMs || a.order - b.order),
    { atMs: withinMs, isBlocked: false },
    { atMs: withinMs + 5 * secondMs * (blockedCount + 1), isBlocked: false },
  ];
}

test.each([
  [1, 1, 1],
  [2, 1, 40],
  [3, 12, 1],
  [4, 12, 30],
  [5, 50, 1],
  [6, 50, 200],
  [7, 3, 1_000],
])(
  'enquiries that a firewall blocks are held soon and hardly delay others (seed %d: %d blocked, %d others)',
  async (seed, blockedCount, ordinaryCount) => {
    const arrivals = mix(seed, blockedCount, ordinaryCount, 5 * minuteMs);
    const alone = await simulate({
      arrivals: arrivals.map(each => ({ ...each, isBlocked: false })),
      durationMs: 20 * minuteMs,
    });
    const { requests, deliveredAt, heldAt } = await simulate({ arrivals, durationMs: 30 * minuteMs });
    const firstTriedAt = new Map(requests.toReversed().map(({ n, atMs }) => [n, atMs]));
    const allTriedAt = Math.max(
      ...arrivals.flatMap(({ isBlocked }, n) => (isBlocked ? [firstTriedAt.get(n)!] : [])),
    );
    // Before that, they may look like an outage.
    const nextSuccessAt = Math.min(...[...deliveredAt.values()].filter(each => each > allTriedAt));
    for (const [n, { atMs, isBlocked }] of arrivals.entries()) {
      if (isBlocked) {
        expect(heldAt.get(n)).toMatchObject({ reason: 'blocked before the enquiry API: responded 403' });
        expect(heldAt.get(n)!.atMs).toBeLessThanOrEqual(nextSuccessAt + 10 * minuteMs);
        continue;
      }
      const delayMs = deliveredAt.get(n)! - alone.deliveredAt.get(n)!;
      expect(delayMs).toBeLessThanOrEqual(5 * secondMs * (blockedCount + 1));
      // Later attempts of blocked enquiries only take a place for a moment.
      if (atMs > allTriedAt) expect(delayMs).toBeLessThanOrEqual(2 * latencyMs);
    }
  },
  60_000,
);

const outages: [string, Outcome][] = [
  ['503', { kind: 'unavailable', reason: 'responded 503' }],
  ['429 with Retry-After', { kind: 'unavailable', reason: 'responded 429', retryAfterMs: hourMs }],
  ['refused connections', { kind: 'unavailable', reason: 'no connection (ECONNREFUSED)' }],
  ['500', { kind: 'unknown', reason: 'responded 500', hasSuccessStatus: false }],
  ['401', { ...refusedAccess, cause: 'login' }],
  ['a redirect', { ...refusedAccess, cause: 'redirect' }],
];
test.each(outages)(
  'an outage costs few requests, and everything is delivered soon after it: %s',
  async (_, outcome) => {
    const arrivals = mix(8, 0, 300, 30 * minuteMs);
    const outage = { fromMs: 5 * minuteMs, toMs: 25 * minuteMs, outcome };
    const { requests, deliveredAt, heldAt } = await simulate({ arrivals, outage, durationMs: 3 * hourMs });
    const failed = requests.filter(
      ({ atMs }) => atMs + latencyMs >= outage.fromMs && atMs + latencyMs < outage.toMs,
    );
    // Three failures, where one counted as an outage before, then a few probes at growing intervals, and one a minute.
    expect(failed.length).toBeLessThanOrEqual(3 + 9 + 20);
    // A delivery with three unknown outcomes is held.
    expect(heldAt.size).toBeLessThanOrEqual(outcome.kind === 'unknown' ? 3 : 0);
    const lastProbeAt = outage.toMs + (outcome.kind === 'misconfigured' ? 15 : 1) * minuteMs;
    const askedMs = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
    const wasTried = new Set(failed.map(({ n }) => n));
    for (const [n, { atMs }] of arrivals.entries()) {
      if (heldAt.has(n)) continue;
      const latestAt =
        Math.max(atMs, lastProbeAt) + (wasTried.has(n) ? askedMs + 3 * minuteMs : 20 * secondMs);
      expect(deliveredAt.get(n)).toBeLessThanOrEqual(latestAt);
    }
  },
  60_000,
);

test('a sender whom the enquiry API limits delays nobody else for more than a minute', async () => {
  const arrivals = mix(9, 1, 60, 30 * minuteMs);
  const blocked: Outcome = { kind: 'unavailable', reason: 'responded 429', retryAfterMs: hourMs };
  const { requests, deliveredAt, heldAt } = await simulate({ arrivals, blocked, durationMs: 3 * hourMs });
  expect(heldAt.size).toBe(0);
  const limited = arrivals.findIndex(({ isBlocked }) => isBlocked);
  const attemptsAt = requests.filter(({ n }) => n === limited).map(({ atMs }) => atMs);
  expect(attemptsAt.length).toBeGreaterThan(1);
  for (const [n, atMs] of attemptsAt.entries())
    if (n > 0) expect(atMs - attemptsAt[n - 1]!).toBeGreaterThanOrEqual(hourMs);
  for (const [n, { atMs, isBlocked }] of arrivals.entries())
    if (!isBlocked) expect(deliveredAt.get(n)! - atMs).toBeLessThanOrEqual(minuteMs);
}, 60_000);
