import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RetryCountdown } from './retry-countdown.ts';

const page = new EventTarget();
let isOnline = true;

beforeEach(() => {
  vi.useFakeTimers();
  isOnline = true;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(online: boolean) {
  isOnline = online;
  page.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

test('the seconds count down to the retry', async () => {
  const shown: number[] = [];
  const countdown = new RetryCountdown(() => countdown.isRunning && shown.push(countdown.secondsLeft));
  const ended = countdown.wait(3_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await ended).toBe(true);
  expect(shown).toEqual([3, 2, 1]);
  expect(countdown.isRunning).toBe(false);
});

test('offline, the retry waits for the connection', async () => {
  const countdown = new RetryCountdown(() => {});
  const ended = countdown.wait(3_000);
  connect(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countdown).toMatchObject({ isRunning: true, secondsLeft: 0 });
  connect(true);
  expect(await ended).toBe(true);
});

test.each([
  ['pressing Try now ends it with a retry', 'finish', true],
  ['an edit ends it without one', 'stop', false],
] as const)('%s', async (_, end, retries) => {
  const countdown = new RetryCountdown(() => {});
  const ended = countdown.wait(3_000);
  countdown[end]();
  expect(await ended).toBe(retries);
});

test('stopping it while it does not run renders nothing', () => {
  let ticks = 0;
  const countdown = new RetryCountdown(() => {
    ticks += 1;
  });
  countdown.stop();
  expect(ticks).toBe(0);
});
