import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleCreateBody, newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { createRandom, isComplete, seed } from '../../tools/testing/random.ts';
import { hourMs } from '../contract/durations.ts';
import { describeFailure, type Failure } from '../outbox/failure.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';
import { classifyResponse, type Outcome } from './api-outcome.ts';
import { repeatedEntry } from './attempt.ts';
import { DeliveryLoop } from './delivery-loop.ts';

const concurrency = 4;
const latencyMs = 100;
const timeoutMs = 30_000;
const secondMs = 1_000;
const minuteMs = 60_000;

const respond = (status: number, retrySeconds?: number, body = '<html>'): Outcome =>
  classifyResponse(
    'create',
    { status, body, ...(retrySeconds !== undefined && { retryAfter: String(retrySeconds) }) },
    0,
  );
const noConnection: Outcome = {
  kind: 'unavailable',
  failure: { cause: 'not_connected', parameter: 'ECONNREFUSED' },
  says: 'unreachable',
};
const noResponse = (failure: Failure): Outcome => ({
  kind: 'unknown',
  failure,
  says: 'unreachable',
  hasSuccessStatus: false,
});
const timedOut = noResponse({ cause: 'response_timeout', parameter: '30' });
const withEnvelope = JSON.stringify({ code: 400, status: 'refused', result: false });
/** Responses that the enquiry API, or a server in front of it, may give to one delivery alone. */
const poisons = [
  ...[302, 401, 403, 404, 405, 406, 413, 425, 429, 500, 501, 502, 503, 504].map(status => respond(status)),
  respond(429, 20),
  noResponse({ cause: 'no_response', parameter: 'ECONNRESET' }),
  timedOut,
];
/** Responses that everybody may get during an outage. */
const outages = [...poisons, respond(200), respond(400), respond(503, 90), noConnection];

/** An enquiry, when it arrives, and the response that it always gets, unless it is an ordinary one. */
interface Arrival {
  atMs: number;
  lane?: number;
  poison?: Outcome | undefined;
}
interface Scenario {
  arrivals: Arrival[];
  /** What a request gets at a time, of an arrival or a login test; undefined while the enquiry API works. Default: it
   * works. */
  findOutage?: (atMs: number, n: number) => Outcome | undefined;
  /** When everything is made due, as a start does. Default: only at the start. */
  restartMs?: number;
  durationMs: number;
  seed: number;
}
/** In the list of requests, a test of the login. */
const loginTest = -1;

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
async function simulate({ arrivals, findOutage = () => undefined, restartMs, durationMs, seed }: Scenario) {
  // Syncing to a disk would take most of the time.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'simulation-'));
  const outbox = await openSqliteOutbox(folder);
  const startedAt = Date.now();
  const elapsedMs = () => Date.now() - startedAt;
  const requests: { atMs: number; n: number; isMarked: boolean; outcome?: Outcome }[] = [];
  const deliveredAt = new Map<number, number>();
  const respondTo = (n: number): Outcome => {
    const outage = findOutage(elapsedMs(), n);
    if (outage) return outage;
    if (n === loginTest) return respond(400, undefined, withEnvelope);
    const { poison } = arrivals[n]!;
    if (poison) return poison;
    deliveredAt.set(n, elapsedMs());
    return { kind: 'delivered', enquiryApiId: n + 1 };
  };
  const delivery = new DeliveryLoop({
    onDelivered: () => {},
    claims: outbox.claims,
    spool: await openFolderSpool(join(folder, 'spool')),
    enquiryApi: {
      async create(text) {
        const { forename, marketing_keywords } = JSON.parse(text);
        const n = forename === '' ? loginTest : Number(marketing_keywords);
        const isMarked = text.includes(repeatedEntry.id);
        const request: (typeof requests)[number] = { atMs: elapsedMs(), n, isMarked };
        requests.push(request);
        await new Promise(resolve => setTimeout(resolve, latencyMs));
        const outcome = respondTo(n);
        request.outcome = outcome;
        if (outcome === timedOut) await new Promise(resolve => setTimeout(resolve, timeoutMs - latencyMs));
        return outcome;
      },
      upload: () => Promise.reject(new Error('no attachments here')),
      close: async () => {},
    },
    concurrency,
    leaseMs: 65_000,
    onUnknown: () => 'retry',
    monotonicMs: () => performance.now(),
    random: createRandom(seed),
    log: pino({ level: 'silent' }),
    onAvailabilityChange() {},
    metrics: { attempted() {}, ended() {}, loginTested() {} },
  });
  const restart = () => Promise.all([delivery.retryAll(), delivery.testLogin()]);
  if (restartMs !== undefined) setTimeout(restart, restartMs);
  for (const [n, { atMs, lane }] of arrivals.entries()) {
    if (atMs > elapsedMs()) await vi.advanceTimersByTimeAsync(atMs - elapsedMs());
    const content = { ...exampleCreateBody, marketing_keywords: String(n) };
    let isAdded = false;
    const adding = outbox.intake.add({ ...newEnquiry(n), lane, content }).then(() => {
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
      row.settled_at - startedAt,
    ]),
  );
  const stopping = delivery.stop(0);
  await vi.advanceTimersByTimeAsync(minuteMs);
  await stopping;
  await outbox.close();
  rmSync(folder, { recursive: true });
  return { requests, deliveredAt, heldAt };
}

