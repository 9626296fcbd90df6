import { z } from 'zod';

export type Operation = 'create' | 'upload';

/** What became of one request to the enquiry API. `reason` holds nothing of the visitor's. */
export type Outcome =
  | { kind: 'delivered'; result: number }
  /** It will not have this one. `field`: the parameter that it names in backticks (spec 7). */
  | { kind: 'refused'; reason: string; field?: string }
  /** Our login or address is wrong: nothing at all gets through. */
  | { kind: 'misconfigured'; reason: string }
  /** Not processed, and worth another try. */
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number }
  /** It may have been processed. `isAnswered`: there was a 2xx, so that another try would make a double. */
  | { kind: 'unknown'; reason: string; isAnswered: boolean };

/** An answer of the enquiry API; `body` is undefined when it was too long or broke off. */
export interface Answer {
  status: number;
  retryAfter?: string;
  body: string | undefined;
}

const created = z.object({ code: z.literal(201), result: z.int() });
const refusal = z.object({ status: z.string() });

/** What an answer means (the table in docs/delivery-guarantees.md). The response envelope is that of spec 2.4 and 7. */
export function outcomeOf(operation: Operation, answer: Answer, now: number): Outcome {
  const { status } = answer;
  const reason = `answered ${status}`;
  if (status >= 200 && status < 300) {
    const envelope = created.safeParse(json(answer.body));
    if (envelope.success) return { kind: 'delivered', result: envelope.data.result };
    return { kind: 'unknown', reason: `${reason} without a result`, isAnswered: true };
  }
  if (status === 429 || status === 503) {
    const retryAfterMs = retryAfter(answer.retryAfter, now);
    return { kind: 'unavailable', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  const isWrongAddress = status === 404 || status === 405 || (status >= 300 && status < 400);
  if (status === 401 || status === 403 || (operation === 'create' && isWrongAddress)) {
    return { kind: 'misconfigured', reason };
  }
  if (status >= 500) return { kind: 'unknown', reason, isAnswered: false };
  const field = /`([^`]{1,100})`/.exec(refusal.safeParse(json(answer.body)).data?.status ?? '')?.[1];
  return { kind: 'refused', reason, ...(field !== undefined && { field }) };
}

/** `Retry-After` in milliseconds, at most a day: seconds, or a date (RFC 9110 10.2.3). */
function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), 86_400_000);
}

function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined; // The enquiry API's fault: taken for an answer without an envelope.
  }
}
