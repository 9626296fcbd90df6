/** Keeps the byte arrays that were used last, up to a total size. */
export function createRecentBytes<Bytes extends { length: number }>(maxBytes: number) {
  /** In the order of their last use. */
  const kept = new Map<string, Bytes>();
  let total = 0;

  function remove(key: string): void {
    total -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }
  return {
    get(key: string): Bytes | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    set(key: string, bytes: Bytes): void {
      remove(key);
      kept.set(key, bytes);
      total += bytes.length;
      while (total > maxBytes) remove(kept.keys().next().value!);
    },
  };
}
