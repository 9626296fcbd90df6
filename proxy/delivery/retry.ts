import type { Outcome } from './outcome.ts';

export type Decision =
  | { action: 'retry'; delayMs: number; isUnknown: boolean }
  | { action: 'hold'; isUnknown: boolean };

const firstDelayMs = 1_000;
const longestDelayMs = 15 * 60_000;
/** Requests, in all, for an enquiry that may have been processed already. */
const mostUnknowns = 3;

/** Whether and when an undelivered enquiry or attachment is tried again. `tries` and `unknowns` count this
 * one; `random` is in [0, 1). */
export function decide(
  outcome: Exclude<Outcome, { kind: 'delivered' }>,
  { tries, unknowns }: { tries: number; unknowns: number },
  onUnknown: 'retry' | 'hold',
  random: number,
): Decision {
  switch (outcome.kind) {
    case 'refused':
      // The same words get the same answer: only a person can help.
      return { action: 'hold', isUnknown: false };
    case 'misconfigured':
      // Nothing was processed; the operator mends it, and then all of them go.
      return { action: 'retry', delayMs: Math.floor(longestDelayMs * (0.5 + random / 2)), isUnknown: false };
    case 'unavailable':
      // Nothing was processed: as often as needed, and never before the enquiry API asked for.
      return {
        action: 'retry',
        delayMs: Math.max(backoff(tries, random), outcome.retryAfterMs ?? 0),
        isUnknown: false,
      };
    case 'unknown':
      // It said yes in words that we can't read: sending again would make a second one.
      if (outcome.isAnswered) return { action: 'hold', isUnknown: true };
      if (onUnknown === 'hold' || unknowns >= mostUnknowns) return { action: 'hold', isUnknown: true };
      // A lost lead is worse than a marked double.
      return { action: 'retry', delayMs: backoff(tries, random), isUnknown: true };
  }
}

/** Exponential backoff with full jitter, in milliseconds, at most 15 min. */
export function backoff(tries: number, random: number): number {
  return Math.floor(random * Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(tries, 20)));
}
