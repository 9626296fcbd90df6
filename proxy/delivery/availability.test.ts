import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '../outbox/failure.ts';
import type { FailedOutcome, Outcome } from './api-outcome.ts';
import { Availability } from './availability.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const secondMs = 1_000;
const minuteMs = 60_000;
const answer: Outcome = {
  kind: 'refused',
  failure: { cause: 'responded', status: 400 },
  says: 'decided',
  field: 'forename',
};
const responded = (
  kind: 'misconfigured' | 'unavailable',
  status: number,
  says: FailedOutcome['says'] = 'nothing',
): FailedOutcome => ({ kind, failure: { cause: 'responded', status }, says });
const refusedLogin = responded('misconfigured', 401, 'login');
const refusedAccess = responded('misconfigured', 403);
const tooMany = responded('unavailable', 429);
const unavailable = responded('unavailable', 503, 'unreachable');
const noResponse: FailedOutcome = {
  kind: 'unknown',
  failure: { cause: 'no_response', parameter: 'ECONNRESET' },
  says: 'unreachable',
  hasSuccessStatus: false,
};
const internalError: FailedOutcome = {
  kind: 'unknown',
  failure: { cause: 'responded', status: 500 },
  says: 'nothing',
  hasSuccessStatus: false,
};
const unreadable: FailedOutcome = {
  kind: 'unknown',
  failure: { cause: 'responded_without_result', status: 200 },
  says: 'nothing',
  hasSuccessStatus: true,
};

/** Starts to watch an enquiry API that responds to each test of the login with `seen.outcome`. */
function start(first: Outcome | Promise<Outcome> = answer) {
  const seen = {
    outcome: first,
    requests: [] as { atMs: number; text: string }[],
    /** What the status shows. */
    failure: null as Failure | null,
    logged: [] as string[],
    counted: [] as string[],
  };
  const startedAt = performance.now();
  const availability = new Availability({
    enquiryApi: {
      async create(text) {
        seen.requests.push({ atMs: performance.now() - startedAt, text });
        return await seen.outcome;
      },
    },
    monotonicMs: () => performance.now(),
    random: () => 0.5,
    onChange(failure) {
      seen.failure = failure;
    },
    onTested() {},
    log: pino({ level: 'info' }, { write: line => seen.logged.push(JSON.parse(line).msg) }),
    metrics: { loginTested: outcome => seen.counted.push(outcome) },
  });
  onTestFinished(() => availability.stop());
  const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { availability, seen, elapse };
}

test('an error in a test of the login is logged, and fails the test', async () => {
  const { seen, availability } = start(Promise.reject(new TypeError('no such label')));
  expect(await availability.test()).toBe(false);
  expect(seen.logged).toEqual(['internal error']);
});

test('tests the login after each 15 minutes without a success, with a request that creates nothing', async () => {
  const { seen, elapse, availability } = start();
  await elapse(14 * minuteMs);
  availability.noteSuccess();
  await elapse(14 * minuteMs);
  expect(seen.requests).toEqual([]);
  await elapse(minuteMs);
  expect(seen.requests.map(({ text }) => JSON.parse(text).forename)).toEqual(['']);
  await elapse(30 * minuteMs);
  expect(seen.requests).toHaveLength(3);
  expect(seen.counted).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect([availability.isDown, availability.isFailing, seen.failure, seen.logged]).toEqual([
    false,
    false,
    null,
    [],
  ]);
});

test.each<[Outcome, boolean, string, string]>([
  [unavailable, true, 'unknown', 'enquiry API unavailable'],
  [noResponse, true, 'unknown', 'enquiry API unavailable'],
  [internalError, true, 'unknown', 'enquiry API unavailable'],
  [refusedLogin, true, 'failed', 'login test failed'],
  [refusedAccess, false, 'failed', 'login test failed'],
  [responded('misconfigured', 302), false, 'failed', 'login test failed'],
  [tooMany, false, 'unknown', 'login not tested'],
  [unreadable, false, 'unknown', 'login not tested'],
])(
  'judges, logs once, counts and shows a failure, until a test or a delivery succeeds: %o',
  async (outcome, ...expected) => {
    for (const end of ['test', 'noteSuccess'] as const) {
      const { seen, availability } = start(outcome);
      await availability.test();
      await availability.test();
      expect([availability.isDown, seen.counted[0], ...seen.logged]).toEqual(expected);
      expect([availability.isFailing, seen.failure]).toEqual([true, (outcome as FailedOutcome).failure]);
      seen.outcome = answer;
      await availability[end]();
      expect([availability.isDown, availability.isFailing, seen.failure]).toEqual([false, false, null]);
      expect(seen.logged.at(-1)).toBe('enquiry API available');
    }
  },
);

