import { expect, test } from 'vitest';
import { describeStoredFailure, encodeFailure } from './failure.ts';

test('a failure is stored as a code and shown in words', () => {
  const stored = encodeFailure({ cause: 'responded', status: 400, parameter: 'surname' });
  expect(describeStoredFailure(stored)).toBe('responded 400: surname');
  expect(describeStoredFailure(null)).toBeNull();
});

test('the same failure is always stored as the same text', () => {
  const parameter = undefined;
  expect(encodeFailure({ parameter, status: 400, cause: 'responded' })).toBe(
    encodeFailure({ cause: 'responded', status: 400 }),
  );
});
