import { createRecentMap } from './recent-map.ts';

/** Counts events by key in a sliding window. */
export interface RateTracker {
  /** Counts an event. Returns the number of events in the last window. */
  add(key: string): number;
  /** Returns the number of events in the last window. */
  count(key: string): number;
}

interface Window {
  startMs: number;
  current: number;
  previous: number;
}

/** Estimates the number of events from two adjacent windows: the current one, and the overlapping share of the previous
 * one. If there are more than `maxKeys` keys, forgets those with the oldest last event. */
export function createRateTracker(windowMs: number, maxKeys: number, monotonicMs: () => number): RateTracker {
  const windows = createRecentMap<string, Window>(maxKeys);

  function read(key: string): Window {
    const now = monotonicMs();
    const { startMs, current, previous } = windows.get(key) ?? { startMs: now, current: 0, previous: 0 };
    const passed = Math.floor((now - startMs) / windowMs);
    if (passed === 0) return { startMs, current, previous };
    return { startMs: startMs + passed * windowMs, current: 0, previous: passed === 1 ? current : 0 };
  }
  const estimate = ({ startMs, current, previous }: Window) =>
    current + Math.floor(previous * (1 - (monotonicMs() - startMs) / windowMs));

  return {
    add(key) {
      const window = read(key);
      window.current += 1;
      windows.set(key, window);
      return estimate(window);
    },
    count: key => estimate(read(key)),
  };
}
