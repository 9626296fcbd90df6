import { expect, test } from 'vitest';
import { createPatternMatcher } from './pattern-matcher.ts';

test('a pattern matches a text from beginning to end', () => {
  const matches = createPatternMatcher({ warn() {} });
  expect(matches('[A-Z]{2}\\d{6}', 'AB123456')).toBe(true);
  expect(matches('[A-Z]{2}\\d{6}', 'AB1234567')).toBe(false);
  expect(matches('a|b', 'ab')).toBe(false);
});

test('a pattern that takes too long is stopped, reported once and not evaluated again', () => {
  const warnings: unknown[] = [];
  const matches = createPatternMatcher({ warn: (facts: unknown) => void warnings.push(facts) });
  expect(matches('(?:a+)+', 'aaa')).toBe(true);
  expect(matches('(?:a+)+', 'b')).toBe(false);
  for (let n = 0; n < 100; n++) expect(matches('(?:a+)+', `${'a'.repeat(499)}!`)).toBe(true);
  expect(warnings).toEqual([{ pattern: '(?:a+)+' }]);
  expect(matches('a+', 'b')).toBe(false);
});
