import type { Outcome } from './outcome.ts';
import { computeBackoffMs } from './retry.ts';

/** This limit is short because a probe is cheap and enquiries wait until one succeeds. */
const maxProbeDelayMs = 60_000;
/** This limit is longer because repeated login failures may lock the account. */
const maxLoginProbeDelayMs = 15 * 60_000;

/** Tracks whether the enquiry API is available, based on the outcomes in this process. */
export interface Availability {
  isDown(): boolean;
  /** How many requests may begin now, in addition to those in flight. While the enquiry API is down: one probe at a
   * time. After that, twice as many with each success, so that a recovering enquiry API isn't overloaded. */
  allowance(inFlight: number): number;
  /** Milliseconds until the next probe; 0 when the enquiry API is not down. */
  untilProbeMs(): number;
  /** Takes an outcome into account. Returns the new state when it changes; otherwise undefined. */
  noteOutcome(outcome: Outcome): 'down' | 'up' | undefined;
}

export function createAvailability(
  maxInFlight: number,
  monotonicMs: () => number,
  random: () => number,
): Availability {
  let probeAt: number | undefined;
  let failures = 0;
  let allowed = maxInFlight;

  return {
    isDown: () => probeAt !== undefined,
    allowance(inFlight) {
      if (probeAt === undefined) return allowed - inFlight;
      return inFlight === 0 && monotonicMs() >= probeAt ? 1 : 0;
    },
    untilProbeMs: () => (probeAt === undefined ? 0 : Math.max(0, probeAt - monotonicMs())),
    noteOutcome(outcome) {
      const isProcessed = outcome.kind === 'delivered' || outcome.kind === 'refused';
      if (isProcessed || (outcome.kind === 'unknown' && outcome.hasSuccessStatus)) {
        const wasDown = probeAt !== undefined;
        probeAt = undefined;
        failures = 0;
        allowed = Math.min(maxInFlight, allowed * 2);
        return wasDown ? 'up' : undefined;
      }
      const wasUp = probeAt === undefined;
      failures += 1;
      allowed = 1;
      const requestedMs = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
      const maxDelayMs = outcome.kind === 'misconfigured' ? maxLoginProbeDelayMs : maxProbeDelayMs;
      probeAt =
        monotonicMs() + Math.max(Math.min(computeBackoffMs(failures, random()), maxDelayMs), requestedMs);
      return wasUp ? 'down' : undefined;
    },
  };
}
