import { expect, test } from 'vitest';
import { createRandomBytes } from './random-bytes.ts';

test('no random bytes are returned twice, even if a caller asks for more than are left', () => {
  const randomBytes = createRandomBytes();
  const texts = [...Array.from({ length: 400 }, () => 16), 10_000, 16].map(count => {
    const bytes = randomBytes(count);
    expect(bytes).toHaveLength(count);
    return Buffer.from(bytes.subarray(0, 16)).toString('hex');
  });
  expect(new Set(texts).size).toBe(texts.length);
});
