import { expect, test } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

test('notices a clock that is stepped back, once, and no slow response', async () => {
  let monotonic = 0;
  let wall = 1_000_000_000;
  let responseMs = 0;
  const pass = (ms: number) => {
    monotonic += ms;
    wall += ms;
  };
  const watch = createClockWatch(
    async () => {
      const read = wall;
      pass(responseMs);
      return read;
    },
    () => monotonic,
  );
  expect(await watch.look()).toBe(0);
  pass(5_000);
  expect(await watch.look()).toBe(0);
  responseMs = 4_000;
  pass(5_000);
  expect(await watch.look()).toBe(0);
  wall -= 10_800_000;
  pass(5_000);
  expect(await watch.look()).toBeGreaterThan(10_700_000);
  pass(5_000);
  expect(await watch.look()).toBe(0);
  wall += 10_800_000;
  expect(await watch.look()).toBe(0);
});
