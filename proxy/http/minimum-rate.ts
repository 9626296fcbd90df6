import type { MinimumRate } from '../settings/settings.ts';

/** A client stayed below the minimum rate. */
export class BelowMinimumRate extends Error {
  override name = 'BelowMinimumRate';
}

/** Measures the rate at which a client sends, counting only the time that is spent waiting for the client. Calls
 * `onTooSlow` once, after the first window that is below the minimum rate. */
export function createRateMonitor({ bytesPerSecond, windowMs }: MinimumRate, onTooSlow: () => void) {
  let waitedMs = 0;
  let bytes = 0;
  let waitingSince = 0;
  let timer: NodeJS.Timeout | undefined;

  function endWindow() {
    if ((bytes * 1_000) / windowMs < bytesPerSecond) return onTooSlow();
    waitedMs = 0;
    bytes = 0;
    startWaiting();
  }
  function startWaiting() {
    waitingSince = performance.now();
    timer = setTimeout(endWindow, Math.max(0, windowMs - waitedMs));
  }
  return {
    startWaiting,
    /** Ends a wait for the client, which sent `count` bytes. */
    received(count: number) {
      clearTimeout(timer);
      waitedMs += performance.now() - waitingSince;
      bytes += count;
    },
    stop: () => clearTimeout(timer),
  };
}
