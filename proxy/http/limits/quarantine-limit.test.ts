import { expect, test } from 'vitest';
import { createStoreBudget } from '../../acceptance/refusal.ts';
import { createQuarantineLimit } from './store-limits.ts';

/** A limit whose counts take some time, as they do in a database. */
function start(most: number, stored: { count: number }) {
  const clock = { ms: 0 };
  const countQuarantined = async () => {
    const { count } = stored;
    await new Promise(setImmediate);
    return count;
  };
  const limit = createQuarantineLimit({ countQuarantined }, () => clock.ms);
  const admit = () => limit.admit(most, createStoreBudget());
  return { clock, admit };
}

test('enquiries that arrive together can’t exceed the limit', async () => {
  const { clock, admit } = start(10, { count: 4 });
  // These arrive while the count for the first ones is running.
  const first = Array.from({ length: 50 }, admit);
  await new Promise(setImmediate);
  const admitted = await Promise.all([...first, ...Array.from({ length: 50 }, admit)]);
  expect(admitted.filter(Boolean)).toHaveLength(6);
  expect(clock.ms).toBe(0);
});

test('changes by the operator and other processes count after five seconds', async () => {
  const stored = { count: 10 };
  const { clock, admit } = start(10, stored);
  expect(await admit()).toBe(false);
  stored.count = 8;
  expect(await admit()).toBe(false);
  clock.ms = 5_000;
  expect([await admit(), await admit(), await admit()]).toEqual([true, true, false]);
});