const choose = <Value>(random: () => number, values: Value[]) =>
  values[Math.floor(random() * values.length)]!;

/** Enquiries in a random order: half of them arrive before the start, the others within a period. Ordinary ones follow
 * every five minutes for an hour. */
function mix(
  random: () => number,
  poisoned: (Outcome | undefined)[],
  ordinary: number,
  withinMs: number,
): Arrival[] {
  const arrivals = [...poisoned, ...Array.from({ length: ordinary }, () => undefined)].map(poison => ({
    atMs: random() < 0.5 ? 0 : Math.floor(random() * withinMs),
    poison,
    lane: Math.floor(256 * random()),
    order: random(),
  }));
  return [
    ...arrivals.sort((a, b) => a.atMs - b.atMs || a.order - b.order),
    ...Array.from({ length: 12 }, (_, n) => ({ atMs: withinMs + (n + 1) * 5 * minuteMs })),
  ];
}

/** What a scenario promises about one enquiry. */
interface Expectation {
  isHealthyFromMs: number;
  /** The longest time until an ordinary enquiry is delivered and a poisoned one is held, from when it has arrived and the
   * enquiry API is healthy. */
  deliveredWithinMs: number;
  heldWithinMs: number;
  /** Whether one that was answered with a success that can't be read may be held. Default: none. */
  mayHoldUnread?: boolean;
}

function expectFairness(
  arrivals: Arrival[],
  { requests, deliveredAt, heldAt }: Awaited<ReturnType<typeof simulate>>,
  { isHealthyFromMs, deliveredWithinMs, heldWithinMs, mayHoldUnread = false }: Expectation,
) {
  const faults = arrivals.flatMap(({ atMs, poison }, n) => {
    const what =
      poison && 'failure' in poison ? `one with ${describeFailure(poison.failure)}` : 'an ordinary one';
    const [endedAt, withinMs] = poison
      ? [heldAt.get(n), heldWithinMs]
      : [deliveredAt.get(n), deliveredWithinMs];
    const tookMs = (endedAt ?? Number.POSITIVE_INFINITY) - Math.max(atMs, isHealthyFromMs);
    const own = requests.filter(each => each.n === n);
    const mayHaveArrived = own.filter(({ outcome }) => outcome?.kind === 'unknown');
    if (mayHaveArrived.length > 5) return [`${n}: ${what} may have arrived ${mayHaveArrived.length} times`];
    if (own.some(({ isMarked, atMs }) => isMarked !== atMs > (mayHaveArrived[0]?.atMs ?? atMs)))
      return [`${n}: ${what} is marked wrongly`];
    const isUnread = mayHaveArrived.some(
      ({ outcome }) => (outcome as { hasSuccessStatus?: boolean }).hasSuccessStatus,
    );
    if (isUnread && mayHoldUnread && heldAt.has(n)) return [];
    if (!poison && heldAt.has(n)) return [`${n}: ${what} is held`];
    return tookMs > withinMs ? [`${n}: ${what} took ${tookMs} ms`] : [];
  });
  expect(faults).toEqual([]);
}

const seeds = (runs: number) =>
  Array.from({ length: isComplete ? 10 * runs : runs }, (_, n) => (seed % 1e6) * 1_000 + n);
/** An ordinary enquiry is sent within this time, however the others fail. */
const deliveredWithinMs = 3 * timeoutMs;
/** Three attempts are made within ten minutes, the others take their time, and then a test of the login must succeed. */
const heldWithin = (poisoned: number) => 15 * minuteMs + 5 * secondMs * (poisoned + 1);
/** After trouble, one that may have been processed is only held after its fifth attempt. */
const heldAfterTroubleMs = 125 * minuteMs;

test.each(seeds(20))(
  'an ordinary enquiry does not wait for those that always fail, which are held (seed %d)',
  async seed => {
    const random = createRandom(seed);
    const poisoned = Array.from({ length: Math.floor(random() * 21) }, () => choose(random, poisons));
    const ordinary = random() < 0.5 ? 1 : 1 + Math.floor(random() * 60);
    const arrivals = mix(random, poisoned, ordinary, 5 * minuteMs);
    expectFairness(arrivals, await simulate({ arrivals, durationMs: 66 * minuteMs, seed }), {
      isHealthyFromMs: 0,
      deliveredWithinMs,
      heldWithinMs: heldWithin(poisoned.length),
    });
  },
);

