import type { Outcome } from './outcome.ts';
import { computeBackoffMs } from './retry.ts';

/** One failure proves nothing: a server may have closed an idle connection, or a firewall may block one enquiry. */
const maxFailures = 3;
/** The longest pause between probes. It is short because a probe is cheap and enquiries wait until one succeeds. */
const maxProbeDelayMs = 60_000;
/** This limit is longer because repeated login failures may lock the account. */
const maxLoginProbeDelayMs = 15 * 60_000;
/** After 403, 404 or 405, a firewall may block only the deliveries that have been tried, so others are tried soon. */
const maxUntriedProbeDelayMs = 5_000;

/** Tracks whether the enquiry API is available, based on the outcomes in this process. */
export function createAvailability(maxInFlight: number, monotonicMs: () => number, random: () => number) {
  /** The times of the next probe and of the next one that may only send a delivery that hasn't been tried. */
  let probes: { at: number; untriedAt: number } | undefined;
  let failures = 0;
  let allowed = maxInFlight;

  function scheduleProbes(outcome: Outcome) {
    const isMisconfigured = outcome.kind === 'misconfigured';
    const backoffMs = computeBackoffMs(failures - maxFailures + 1, random());
    const requestedMs = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
    const delayMs = Math.max(
      Math.min(backoffMs, isMisconfigured ? maxLoginProbeDelayMs : maxProbeDelayMs),
      Math.min(requestedMs, maxProbeDelayMs),
    );
    const mayBeBlocked = isMisconfigured && outcome.cause === 'access';
    const untriedDelayMs = mayBeBlocked ? Math.min(delayMs, maxUntriedProbeDelayMs) : delayMs;
    const now = monotonicMs();
    probes = { at: now + delayMs, untriedAt: now + untriedDelayMs };
  }

  return {
    isDown: () => probes !== undefined,
    /** How many requests may begin now, in addition to those in flight. While the enquiry API is down: one probe at a
     * time. After that, twice as many with each success, so that a recovering enquiry API isn't overloaded. */
    allowance(inFlight: number): number {
      if (!probes) return allowed - inFlight;
      return inFlight === 0 && monotonicMs() >= probes.untriedAt ? 1 : 0;
    },
    /** The deliveries that a probe may send now; undefined when the enquiry API is not down. */
    probe: () => probes && { isUntriedOnly: monotonicMs() < probes.at },
    /** Makes the next probe due. */
    probeNow(): void {
      if (probes) probes = { at: monotonicMs(), untriedAt: monotonicMs() };
    },
    /** Milliseconds until the next probe; 0 when the enquiry API is not down. */
    untilProbeMs: () => (probes ? Math.max(0, probes.untriedAt - monotonicMs()) : 0),
    /** Takes an outcome into account: three failures in a row, or a refused login, mean that the enquiry API is down.
     * `isBlocked`: this delivery alone was refused access. Returns the new state when it changes, `failed` for a failure
     * that doesn't change it, and undefined otherwise and for probes. */
    noteOutcome(outcome: Outcome, isBlocked: boolean): 'down' | 'up' | 'failed' | undefined {
      const isProcessed = outcome.kind === 'delivered' || outcome.kind === 'refused';
      if (isProcessed || (outcome.kind === 'unknown' && outcome.hasSuccessStatus)) {
        const wasDown = probes !== undefined;
        probes = undefined;
        failures = 0;
        allowed = Math.min(maxInFlight, allowed * 2);
        return wasDown ? 'up' : undefined;
      }
      if (isBlocked) {
        if (probes) scheduleProbes(outcome);
        return 'failed';
      }
      const isLoginRefused = outcome.kind === 'misconfigured' && outcome.cause === 'login';
      failures = isLoginRefused ? Math.max(failures + 1, maxFailures) : failures + 1;
      if (failures < maxFailures) return 'failed';
      const wasUp = probes === undefined;
      allowed = 1;
      scheduleProbes(outcome);
      return wasUp ? 'down' : undefined;
    },
  };
}
