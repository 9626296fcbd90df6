import { expect, test } from 'vitest';
import { freeBuffer } from './buffer-memory.ts';

test('frees the memory of a whole buffer', () => {
  const buffer = Buffer.alloc(65_536, 'x');
  freeBuffer(buffer);
  expect(buffer.length).toBe(0);
});

test('leaves memory alone that other buffers share', () => {
  const whole = Buffer.alloc(10, 'x');
  freeBuffer(whole.subarray(2));
  freeBuffer(Buffer.from('from the pool of small buffers'));
  expect(whole.toString()).toBe('xxxxxxxxxx');
});