test.each([
  ['hang', [timedOut]],
  ['fail in any way', poisons],
])(
  'an ordinary enquiry does not wait for those of another sender, who sends two a second, which %s',
  async (_, kinds) => {
    const random = createRandom(seed);
    const failing = Array.from({ length: 560 }, (_, n) => ({
      atMs: n * 500,
      lane: 7,
      poison: choose(random, kinds),
    }));
    const ordinary = Array.from({ length: 40 }, () => ({
      atMs: Math.floor(random() * 280_000),
      lane: 8 + Math.floor(248 * random()),
    }));
    const arrivals: Arrival[] = [...failing, ...ordinary].sort((a, b) => a.atMs - b.atMs);
    expectFairness(arrivals, await simulate({ arrivals, durationMs: 6 * minuteMs, seed }), {
      isHealthyFromMs: 0,
      deliveredWithinMs,
      heldWithinMs: Number.POSITIVE_INFINITY,
    });
  },
);

test('everything that always fails is held even if nothing else arrives', async () => {
  const poison = respond(500);
  const arrivals = [
    ...Array(10).fill({ atMs: 0, poison }),
    { atMs: 1 },
    ...Array(10).fill({ atMs: 2, poison }),
  ];
  expectFairness(arrivals, await simulate({ arrivals, durationMs: 20 * minuteMs, seed }), {
    isHealthyFromMs: 0,
    deliveredWithinMs,
    heldWithinMs: heldWithin(20),
  });
});

test('an enquiry that may have been processed is sent five times, and then held', async () => {
  const poison = respond(500);
  // No test of the login can be read, so the enquiry API may have created it each time.
  const findOutage = (_: number, n: number) => (n === loginTest ? respond(200) : undefined);
  const arrivals = [{ atMs: 0, poison }];
  const { requests, heldAt } = await simulate({ arrivals, findOutage, durationMs: 5 * hourMs, seed });
  expect(requests.filter(({ n }) => n === 0)).toHaveLength(5);
  expect(heldAt.get(0)).toBeLessThan(2.5 * hourMs);
});

/** The longest outage is two days in `npm run test:all`, and an hour otherwise. */
const longestMs = isComplete ? 48 * hourMs : hourMs;

test.each(seeds(20))(
  'an outage costs few requests, holds nothing, and everything is sent soon after it (seed %d)',
  async seed => {
    const random = createRandom(seed);
    const outcome = choose(random, outages);
    const fromMs = Math.floor(random() * 5 * minuteMs);
    const toMs = fromMs + Math.floor(secondMs * (longestMs / secondMs) ** random());
    const poisoned = Array.from({ length: Math.floor(random() * 4) }, () => choose(random, poisons));
    // After a success status, a single attempt is enough to hold an enquiry. If it is the only request during the outage,
    // and the outage ends before the login is tested, nothing shows that there was one.
    const isDecisive = outcome.kind === 'unknown' && outcome.hasSuccessStatus;
    const arrivals = mix(random, poisoned, 1 + Math.floor(random() * 100), toMs + minuteMs).filter(
      ({ atMs }) => !isDecisive || atMs < toMs - secondMs || atMs >= toMs,
    );
    const findOutage = (atMs: number) => (atMs >= fromMs && atMs < toMs ? outcome : undefined);
    const simulation = await simulate({ arrivals, findOutage, durationMs: toMs + 140 * minuteMs, seed });
    // The login is tested every 15 minutes while it is refused, and what had three unknown outcomes waits for an hour.
    const isLogin = outcome.kind === 'misconfigured' && outcome.says === 'login';
    const mayBeUnknown = [outcome, ...poisoned].some(({ kind }) => kind === 'unknown');
    const waitMs = (mayBeUnknown ? 61 : isLogin ? 16 : 5) * minuteMs;
    expectFairness(arrivals, simulation, {
      isHealthyFromMs: toMs,
      deliveredWithinMs: waitMs + 5 * secondMs * (poisoned.length + 1),
      heldWithinMs: heldAfterTroubleMs,
      // An enquiry API whose every response is an unreadable success may have processed each attempt.
      mayHoldUnread: isDecisive && toMs - fromMs > hourMs,
    });
    const during = simulation.requests.filter(({ atMs }) => findOutage(atMs + latencyMs));
    // A probe makes up to four requests: two deliveries, and a test of the login before and after them. The first probes
    // are closer together than the later ones. After a success status, each delivery has a test of the login of its own.
    const most = concurrency + 2 * 4 + (toMs - fromMs) / secondMs;
    expect(during.length).toBeLessThanOrEqual(isDecisive ? 2 * most : most);
  },
  isComplete ? 600_000 : 60_000,
);

