import type { FailedOutcome } from './outcome.ts';

const secondMs = 1_000;
const minuteMs = 60_000;
/** The longest pause after an attempt that wasn't processed, unless the enquiry API asks for a longer one. */
export const maxBackoffMs = 5 * minuteMs;
/** The pauses after unknown outcomes. Each attempt may have created an enquiry, so there are few, and they outlast short
 * outages: 1, 10 and 60 minutes after the first attempt, and then once an hour. */
const unknownPausesMs = [minuteMs, 9 * minuteMs, 50 * minuteMs, 60 * minuteMs];
/** The pauses after a response that may be about this delivery alone. */
const undecidedPausesMs = [minuteMs, 3 * minuteMs];

/** When a delivery is attempted again: in `delayMs`, and not before `minDelayMs`, even as a probe. */
export interface RetryPause {
  delayMs: number;
  minDelayMs: number;
}

/** Computes the pause after a failed attempt. The counts include this attempt. `random` is in [0, 1). */
export function computePause(
  outcome: FailedOutcome,
  { attempts, unknown_outcomes }: { attempts: number; unknown_outcomes: number },
  random: number,
): RetryPause {
  const minDelayMs = Math.max(
    computeMinDelayMs(outcome, attempts, unknown_outcomes),
    outcome.retryAfterMs ?? 0,
  );
  const isUnreachable = outcome.kind === 'unavailable' && outcome.says === 'unreachable';
  return {
    minDelayMs,
    delayMs: Math.max(minDelayMs, isUnreachable ? computeBackoffMs(attempts, random, maxBackoffMs) : 0),
  };
}

function computeMinDelayMs({ kind, says }: FailedOutcome, attempts: number, unknownOutcomes: number): number {
  if (kind === 'unknown') return pauseAfter(unknownPausesMs, unknownOutcomes);
  // Nothing was processed, so an attempt does no harm.
  return says === 'unreachable' ? 0 : pauseAfter(undecidedPausesMs, attempts);
}

const pauseAfter = (pauses: number[], attempts: number) => pauses[Math.min(attempts, pauses.length) - 1]!;

/** Computes an exponential backoff with full jitter, in milliseconds. */
export function computeBackoffMs(attempts: number, random: number, maxMs: number): number {
  return Math.floor(random * Math.min(maxMs, secondMs * 2 ** Math.min(attempts, 20)));
}
