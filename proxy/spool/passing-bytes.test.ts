import { expect, test } from 'vitest';
import { release } from './passing-bytes.ts';

test('a piece that is released holds nothing any more', () => {
  const piece = Buffer.alloc(65_536, 'x');
  release(piece);
  expect(piece.length).toBe(0);
});

test('what shares its memory with others is left to them', () => {
  const whole = Buffer.alloc(10, 'x');
  release(whole.subarray(2));
  release(Buffer.from('from the pool of all small buffers'));
  expect(whole.toString()).toBe('xxxxxxxxxx');
});