test.each(seeds(20))(
  'nothing ordinary is held while the enquiry API comes and goes (seed %d)',
  async seed => {
    const random = createRandom(seed);
    // With a success status, a single attempt decides.
    const outcome = choose(
      random,
      outages.filter(each => each.kind !== 'unknown' || !each.hasSuccessStatus),
    );
    const [upMs, downMs] = [secondMs * 120 ** random(), secondMs * 120 ** random()];
    const toMs = 30 * minuteMs;
    const poisoned = Array.from({ length: Math.floor(random() * 4) }, () => choose(random, poisons));
    const arrivals = mix(random, poisoned, 1 + Math.floor(random() * 100), toMs);
    const findOutage = (atMs: number) =>
      atMs < toMs && atMs % (upMs + downMs) < downMs ? outcome : undefined;
    const simulation = await simulate({ arrivals, findOutage, durationMs: toMs + 130 * minuteMs, seed });
    // After three unknown outcomes, the next attempt is an hour later.
    expectFairness(arrivals, simulation, {
      isHealthyFromMs: toMs,
      deliveredWithinMs: 61 * minuteMs,
      heldWithinMs: heldAfterTroubleMs,
    });
  },
);

test('an enquiry is not held because of an outage that ends before its request times out', async () => {
  const arrivals = Array.from({ length: 16 }, (_, n) => ({ atMs: n * 5 * minuteMs }));
  let [attempts, downUntilMs] = [0, 0];
  const findOutage = (atMs: number, n: number) => {
    if (n === 0 && ++attempts <= 3) downUntilMs = atMs + secondMs;
    return (n === 0 || n === loginTest) && atMs < downUntilMs ? timedOut : undefined;
  };
  const { heldAt, deliveredAt } = await simulate({ arrivals, findOutage, durationMs: 80 * minuteMs, seed });
  expect([...heldAt.keys()]).toEqual([]);
  expect(attempts).toBe(4);
  expect(deliveredAt.size).toBe(arrivals.length);
});

test.each(seeds(5))(
  'nothing is held while enquiries can be checked, but not created (seed %d)',
  async seed => {
    const random = createRandom(seed);
    const outcome = choose(random, [respond(403), respond(413), respond(429), respond(500), respond(503)]);
    const [fromMs, toMs] = [minuteMs, hourMs];
    const arrivals = mix(random, [], 60, toMs);
    const findOutage = (atMs: number, n: number) =>
      n !== loginTest && atMs >= fromMs && atMs < toMs ? outcome : undefined;
    const simulation = await simulate({ arrivals, findOutage, durationMs: toMs + 66 * minuteMs, seed });
    expectFairness(arrivals, simulation, {
      isHealthyFromMs: toMs,
      deliveredWithinMs: 61 * minuteMs,
      heldWithinMs: 0,
    });
  },
);

/** Responses of a phase. `all`: everybody gets the same one. `any`: a part of all requests get any. `creations`: the same,
 * but tests of the login succeed. */
const phases = ['none', 'all', 'any', 'creations'] as const;

test.each(seeds(20))(
  'nothing ordinary is held, or sent again without a mark, through any mixture of responses (seed %d)',
  async seed => {
    const random = createRandom(seed);
    let toMs = 0;
    const trouble = Array.from({ length: 8 }, () => {
      const [fromMs, ms] = [toMs, Math.floor(10 * secondMs * 30 ** random())];
      toMs += ms;
      return {
        fromMs,
        ms,
        kind: choose(random, [...phases]),
        outcome: choose(random, outages),
        share: random() / 2,
      };
    });
    // By then, what was sent before the end of the trouble has timed out.
    const restartMs = toMs + timeoutMs;
    const findOutage = (atMs: number, n: number) => {
      const phase = trouble.find(({ fromMs, ms }) => atMs >= fromMs && atMs < fromMs + ms);
      if (!phase || phase.kind === 'none' || (phase.kind === 'creations' && n === loginTest))
        return undefined;
      if (phase.kind === 'all') return phase.outcome;
      return random() < phase.share ? choose(random, outages) : undefined;
    };
    const poisoned = Array.from({ length: Math.floor(random() * 6) }, () => choose(random, poisons));
    const arrivals = mix(random, poisoned, 1 + Math.floor(random() * 200), toMs);
    const simulation = await simulate({
      arrivals,
      findOutage,
      restartMs,
      durationMs: toMs + 130 * minuteMs,
      seed,
    });
    expectFairness(arrivals, simulation, {
      isHealthyFromMs: restartMs,
      deliveredWithinMs: minuteMs + timeoutMs,
      heldWithinMs: heldAfterTroubleMs,
      mayHoldUnread: true,
    });
  },
);
