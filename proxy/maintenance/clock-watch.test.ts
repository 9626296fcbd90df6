import { expect, test } from 'vitest';
import { createClockWatch } from './maintenance.ts';

test('reports a clock that is stepped back once, and ignores a slow response', async () => {
  let monotonic = 0;
  let wall = 1_000_000_000;
  let responseMs = 0;
  const elapse = (ms: number) => {
    monotonic += ms;
    wall += ms;
  };
  const measureStep = createClockWatch(
    async () => {
      const read = wall;
      elapse(responseMs);
      return read;
    },
    () => monotonic,
  );
  expect(await measureStep()).toBe(0);
  elapse(5_000);
  expect(await measureStep()).toBe(0);
  responseMs = 4_000;
  elapse(5_000);
  expect(await measureStep()).toBe(0);
  wall -= 10_800_000;
  elapse(5_000);
  expect(await measureStep()).toBeGreaterThan(10_700_000);
  elapse(5_000);
  expect(await measureStep()).toBe(0);
  wall += 10_800_000;
  expect(await measureStep()).toBe(0);
});
