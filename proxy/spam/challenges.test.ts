import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import { solve } from '../../tools/testing/proxy/solve.ts';
import { limitConcurrency, TooManyTasks } from '../contract/concurrency.ts';
import { createSigner } from '../enquiry/identifiers.ts';
import { createChallenges } from './challenges.ts';

const subject = { idempotencyKey: 'key', enquiryText: '{"forename":"Ada"}' };
const create = (now = 0, secret = 's'.repeat(32)) =>
  createChallenges(createSigner([secret]), () => now, randomBytes);

test('a solution is accepted by any process with the same secret, any number of times', async () => {
  const challenge = await create().create(subject, false);
  const solution = solve(challenge);
  expect(solution).toBeLessThanOrEqual(challenge.max);
  for (const later of [0, 599_000])
    expect(await create(later).verify(challenge.token, solution, subject)).toBe('solved');
});

test('a solution isn’t accepted if it is wrong or too late, or for another enquiry or secret', async () => {
  const { token, ...challenge } = await create().create(subject, false);
  const solution = solve({ token, ...challenge });
  const verify = (changed: Partial<typeof subject>, number = solution, by = create()) =>
    by.verify(token, number, { ...subject, ...changed });
  expect(await verify({}, solution === 0 ? 1 : 0)).toBe('retry');
  expect(await verify({}, 999_999_999)).toBe('retry');
  expect(await verify({}, solution, create(600_001))).toBe('retry');
  expect(await verify({ idempotencyKey: 'other' })).toBe('retry');
  expect(await verify({ enquiryText: '{}' })).toBe('retry');
  expect(await verify({}, solution, create(0, 'x'.repeat(32)))).toBe('retry');
  const easier = token.replace(/\.4000\./, '.1.');
  expect(easier).not.toBe(token);
  expect(await create().verify(easier, solution, subject)).toBe('retry');
});

test('the last challenge isn’t followed by another', async () => {
  const { token, ...challenge } = await create().create(subject, true);
  const solution = solve({ token, ...challenge });
  expect(await create().verify(token, solution, subject)).toBe('solved');
  expect(await create().verify(token, solution + 1, subject)).toBe('failed');
  expect(await create(600_001).verify(token, solution, subject)).toBe('failed');
});

test('a forged token is refused without an error, and without deriving a key', {
  tags: 'asvs-9.1.1',
}, async () => {
  const challenges = create();
  const { token } = await challenges.create(subject, true);
  const character = fc.string({ unit: anyCharacter, maxLength: 1 });
  const changed = fc
    .tuple(fc.nat({ max: token.length - 1 }), character)
    .map(([at, other]) => token.slice(0, at) + other + token.slice(at + 1))
    .filter(each => each !== token);
  // Deriving one key with so many iterations would take minutes.
  const wellFormed = fc
    .stringMatching(/^[\w-]{43}$/)
    .map(signature => `999999999999999.1.AAAAAAAAAAAAAAAA.999999999.999999999.0123456789abcdef.${signature}`);
  const forged = fc.oneof(changed, wellFormed, fc.string({ unit: anyCharacter }));
  await fc.assert(
    fc.asyncProperty(forged, fc.nat(), async (each, solution) => {
      expect(await challenges.verify(each, solution, subject)).toBe('retry');
    }),
    { numRuns: 500 },
  );
});

test('only a few keys are derived at the same time, and the number of waiting ones is limited', async () => {
  const run = limitConcurrency(2, 1);
  const tasks = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let started = 0;
  const results = tasks.map(({ promise }) =>
    run(() => {
      started += 1;
      return promise;
    }),
  );
  await expect(run(async () => {})).rejects.toThrow(TooManyTasks);
  expect(started).toBe(2);
  tasks[0]!.resolve();
  await results[0];
  await Promise.resolve();
  expect(started).toBe(3);
  for (const { resolve } of tasks) resolve();
  await Promise.all(results);
  await run(async () => {});
});
