import type { ProxyResponse } from './response.ts';

/** The parts of a response that decide whether to retry. */
type Decisive = Pick<ProxyResponse<unknown>, 'status' | 'code' | 'retryAfterMs'>;

/** The form shows "Sending…" for no longer than this without an explanation. */
const maxSilentDelayMs = 5_000;
const maxSilentAttempts = 5;
/** Between two attempts that the visitor sees counted down. */
const maxBackoffMs = 60_000;
const maxRetryAfterMs = 300_000;
/** All attempts together take about eight minutes, not counting the time offline. */
const maxAttempts = 12;
const maxUploadDelayMs = 30_000;
const maxUploadAttempts = 3;

/** Milliseconds until the same enquiry is sent again without telling the visitor, after `attempts` attempts;
 * undefined: tell them. Only a response that says when to retry is worth a silent wait. */
export function silentRetryDelay(response: Decisive, attempts: number): number | undefined {
  const { retryAfterMs } = response;
  if (!isBusy(response) || retryAfterMs === undefined || attempts >= maxSilentAttempts) return undefined;
  return retryAfterMs > maxSilentDelayMs ? undefined : retryAfterMs;
}

/** Milliseconds until the same enquiry is sent again while the visitor watches a countdown, after `attempts` attempts;
 * undefined: retrying is useless, or there have been enough attempts. `random`, 0 to 1, spreads the retries of forms
 * that lost their connection at the same moment. */
export function visibleRetryDelay(response: Decisive, attempts: number, random: number): number | undefined {
  const { retryAfterMs = 0 } = response;
  if (!mayRecover(response) || attempts >= maxAttempts) return undefined;
  const backoffMs = Math.min(4_000 * 2 ** (attempts - 1), maxBackoffMs) * (0.75 + random / 2);
  return Math.max(backoffMs, Math.min(retryAfterMs, maxRetryAfterMs));
}

/** Milliseconds until the same file is sent again, after `attempts` attempts; undefined: the visitor decides. The
 * enquiry itself is already acknowledged. */
export function uploadRetryDelay(response: Decisive, attempts: number): number | undefined {
  if (!mayRecover(response) || attempts >= maxUploadAttempts) return undefined;
  return Math.min(response.retryAfterMs ?? 1000 * 3 ** attempts, maxUploadDelayMs);
}

function mayRecover(response: Decisive): boolean {
  const { status, code } = response;
  return status === 0 || status >= 500 || code === 'unreadable' || isBusy(response);
}

function isBusy({ status, code }: Decisive): boolean {
  return status === 429 || status === 503 || code === 'in-progress';
}
