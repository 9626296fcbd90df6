import { expect, test } from 'vitest';
import { judge } from './flattening.ts';

const bound = { quantile: 0.5, factor: 1.05, tolerance: 2 };
const times = Array.from({ length: 120 }, (_, n) => n);

test.each<[string, boolean, (at: number) => number]>([
  ['stays the same', true, () => 100],
  ['grows until it is warm', true, at => Math.min(100, 40 + 3 * at)],
  ['swings', true, at => 100 + 30 * (at % 3)],
  ['shrinks', true, at => 200 - at],
  ['approaches a limit', true, at => 100 - 60 * 0.95 ** at],
  ['grows all the time', false, at => 100 + at],
  ['begins to grow at the end', false, at => 100 + Math.max(0, at - 80)],
])('what %s: flat is %s', (_, isFlat, valueAt) => {
  expect(judge(times.map(valueAt), bound).isFlat).toBe(isFlat);
});

test('finds growth below what comes and goes', () => {
  const values = times.map(at => 100 + at / 2 + 80 * (at % 3));
  expect(judge(values, { quantile: 0.1, factor: 1.05, tolerance: 2 }).isFlat).toBe(false);
});

test('too few values are no proof', () => {
  expect(() => judge([1, 1, 1], bound)).toThrow('too few');
});
