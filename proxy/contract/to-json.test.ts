import { expect, test } from 'vitest';
import { toJson } from './to-json.ts';

test('methods that a page adds to arrays, objects and texts change nothing', () => {
  const value = { extras: ['survey', 'will'], notes: 'a "quoted" word', attribution: { pages: [{ at: 1 }] } };
  const expected = JSON.stringify(value);
  const added = [Array.prototype, Object.prototype, String.prototype, Number.prototype];
  try {
    for (const prototype of added) {
      Object.defineProperty(prototype, 'toJSON', {
        value: () => 'changed',
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    expect(toJson(value)).toBe(expected);
  } finally {
    for (const prototype of added) Reflect.deleteProperty(prototype, 'toJSON');
  }
});
