import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '../outbox/failure.ts';
import type { Outcome } from './api-outcome.ts';
import { LoginTest } from './login-test.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;
const accepted: Outcome = {
  kind: 'refused',
  failure: { cause: 'responded', status: 400 },
  says: 'decided',
  field: 'forename',
};
const delivered: Outcome = { kind: 'delivered', enquiryApiId: 1 };
const refusedLogin: Outcome = {
  kind: 'misconfigured',
  failure: { cause: 'responded', status: 401 },
  says: 'login',
};
const unavailable: Outcome = {
  kind: 'unavailable',
  failure: { cause: 'responded', status: 503 },
  says: 'unreachable',
};
const noResponse: Outcome = {
  kind: 'unknown',
  failure: { cause: 'no_response', parameter: 'ECONNRESET' },
  says: 'unreachable',
  hasSuccessStatus: false,
};

/** Starts the tests of a login, to which the enquiry API responds with the outcome of the time. */
function start(first: Outcome = accepted) {
  const seen = {
    outcome: first,
    requests: [] as string[],
    /** What the status shows. */
    failure: null as Failure | null,
    outcomes: [] as Outcome[],
    logged: [] as string[],
    counted: [] as string[],
  };
  const loginTest = new LoginTest({
    enquiryApi: {
      async create(text) {
        seen.requests.push(text);
        return seen.outcome;
      },
    },
    monotonicMs: () => performance.now(),
    random: () => 0.5,
    onChange(failure) {
      seen.failure = failure;
    },
    onOutcome: outcome => seen.outcomes.push(outcome),
    log: pino({ level: 'info' }, { write: line => seen.logged.push(JSON.parse(line).msg) }),
    metrics: { loginTested: outcome => seen.counted.push(outcome) },
  });
  onTestFinished(() => loginTest.stop());
  const run = () => loginTest.run();
  return {
    loginTest,
    run,
    seen,
    elapse: (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs),
  };
}

test('tests the login after each 15 minutes without a delivery, with a request that creates nothing', async () => {
  const { seen, elapse, loginTest } = start();
  await elapse(14);
  expect(seen.requests).toEqual([]);
  loginTest.noteOutcome(delivered);
  await elapse(14);
  expect(seen.requests).toEqual([]);
  await elapse(1);
  expect(seen.requests.map(text => JSON.parse(text).forename)).toEqual(['']);
  await elapse(30);
  expect(seen.requests).toHaveLength(3);
  expect(seen.counted).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(seen.outcomes).toEqual([accepted, accepted, accepted]);
  expect(seen.failure).toBeNull();
  expect(seen.logged).toEqual([]);
});

test.each<Outcome>([
  refusedLogin,
  { kind: 'misconfigured', failure: { cause: 'responded', status: 404 }, says: 'nothing' },
  { kind: 'misconfigured', failure: { cause: 'responded', status: 302 }, says: 'nothing' },
])('logs, counts and shows each failure, until a test succeeds: $failure.status', async outcome => {
  const { seen, run } = start(outcome);
  await run();
  await run();
  expect(seen.logged).toEqual(['login test failed', 'login test failed']);
  expect(seen.counted).toEqual(['failed', 'failed']);
  expect(seen).toMatchObject({
    failure: (outcome as { failure: Failure }).failure,
    outcomes: [outcome, outcome],
  });
  seen.outcome = accepted;
  await run();
  expect(seen.failure).toBeNull();
  expect(seen.logged.at(-1)).toBe('login works again');
});

test('a delivery shows that the login works again', async () => {
  const { seen, run, loginTest } = start(refusedLogin);
  expect(loginTest.isFailing).toBe(false);
  await run();
  for (const outcome of [unavailable, noResponse, refusedLogin]) loginTest.noteOutcome(outcome);
  expect(seen.failure).toEqual({ cause: 'responded', status: 401 });
  expect(loginTest.isFailing).toBe(true);
  loginTest.noteOutcome(delivered);
  expect(seen.failure).toBeNull();
  expect(loginTest.isFailing).toBe(false);
});

test('an enquiry API that is down says nothing about the login', async () => {
  const { seen, run } = start(unavailable);
  await run();
  expect(seen.failure).toBeNull();
  seen.outcome = refusedLogin;
  await run();
  seen.outcome = noResponse;
  await run();
  expect(seen.failure).toEqual({ cause: 'responded', status: 401 });
  expect(seen.counted).toEqual(['unknown', 'failed', 'unknown']);
  expect(seen.logged).toEqual(['login not tested', 'login test failed', 'login not tested']);
});

test('does not test a login that deliveries keep finding wrong, because that may lock the account', async () => {
  const { seen, elapse, loginTest } = start(refusedLogin);
  for (let n = 0; n < 8; n++) {
    await elapse(8);
    loginTest.noteOutcome(refusedLogin);
  }
  expect(seen.requests).toEqual([]);
  await elapse(15);
  expect(seen.requests).toHaveLength(1);
});

test('after a reload during a test, the login is tested once more', async () => {
  const { seen, run } = start();
  await Promise.all([run(), run(), run()]);
  expect(seen.requests).toHaveLength(1);
  const first = run();
  await Promise.resolve(); // The test begins.
  await Promise.all([first, run(), run()]);
  expect(seen.requests).toHaveLength(3);
});

test('stops testing once a test has created an enquiry', async () => {
  const { seen, run, elapse } = start(delivered);
  await run();
  await run();
  await elapse(60);
  expect(seen.requests).toHaveLength(1);
  expect(seen.counted).toEqual(['created']);
  expect(seen.logged).toEqual(['login test created an enquiry']);
});

test('tests nothing once it is stopped', async () => {
  const { seen, run, loginTest, elapse } = start();
  await loginTest.stop();
  await run();
  await elapse(60);
  expect(seen.requests).toEqual([]);
});
