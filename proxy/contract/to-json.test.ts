import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJson } from './to-json.ts';

test('the text is the same as that of JSON.stringify', () => {
  const text = fc.string({ unit: 'binary' });
  const half = fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code));
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.array(half).map(halves => halves.join('')),
      fc.double(),
      fc.integer(),
      fc.constantFrom(null, true, false, undefined, -0, '\u2028', '\u007f', '__proto__'),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, given => {
      expect(toJson([given])).toBe(JSON.stringify([given]));
    }),
    { numRuns: 500 },
  );
});

test('methods that a page adds to arrays, objects and texts, and a replaced JSON.stringify, change nothing', () => {
  const value = { extras: ['survey', 'will'], notes: 'a "quoted" word', attribution: { pages: [{ at: 1 }] } };
  const expected = JSON.stringify(value);
  const { stringify } = JSON;
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
    JSON.stringify = () => 'replaced';
    expect(toJson(value)).toBe(expected);
  } finally {
    JSON.stringify = stringify;
    for (const prototype of added) Reflect.deleteProperty(prototype, 'toJSON');
  }
});
