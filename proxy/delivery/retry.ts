import type { Outcome } from './outcome.ts';

type RetryDecision =
  | { action: 'retry'; delayMs: number; isUnknown: boolean }
  | { action: 'hold'; reason: string; isUnknown: boolean };

/** What is known of a delivery and its attempts, including the one that just failed. */
export interface AttemptHistory {
  attempts: number;
  unknown_outcomes: number;
  blocked_outcomes: number;
  /** This delivery alone was refused access, because others of its kind succeed. */
  isBlocked: boolean;
}

const firstDelayMs = 1_000;
const maxDelayMs = 15 * 60_000;
/** The most attempts that the enquiry API may have processed without a response. */
const maxUnknownOutcomes = 3;
/** The most attempts that were refused access, although others of the same kind succeeded. */
const maxBlockedOutcomes = 3;
const blockedDelayMs = 60_000;
const maxMisconfiguredDelayMs = 5 * 60_000;

/** Decides whether and when an undelivered enquiry or attachment is attempted again. `random` is in [0, 1). */
export function decideRetry(
  outcome: Exclude<Outcome, { kind: 'delivered' }>,
  { attempts, unknown_outcomes, blocked_outcomes, isBlocked }: AttemptHistory,
  onUnknown: 'retry' | 'hold',
  random: number,
): RetryDecision {
  const { reason } = outcome;
  switch (outcome.kind) {
    case 'refused':
      // The same request would be refused again, so a person has to help.
      return { action: 'hold', reason, isUnknown: false };
    case 'misconfigured': {
      if (isBlocked && blocked_outcomes + 1 >= maxBlockedOutcomes)
        return { action: 'hold', reason: `blocked before the enquiry API: ${reason}`, isUnknown: false };
      // Nothing was processed. Once another delivery succeeds, this one is attempted again.
      const slowMs = Math.min(maxMisconfiguredDelayMs, blockedDelayMs * 2 ** Math.min(attempts - 1, 20));
      const delayMs = isBlocked ? blockedDelayMs * (1 + random) : slowMs * (0.5 + random / 2);
      return { action: 'retry', delayMs: Math.floor(delayMs), isUnknown: false };
    }
    case 'unavailable':
      // Nothing was processed, so there is no limit. The enquiry API may ask for a longer delay.
      return {
        action: 'retry',
        delayMs: Math.max(computeBackoffMs(attempts, random), outcome.retryAfterMs ?? 0),
        isUnknown: false,
      };
    case 'unknown':
      // The enquiry API reported success in a response that we can't parse, so a retry would create a duplicate.
      if (outcome.hasSuccessStatus) return { action: 'hold', reason, isUnknown: true };
      if (onUnknown === 'hold' || unknown_outcomes >= maxUnknownOutcomes)
        return { action: 'hold', reason, isUnknown: true };
      // A marked duplicate does less harm than a lost enquiry.
      return { action: 'retry', delayMs: computeBackoffMs(attempts, random), isUnknown: true };
  }
}

/** Computes an exponential backoff with full jitter, in milliseconds, at most 15 minutes. */
export function computeBackoffMs(attempts: number, random: number): number {
  return Math.floor(random * Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts, 20)));
}
