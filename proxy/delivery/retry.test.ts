import { expect, test } from 'vitest';
import { computeBackoffMs, decideRetry } from './retry.ts';

const once = { attempts: 1, unknown_outcomes: 0 };
const unknown = { kind: 'unknown', reason: '', hasSuccessStatus: false } as const;

test('a refused delivery is held', () => {
  expect(decideRetry({ kind: 'refused', reason: '' }, once, 'retry', 0.5)).toEqual({
    action: 'hold',
    isUnknown: false,
  });
});
test('a delivery is retried slowly while the credentials are wrong', () => {
  expect(decideRetry({ kind: 'misconfigured', reason: '' }, once, 'retry', 0)).toMatchObject({
    action: 'retry',
    delayMs: 450_000,
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
  expect(decideRetry(unknown, { attempts: 1, unknown_outcomes: 1 }, 'retry', 0.5)).toEqual({
    action: 'retry',
    delayMs: 1_000,
    isUnknown: true,
  });
  expect(decideRetry(unknown, { attempts: 9, unknown_outcomes: 3 }, 'retry', 0.5)).toEqual({
    action: 'hold',
    isUnknown: true,
  });
});
test('a delivery with an unknown outcome is held immediately when the config requires it', () => {
  expect(decideRetry(unknown, { attempts: 1, unknown_outcomes: 1 }, 'hold', 0.5)).toEqual({
    action: 'hold',
    isUnknown: true,
  });
});
test('a delivery with a success status that has no result is never attempted again', () => {
  expect(decideRetry({ ...unknown, hasSuccessStatus: true }, once, 'retry', 0.5)).toEqual({
    action: 'hold',
    isUnknown: true,
  });
});
test('the backoff is between 0 and a maximum that grows to 15 minutes', () => {
  expect([1, 2, 3, 99].map(attempts => computeBackoffMs(attempts, 0.5))).toEqual([
    1_000, 2_000, 4_000, 450_000,
  ]);
  expect(computeBackoffMs(99, 0)).toBe(0);
});
