const hourMs = 3_600_000;
/** Bytes are summed in steps of this length, each of which counts until its last bytes are an hour old. */
const stepMs = 300_000;
/** Beyond this number, the address whose last upload is oldest is forgotten. */
const maxAddresses = 20_000;

interface Step {
  expiresAt: number;
  bytes: number;
}

/** Counts the bytes that each address has sent in the past hour. */
export function createHourlyBytes(monotonicMs: () => number) {
  /** The steps of each address, oldest first; the addresses in the order of their last uploads. */
  const byAddress = new Map<string, Step[]>();

  const getSteps = (address: string) =>
    (byAddress.get(address) ?? []).filter(({ expiresAt }) => expiresAt > monotonicMs());
  /** When bytes that are received now cease to count. */
  const expiryOfNow = () => (Math.floor(monotonicMs() / stepMs) + 1) * stepMs + hourMs;

  return {
    add(address: string, bytes: number): void {
      if (bytes === 0) return;
      const steps = getSteps(address);
      const expiresAt = expiryOfNow();
      const last = steps.at(-1);
      if (last?.expiresAt === expiresAt) last.bytes += bytes;
      else steps.push({ expiresAt, bytes });
      byAddress.delete(address);
      byAddress.set(address, steps);
      if (byAddress.size > maxAddresses) byAddress.delete(byAddress.keys().next().value!);
    },
    /** Milliseconds until the address may send this many bytes without exceeding `maxBytes` per hour, if all of its
     * uploads in progress complete. 0: now. Infinity: never. */
    waitMs(
      address: string,
      { bytes, inProgress, maxBytes }: Record<'bytes' | 'inProgress' | 'maxBytes', number>,
    ) {
      const steps = [...getSteps(address), { expiresAt: expiryOfNow(), bytes: inProgress }];
      let excess = steps.reduce((sum, step) => sum + step.bytes, bytes) - maxBytes;
      if (excess <= 0) return 0;
      for (const step of steps) {
        excess -= step.bytes;
        if (excess <= 0) return step.expiresAt - monotonicMs();
      }
      return Infinity;
    },
  };
}
