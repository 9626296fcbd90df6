import type { Outcome } from './outcome.ts';

export type RetryDecision =
  | { action: 'retry'; delayMs: number; isUnknown: boolean }
  | { action: 'hold'; isUnknown: boolean };

const firstDelayMs = 1_000;
const maxDelayMs = 15 * 60_000;
/** The most attempts that the enquiry API may have processed without a response. */
const maxUnknownOutcomes = 3;

/** Decides whether and when an undelivered enquiry or attachment is attempted again. `attempts` and `unknown_outcomes`
 * include the attempt with this outcome; `random` is in [0, 1). */
export function decideRetry(
  outcome: Exclude<Outcome, { kind: 'delivered' }>,
  { attempts, unknown_outcomes }: { attempts: number; unknown_outcomes: number },
  onUnknown: 'retry' | 'hold',
  random: number,
): RetryDecision {
  switch (outcome.kind) {
    case 'refused':
      // The same request would be refused again, so a person has to help.
      return { action: 'hold', isUnknown: false };
    case 'misconfigured':
      // Nothing was processed. Once the operator has corrected the settings, all deliveries are attempted again.
      return { action: 'retry', delayMs: Math.floor(maxDelayMs * (0.5 + random / 2)), isUnknown: false };
    case 'unavailable':
      // Nothing was processed, so there is no limit. The enquiry API may ask for a longer delay.
      return {
        action: 'retry',
        delayMs: Math.max(computeBackoffMs(attempts, random), outcome.retryAfterMs ?? 0),
        isUnknown: false,
      };
    case 'unknown':
      // The enquiry API reported success in a response that we can't parse, so a retry would create a duplicate.
      if (outcome.hasSuccessStatus) return { action: 'hold', isUnknown: true };
      if (onUnknown === 'hold' || unknown_outcomes >= maxUnknownOutcomes)
        return { action: 'hold', isUnknown: true };
      // A marked duplicate does less harm than a lost enquiry.
      return { action: 'retry', delayMs: computeBackoffMs(attempts, random), isUnknown: true };
  }
}

/** Computes an exponential backoff with full jitter, in milliseconds, at most 15 minutes. */
export function computeBackoffMs(attempts: number, random: number): number {
  return Math.floor(random * Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts, 20)));
}
