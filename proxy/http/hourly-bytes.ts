const hourMs = 3_600_000;
/** Bytes that come within the same step are remembered as one sum, until the last of them are an hour old. */
const stepMs = 300_000;
/** Addresses that are remembered; beyond that, the one that was quiet longest is forgotten. */
const maxAddresses = 20_000;

interface Step {
  expiresAt: number;
  bytes: number;
}

/** Counts the bytes that each address has sent over the past hour. */
export function createHourlyBytes(monotonicMs: () => number) {
  /** Each address's steps, the oldest first. The last address in this map was the last to send. */
  const byAddress = new Map<string, Step[]>();

  const stepsOf = (address: string) =>
    (byAddress.get(address) ?? []).filter(({ expiresAt }) => expiresAt > monotonicMs());
  /** When bytes that come now are no longer counted. */
  const expiryOfNow = () => (Math.floor(monotonicMs() / stepMs) + 1) * stepMs + hourMs;

  return {
    add(address: string, bytes: number): void {
      if (bytes === 0) return;
      const steps = stepsOf(address);
      const expiresAt = expiryOfNow();
      const last = steps.at(-1);
      if (last?.expiresAt === expiresAt) last.bytes += bytes;
      else steps.push({ expiresAt, bytes });
      byAddress.delete(address);
      byAddress.set(address, steps);
      if (byAddress.size > maxAddresses) byAddress.delete(byAddress.keys().next().value!);
    },
    /** Milliseconds until the address may send so many bytes without exceeding `maxBytes` an hour, supposing that all
     * bytes under way arrive; 0: it may do so now. Infinity: it never may. */
    waitMs(
      address: string,
      { bytes, underWay, maxBytes }: Record<'bytes' | 'underWay' | 'maxBytes', number>,
    ) {
      const steps = [...stepsOf(address), { expiresAt: expiryOfNow(), bytes: underWay }];
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
