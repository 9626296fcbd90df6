import type { Outcome } from './outcome.ts';
import { backoff } from './retry.ts';

/** One request is cheap, and an outage over without our knowing is not. */
const longestProbeMs = 60_000;
/** A wrong login that is tried again and again locks an account. */
const longestLoginMs = 15 * 60_000;

/** What a process believes of the enquiry API. */
export interface Availability {
  isDown(): boolean;
  /** How many requests may begin now, beside those in flight. While it is down: one probe at a time, at its
   * time; after that twice as many with each success, so that a recovering API meets no herd. */
  allowance(inFlight: number): number;
  /** Milliseconds until the next probe; 0 when it is not down. */
  untilProbeMs(): number;
  /** Takes in an outcome, and says when it changes what is believed. */
  note(outcome: Outcome): 'down' | 'back' | undefined;
}

export function createAvailability(
  most: number,
  monotonicMs: () => number,
  random: () => number,
): Availability {
  let probeAt: number | undefined;
  let failures = 0;
  let allowed = most;

  return {
    isDown: () => probeAt !== undefined,
    allowance(inFlight) {
      if (probeAt === undefined) return allowed - inFlight;
      return inFlight === 0 && monotonicMs() >= probeAt ? 1 : 0;
    },
    untilProbeMs: () => (probeAt === undefined ? 0 : Math.max(0, probeAt - monotonicMs())),
    note(outcome) {
      const isAnswer = outcome.kind === 'delivered' || outcome.kind === 'refused';
      if (isAnswer || (outcome.kind === 'unknown' && outcome.isAnswered)) {
        const wasDown = probeAt !== undefined;
        probeAt = undefined;
        failures = 0;
        allowed = Math.min(most, allowed * 2);
        return wasDown ? 'back' : undefined;
      }
      const wasUp = probeAt === undefined;
      failures += 1;
      allowed = 1;
      const asked = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
      const longest = outcome.kind === 'misconfigured' ? longestLoginMs : longestProbeMs;
      probeAt = monotonicMs() + Math.max(Math.min(backoff(failures, random()), longest), asked);
      return wasUp ? 'down' : undefined;
    },
  };
}
