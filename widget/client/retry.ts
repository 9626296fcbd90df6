import type { Answer } from './enquiry.ts';

/** What decides on a repeat. */
type Outcome = Pick<Answer<unknown>, 'status' | 'code' | 'retryAfterMs'>;

const longestPauseMs = 30_000;
/** Nobody looks at "Sending…" for longer than this without being told why. */
const longestSilenceMs = 5_000;
/** Between two tries that the visitor is told of. */
const longestWaitMs = 60_000;
/** Tries by itself: nine minutes or so, unless the visitor is offline. */
const mostTries = 12;

/** Milliseconds until the same enquiry is sent again without a word, after its `attempt`th answer; undefined:
 * it is said. Only an answer that says when to come back is worth the visitor's waiting. */
export function pauseBeforeEnquiry(outcome: Outcome, attempt: number): number | undefined {
  const { retryAfterMs } = outcome;
  if (!isBusy(outcome) || retryAfterMs === undefined || attempt > 4) return undefined;
  return retryAfterMs > longestSilenceMs ? undefined : retryAfterMs;
}

/** Milliseconds until the same enquiry is tried again before the visitor's eyes, after so many tries; undefined: it
 * is of no use, or it was enough. `random`, 0 to 1, spreads those who were all cut off at once. */
export function waitBeforeEnquiry(outcome: Outcome, tries: number, random: number): number | undefined {
  const { status, retryAfterMs = 0 } = outcome;
  const mayWork = status === 0 || status >= 500 || isBusy(outcome);
  if (!mayWork || tries >= mostTries) return undefined;
  const backoffMs = Math.min(4_000 * 2 ** (tries - 1), longestWaitMs) * (0.75 + random / 2);
  return Math.max(backoffMs, Math.min(retryAfterMs, 5 * longestWaitMs));
}

/** Milliseconds until the same file is sent again by itself, after its `attempt`th answer; undefined: the
 * visitor decides. The enquiry is safe, so that a lost connection is worth three tries. */
export function pauseBeforeAttachment(outcome: Outcome, attempt: number): number | undefined {
  const { status, retryAfterMs } = outcome;
  const mayWork = status === 0 || status >= 500 || isBusy(outcome);
  if (!mayWork || attempt > 2) return undefined;
  return Math.min(retryAfterMs ?? 1000 * 3 ** attempt, longestPauseMs);
}

function isBusy({ status, code }: Outcome): boolean {
  return status === 429 || status === 503 || code === 'in-progress';
}

/** A `Retry-After` in milliseconds from now: seconds, or a date (RFC 9110 10.2.3); undefined: none. */
export function retryAfterMs(header: string | null): number | undefined {
  const ms = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
