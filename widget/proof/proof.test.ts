import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { challengeFor } from '../../tools/testing/widget/challenges.ts';
import { prove } from './proof.ts';

const isOver = () => false;

test.each([0, 1, 7, 19, 20])('%i is found', async number => {
  expect(await prove(await challengeFor(number), isOver)).toBe(
    `Proof v=1, challenge=1771113600.x8Q_-, solution=${number}`,
  );
});

test('a challenge without a solution has no proof', async () => {
  expect(await prove(await challengeFor(21), isOver)).toBeUndefined();
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'challenge'],
  ['an empty object', {}],
])('%s is not a challenge', async (_, challenge) => {
  expect(await prove(challenge, isOver)).toBeUndefined();
});

test.each([
  ['a token that would break the header', { token: 'a\r\nb' }],
  ['a token with a comma', { token: 'a, solution=3' }],
  ['a huge token', { token: 'a'.repeat(10_000) }],
  ['a token that is a number', { token: 5 }],
  ['no salt', { salt: undefined }],
  ['an empty target, which every number solves', { target: '' }],
  ['a target in upper case', { target: 'ABCDEF0123' }],
  ['iterations as text', { iterations: '100' }],
  ['no iterations', { iterations: 0 }],
  ['half an iteration', { iterations: 0.5 }],
  ['endless iterations', { iterations: 1e300 }],
  ['a call that would take minutes', { iterations: 1e9 }],
  ['calls that would together take minutes', { iterations: 100_000, max: 100_000 }],
  ['endless numbers', { max: 1e300 }],
  ['a negative number of them', { max: -1 }],
])('a challenge with %s is not computed', async (_, changes) => {
  const challenge = { ...(await challengeFor(3)), ...changes };
  expect(await prove(challenge, isOver)).toBeUndefined();
});

test('the search stops as soon as it is over', async () => {
  let isOver = false;
  const challenge = await challengeFor(15);
  const proof = prove(challenge, () => isOver);
  isOver = true;
  expect(await proof).toBeUndefined();
});

test('any challenge gives either no proof, or a proof that fits into a header', async () => {
  const wild = fc.record({
    token: fc.oneof(fc.string(), fc.base64String(), fc.anything()),
    salt: fc.oneof(fc.string(), fc.anything()),
    iterations: fc.oneof(fc.integer({ max: 5 }), fc.double(), fc.anything()),
    max: fc.oneof(fc.integer({ max: 5 }), fc.double(), fc.anything()),
    target: fc.oneof(fc.string({ unit: fc.constantFrom(...'0123456789abcdef') }), fc.anything()),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.anything(), wild), async challenge => {
      const startedAt = performance.now();
      // Of the challenges that are well-formed, only some can be solved quickly.
      const proof = await prove(challenge, () => performance.now() - startedAt > 5);
      expect(proof ?? 'Proof v=1').toMatch(/^Proof v=1(, challenge=[!-~]+, solution=\d+)?$/);
    }),
  );
});