test.each<[Outcome, number[]]>([
  [unavailable, [0, 1, 3, 7, 12, 17]],
  [unreadable, [0]],
])('during an outage, tests are 1, 2, 4 and then 5 seconds apart: $kind', async (outcome, seconds) => {
  const { seen, availability, elapse } = start({ ...outcome, retryAfterMs: 3_600_000 } as Outcome);
  await availability.test();
  await elapse(17 * secondMs);
  expect(seen.requests.map(({ atMs }) => atMs / secondMs)).toEqual(seconds);
});

test('while the login is refused, tests are rarer and rarer, because that may lock the account', async () => {
  const { seen, availability, elapse } = start(refusedLogin);
  await availability.test();
  await elapse(60 * minuteMs);
  expect(seen.requests).toHaveLength(16);
  expect(seen.requests.at(-1)!.atMs - seen.requests.at(-2)!.atMs).toBe(450_000);
});

test('failures that come soon after a test need no other one', async () => {
  const { seen, availability, elapse } = start();
  for (let n = 0; n < 9; n++) {
    availability.check();
    await elapse(secondMs);
  }
  expect(seen.requests).toHaveLength(5);
});

test('during a test, the state is in doubt until a delivery succeeds, which says more than the test', async () => {
  const { seen, availability, elapse } = start();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  seen.outcome = promise;
  const ended = availability.test();
  await elapse(secondMs);
  expect(availability.isInDoubt).toBe(true);
  availability.noteSuccess();
  expect(availability.isInDoubt).toBe(false);
  resolve(noResponse);
  expect(await ended).toBe(false);
  expect(availability.isDown).toBe(false);
});

test('during an outage, a delivery may be tried every five minutes, and every hour while the login is refused', async () => {
  const { seen, availability, elapse } = start(unavailable);
  const take = () => {
    const isAllowed = availability.allowsException;
    if (isAllowed) availability.noteException();
    return isAllowed;
  };
  const taken = [take()];
  await availability.test();
  for (let n = 0; n < 5; n++) {
    taken.push(take());
    await elapse(2.5 * minuteMs);
  }
  expect(taken).toEqual([false, false, false, true, false, true]);
  seen.outcome = refusedLogin;
  await availability.test();
  await elapse(50 * minuteMs);
  expect(take()).toBe(false);
  await elapse(10 * minuteMs);
  expect(take()).toBe(true);
});

test.each<[string, (availability: Availability) => unknown, Outcome, boolean]>([
  ['a test that fails', availability => availability.test(), tooMany, true],
  ['a test that succeeds', availability => availability.test(), answer, false],
  ['a delivery that succeeds at last', availability => availability.noteRecovery(), answer, true],
])('%s is a sign of trouble or not', async (_, happen, outcome, isSign) => {
  const { availability, elapse } = start(outcome);
  expect(availability.steadyForMs).toBe(Number.POSITIVE_INFINITY);
  await happen(availability);
  await elapse(minuteMs);
  expect(availability.steadyForMs).toBe(isSign ? minuteMs : Number.POSITIVE_INFINITY);
});

test('after a reload during a test, the login is tested once more', async () => {
  const { seen, availability } = start();
  const run = () => availability.run();
  await Promise.all([run(), run(), run()]);
  expect(seen.requests).toHaveLength(1);
  const first = availability.test();
  await Promise.all([first, run(), run()]);
  expect(seen.requests).toHaveLength(3);
});

test('stops testing once a test has created an enquiry', async () => {
  const { seen, availability, elapse } = start({ kind: 'delivered', enquiryApiId: 1 });
  await availability.run();
  await availability.run();
  await elapse(60 * minuteMs);
  expect(seen.requests).toHaveLength(1);
  expect(seen.counted).toEqual(['created']);
  expect(seen.logged).toEqual(['login test created an enquiry']);
});

test('tests nothing once it is stopped', async () => {
  const { seen, availability, elapse } = start();
  await availability.stop();
  await availability.run();
  await elapse(60 * minuteMs);
  expect(seen.requests).toEqual([]);
});
