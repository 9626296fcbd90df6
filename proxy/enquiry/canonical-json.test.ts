import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './identifiers.ts';

/** Any JSON value, with the keys that every object inherits. */
const { json } = fc.letrec<{ json: unknown }>(tie => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.jsonValue({ maxDepth: 0 }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .uniqueArray(
        fc.tuple(
          fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON', '10', '9')),
          tie('json'),
        ),
        { selector: ([key]) => key, maxLength: 4 },
      )
      .map(entries => Object.fromEntries(entries)),
  ),
}));

/** The same value, with the keys of every object in the opposite order. */
function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reverseKeys(each)]),
  );
}

test('the encoding of any JSON value is the same for any order of its keys, and decodes to the same value', {
  tags: 'asvs-15.3.7',
}, () => {
  void fc.assert(
    fc.property(json, value => {
      const canonical = canonicalJson(value);
      expect(canonicalJson(reverseKeys(value))).toBe(canonical);
      expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
      expect(isDeepStrictEqual(JSON.parse(canonical), JSON.parse(JSON.stringify(value)))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
