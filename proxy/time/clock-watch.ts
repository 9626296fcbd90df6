/** What the two clocks may differ by in their speed, and a database's clock in its precision. */
const toleranceMs = 1_000;

/** Notices when a clock is stepped back: what was due by it would wait for as long again. Compares it with one that
 * only ever goes forward; both in milliseconds. */
export function createClockWatch(time: () => Promise<number>, monotonicMs: () => number) {
  let last: { time: number; at: number } | undefined;
  return {
    /** By how much the clock was stepped back since the last look; 0: it was not. */
    async look(): Promise<number> {
      const askedAt = monotonicMs();
      const now = await time();
      // A slow response must not look like a step: at least so much time lies between the two readings.
      const passedMs = last ? askedAt - last.at : 0;
      const steppedMs = last ? last.time + passedMs - now : 0;
      last = { time: now, at: monotonicMs() };
      return steppedMs > toleranceMs ? steppedMs : 0;
    },
  };
}
