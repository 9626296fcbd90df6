type Bytes = Uint8Array<ArrayBuffer>;

/** Keeps the byte arrays that were used last, up to a total size. */
export function createRecentBytes(maxBytes: number) {
  /** By key; the least recently used array comes first. */
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
