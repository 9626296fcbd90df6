/** The tolerance for clocks that run at different speeds, and for the precision of a database clock. */
const toleranceMs = 1_000;

/** Detects when a clock is stepped back, because deliveries due by it would wait that much longer. Compares the clock
 * with one that never goes back; both in milliseconds. */
export function createClockWatch(readClock: () => Promise<number>, monotonicMs: () => number) {
  let last: { time: number; at: number } | undefined;
  return {
    /** Returns how far the clock was stepped back since the last call; 0 if it wasn't. */
    async measureStep(): Promise<number> {
      const startedAt = monotonicMs();
      const time = await readClock();
      // A slow response must not look like a step, so this is the least time that can have passed between the readings.
      const passedMs = last ? startedAt - last.at : 0;
      const steppedMs = last ? last.time + passedMs - time : 0;
      last = { time, at: monotonicMs() };
      return steppedMs > toleranceMs ? steppedMs : 0;
    },
  };
}
