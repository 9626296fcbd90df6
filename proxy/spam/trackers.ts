/** The share of the entries that is deleted at the same time. */
const forgottenShare = 1 / 16;

/** Creates a map of up to `maxEntries` entries, which forgets those that were set longest ago. */
export function createRecentMap<Key, Value>(maxEntries: number) {
  /** The entry that was set longest ago comes first. */
  const entries = new Map<Key, Value>();

  /** Deletes many entries at the same time, because finding the first of 20,000 can take 100 µs: V8 skips all the entries
   * that were deleted since it last rebuilt the map. */
  function forgetOldest(): void {
    let left = Math.ceil(maxEntries * forgottenShare);
    for (const key of entries.keys()) {
      entries.delete(key);
      left -= 1;
      if (left === 0) return;
    }
  }

  return {
    get: (key: Key) => entries.get(key),
    delete: (key: Key) => entries.delete(key),
    set(key: Key, value: Value): void {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxEntries) forgetOldest();
    },
  };
}

interface Window {
  startMs: number;
  current: number;
  previous: number;
}

/** Counts events by key in a sliding window. Estimates their number from two adjacent windows: the current one, and the
 * overlapping share of the previous one. If there are more than `maxKeys` keys, forgets those with the oldest last event. */
export function createRateTracker(windowMs: number, maxKeys: number, monotonicMs: () => number) {
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
    /** Counts an event, or several. Returns the number of events in the last window. */
    add(key: string, events = 1): number {
      const window = read(key);
      window.current += events;
      windows.set(key, window);
      return estimate(window);
    },
    /** Returns the number of events in the last window. */
    count: (key: string) => estimate(read(key)),
  };
}
