import { expect, test } from 'vitest';
import { backoff, decide } from './retry.ts';

const once = { tries: 1, unknowns: 0 };
const unknown = { kind: 'unknown', reason: '', isAnswered: false } as const;

test('what the enquiry API will not have is held', () => {
  expect(decide({ kind: 'refused', reason: '' }, once, 'retry', 0.5)).toEqual({
    action: 'hold',
    isUnknown: false,
  });
});
test('a wrong login is retried slowly', () => {
  expect(decide({ kind: 'misconfigured', reason: '' }, once, 'retry', 0)).toMatchObject({
    action: 'retry',
    delayMs: 450_000,
  });
});
test('what is unavailable is retried, but never before it asked for', () => {
  const outcome = { kind: 'unavailable', reason: '', retryAfterMs: 60_000 } as const;
  expect(decide(outcome, once, 'hold', 0.5)).toEqual({ action: 'retry', delayMs: 60_000, isUnknown: false });
});
test('what may have been processed is sent three times in all', () => {
  expect(decide(unknown, { tries: 1, unknowns: 1 }, 'retry', 0.5)).toEqual({
    action: 'retry',
    delayMs: 1_000,
    isUnknown: true,
  });
  expect(decide(unknown, { tries: 9, unknowns: 3 }, 'retry', 0.5)).toEqual({
    action: 'hold',
    isUnknown: true,
  });
});
test('or is held at once, when the operator says so', () => {
  expect(decide(unknown, { tries: 1, unknowns: 1 }, 'hold', 0.5)).toEqual({
    action: 'hold',
    isUnknown: true,
  });
});
test('a yes that cannot be read is never sent again', () => {
  expect(decide({ ...unknown, isAnswered: true }, once, 'retry', 0.5)).toEqual({
    action: 'hold',
    isUnknown: true,
  });
});
test('backoff grows to a quarter of an hour and is spread from nothing', () => {
  expect([1, 2, 3, 99].map(tries => backoff(tries, 0.5))).toEqual([1_000, 2_000, 4_000, 450_000]);
  expect(backoff(99, 0)).toBe(0);
});
