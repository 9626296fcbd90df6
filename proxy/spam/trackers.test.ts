import { expect, test } from 'vitest';
import { measureCpuMs } from '../../tools/testing/proxy/cpu-time.ts';
import { networkOf } from './evidence.ts';
import { createRateTracker } from './trackers.ts';

function createClock() {
  let now = 0;
  return {
    now: () => now,
    pass(ms: number) {
      now += ms;
    },
  };
}

test.each([
  ['192.0.2.17', '192.0.2'],
  ['2001:db8:1:2', '2001:db8:1'],
  ['unknown', undefined],
  ['', undefined],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a rate counts the events of a key in the last window, and forgets them gradually', () => {
  const clock = createClock();
  const tracker = createRateTracker(1_000, 10, clock.now);
  expect(['a', 'a', 'b', 'a'].map(key => tracker.add(key))).toEqual([1, 2, 1, 3]);
  clock.pass(999);
  expect(tracker.count('a')).toBe(3);
  clock.pass(501);
  expect(tracker.count('a')).toBe(1);
  expect(tracker.add('a')).toBe(2);
  clock.pass(5_000);
  expect(tracker.count('a')).toBe(0);
});

test('a rate forgets the key whose last event is oldest', () => {
  const tracker = createRateTracker(1_000, 2, () => 0);
  for (const key of ['a', 'b', 'a', 'c']) tracker.add(key);
  expect(['a', 'b', 'c'].map(key => tracker.count(key))).toEqual([2, 0, 1]);
});

test('the time for a new key doesn’t grow in a flood of keys', async () => {
  const tracker = createRateTracker(1_000, 100_000, () => 0);
  const flood = () => {
    for (let key = 0; key < 300_000; key++) tracker.add(String(key));
  };
  await expect.poll(() => measureCpuMs(flood)).toBeLessThan(4_000);
  expect(tracker.count('299999')).toBe(1);
  expect(tracker.count('199999')).toBe(0);
});
