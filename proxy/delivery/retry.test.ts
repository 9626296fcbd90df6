import { expect, test } from 'vitest';
import type { FailedOutcome } from './outcome.ts';
import { computeBackoffMs, computePause } from './retry.ts';

const minuteMs = 60_000;
const noResponse: FailedOutcome = {
  kind: 'unknown',
  failure: { cause: 'interrupted' },
  says: 'unreachable',
  hasSuccessStatus: false,
};
const refusedAccess: FailedOutcome = {
  kind: 'misconfigured',
  failure: { cause: 'interrupted' },
  says: 'nothing',
};
const unavailable: FailedOutcome = {
  kind: 'unavailable',
  failure: { cause: 'interrupted' },
  says: 'unreachable',
};
const pause = (outcome: FailedOutcome, attempts: number, unknown_outcomes = 0) =>
  computePause(outcome, { attempts, unknown_outcomes }, 0.5);

test('attempts with an unknown outcome are 1, 10 and 60 minutes after the first, and then an hour apart', () => {
  const pauses = [1, 2, 3, 4, 9].map(n => pause(noResponse, 9, n).minDelayMs / minuteMs);
  expect(pauses).toEqual([1, 9, 50, 60, 60]);
});

test('after a response that may be about one delivery alone, it is attempted again in 1 and then 3 minutes', () => {
  const pauses = [1, 2, 3, 9].map(n => pause(refusedAccess, n).minDelayMs / minuteMs);
  expect(pauses).toEqual([1, 3, 3, 3]);
});

test('a delivery that was not processed may be sent as a probe at once, and is due after a backoff', () => {
  expect([1, 2, 99].map(n => pause(unavailable, n))).toEqual([
    { minDelayMs: 0, delayMs: 1_000 },
    { minDelayMs: 0, delayMs: 2_000 },
    { minDelayMs: 0, delayMs: 150_000 },
  ]);
});

test.each([noResponse, refusedAccess, unavailable])(
  'a delivery is never sent before the time that the enquiry API asked for: $kind',
  outcome => {
    const asked = { ...outcome, retryAfterMs: 3_600_000 };
    expect(pause(asked, 1, 1)).toEqual({ minDelayMs: 3_600_000, delayMs: 3_600_000 });
  },
);

test('the backoff is between 0 and a maximum', () => {
  expect([1, 2, 3, 99].map(attempts => computeBackoffMs(attempts, 0.5, 900_000))).toEqual([
    1_000, 2_000, 4_000, 450_000,
  ]);
  expect(computeBackoffMs(99, 0, 900_000)).toBe(0);
});
