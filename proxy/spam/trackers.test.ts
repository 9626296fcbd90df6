import { expect, test } from 'vitest';
import { measureCpuMs } from '../../tools/testing/proxy/cpu-time.ts';
import { networkOf } from './evidence.ts';
import { createRateTracker, createTextTracker } from './trackers.ts';

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
  const ms = await measureCpuMs(() => {
    for (let key = 0; key < 300_000; key++) tracker.add(String(key));
  });
  expect(ms).toBeLessThan(4_000);
  expect(tracker.count('299999')).toBe(1);
  expect(tracker.count('199999')).toBe(0);
});

const text =
  'I slipped on a wet floor in a supermarket in Leeds, and I broke my left wrist. Nobody had put up a sign there.';

function createTracker({ maxTexts = 10, clock = createClock() } = {}) {
  return createTextTracker(new Uint8Array(32), { maxTexts, maxSenders: 3 }, clock.now);
}

test('a long text counts once for each of its senders', () => {
  const tracker = createTracker();
  expect(tracker.add(['Yes', text], 'ada')).toBe(1);
  expect(tracker.add([text], 'ada')).toBe(1);
  expect(tracker.add([text], 'grace')).toBe(2);
  expect(tracker.add([`${text.toUpperCase()} 4711!`], 'mary')).toBe(3);
  expect(tracker.add([text], 'bot')).toBe(3);
  expect(tracker.add([text.replaceAll('left', 'right')], 'bot')).toBe(1);
});

test('a short text doesn’t count, even if many senders send it', () => {
  const tracker = createTracker();
  const add = (sender: string) => tracker.add(['I was hurt in an accident at work.'], sender);
  expect(['a', 'b', 'c'].map(add)).toEqual([0, 0, 0]);
});

test('texts in all scripts count', () => {
  const tracker = createTracker();
  const arabic = 'انزلقت على أرضية مبللة في متجر كبير '.repeat(4);
  expect(['a', 'b'].map(sender => tracker.add([arabic], sender))).toEqual([1, 2]);
});

test('a text is forgotten after a day, or after many others', () => {
  const clock = createClock();
  const tracker = createTracker({ maxTexts: 2, clock });
  for (const sender of ['a', 'b']) tracker.add([text], sender);
  clock.pass(25 * 3_600_000);
  expect(tracker.add([text], 'c')).toBe(1);
  for (const other of ['x', 'y']) tracker.add([other.repeat(100)], 'c');
  expect(tracker.add([text], 'd')).toBe(1);
});
