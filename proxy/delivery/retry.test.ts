import { expect, test } from 'vitest';
import { computeBackoffMs, decideRetry } from './retry.ts';

const once = { attempts: 1, unknown_outcomes: 0, blocked_outcomes: 0, isBlocked: false };
const refusedAccess = { kind: 'misconfigured', reason: 'responded 403', cause: 'access' } as const;
const unknown = { kind: 'unknown', reason: '', hasSuccessStatus: false } as const;

test('a refused delivery is held', () => {
  expect(decideRetry({ kind: 'refused', reason: '' }, once, 'retry', 0.5)).toEqual({
    action: 'hold',
    reason: '',
    isUnknown: false,
  });
});
test('a delivery is retried more and more slowly while the credentials are wrong', () => {
  const delays = [1, 2, 9].map(attempts =>
    decideRetry({ ...refusedAccess, cause: 'login' }, { ...once, attempts }, 'retry', 0),
  );
  expect(delays).toMatchObject([{ delayMs: 30_000 }, { delayMs: 60_000 }, { delayMs: 150_000 }]);
});
test('a delivery that alone is refused access three times is held', () => {
  const decide = (blocked_outcomes: number) =>
    decideRetry(refusedAccess, { ...once, attempts: 9, blocked_outcomes, isBlocked: true }, 'retry', 0.5);
  for (const n of [0, 1]) expect(decide(n)).toEqual({ action: 'retry', delayMs: 90_000, isUnknown: false });
  expect(decide(2)).toEqual({
    action: 'hold',
    reason: 'blocked before the enquiry API: responded 403',
    isUnknown: false,
  });
});
test('a delivery is never retried before the time that the enquiry API asked for', () => {
  const outcome = { kind: 'unavailable', reason: '', retryAfterMs: 60_000 } as const;
  expect(decideRetry(outcome, once, 'hold', 0.5)).toEqual({
    action: 'retry',
    delayMs: 60_000,
    isUnknown: false,
  });
});
test('a delivery with unknown outcomes is attempted three times in all', () => {
  expect(decideRetry(unknown, { ...once, unknown_outcomes: 1 }, 'retry', 0.5)).toEqual({
    action: 'retry',
    delayMs: 1_000,
    isUnknown: true,
  });
  expect(decideRetry(unknown, { ...once, attempts: 9, unknown_outcomes: 3 }, 'retry', 0.5)).toEqual({
    action: 'hold',
    reason: '',
    isUnknown: true,
  });
});
test('a delivery with an unknown outcome is held immediately when the config requires it', () => {
  expect(decideRetry(unknown, { ...once, unknown_outcomes: 1 }, 'hold', 0.5)).toEqual({
    action: 'hold',
    reason: '',
    isUnknown: true,
  });
});
test('a delivery with a success status that has no result is never attempted again', () => {
  expect(decideRetry({ ...unknown, hasSuccessStatus: true }, once, 'retry', 0.5)).toEqual({
    action: 'hold',
    reason: '',
    isUnknown: true,
  });
});
test('the backoff is between 0 and a maximum that grows to 15 minutes', () => {
  expect([1, 2, 3, 99].map(attempts => computeBackoffMs(attempts, 0.5))).toEqual([
    1_000, 2_000, 4_000, 450_000,
  ]);
  expect(computeBackoffMs(99, 0)).toBe(0);
});
