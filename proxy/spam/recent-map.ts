/** A map that forgets the entries that were set longest ago. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/** The share of the entries that is deleted at the same time. */
const share = 1 / 16;

/** Keeps up to `maxEntries` entries. */
export function createRecentMap<Key, Value>(maxEntries: number): RecentMap<Key, Value> {
  /** The entry that was set longest ago comes first. */
  const entries = new Map<Key, Value>();

  /** Deletes many entries at the same time, because finding the first of 20,000 can take 100 µs: V8 skips all the entries
   * that were deleted since it last rebuilt the map. */
  function forgetOldest(): void {
    let left = Math.ceil(maxEntries * share);
    for (const key of entries.keys()) {
      entries.delete(key);
      left -= 1;
      if (left === 0) return;
    }
  }

  return {
    get: key => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxEntries) forgetOldest();
    },
  };
}
