import { z } from 'zod';
import type { DeliveryContent } from '../outbox/deliveries.ts';

export type ApiOperation = 'create' | 'upload';

/** The outcome of one request to the enquiry API. `reason` contains no visitor data. */
export type Outcome =
  /** `enquiryApiId` is the `result` of the response (spec 4). */
  | { kind: 'delivered'; enquiryApiId: number }
  /** The enquiry API refused the content of the request. `field` is the parameter that the response names in backticks
   * (spec 7). */
  | { kind: 'refused'; reason: string; field?: string }
  /** The credentials or the URL are wrong, so no request succeeds. With `access`, which stands for 403, 404 and 405, a
   * firewall in front of the enquiry API may block this request alone. */
  | { kind: 'misconfigured'; reason: string; cause: 'login' | 'access' | 'redirect' }
  /** The request was not processed; a retry may succeed. */
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number }
  /** The request may have been processed. `hasSuccessStatus`: the status was 2xx, so a retry would create a duplicate. */
  | { kind: 'unknown'; reason: string; hasSuccessStatus: boolean };

/** A response of the enquiry API. `body` is undefined when it was too long or incomplete. */
interface ApiResponse {
  status: number;
  retryAfter?: string;
  body: string | undefined;
}

/** Statuses that say that the request was not processed: the server hasn't received all of it (408), isn't responsible
 * for the host (421), won't process it yet (425), or is overloaded (RFC 9110, section 15; RFC 8470; RFC 6585). */
const notProcessed = [408, 421, 425, 429, 503];

const created = z.object({ code: z.literal(201), result: z.int() });
const refusal = z.object({ status: z.string() });

/** Classifies a response (see the table in docs/delivery-guarantees.md). Its envelope is specified in spec 2.4 and 7.
 * `now` is in milliseconds since 1970. `enquiry-api.ts` classifies requests without a response. */
export function classifyResponse(operation: ApiOperation, response: ApiResponse, now: number): Outcome {
  const { status } = response;
  const reason = `responded ${status}`;
  if (status >= 200 && status < 300) {
    const envelope = created.safeParse(json(response.body));
    if (envelope.success) return { kind: 'delivered', enquiryApiId: envelope.data.result };
    return { kind: 'unknown', reason: `${reason} without a result`, hasSuccessStatus: true };
  }
  if (notProcessed.includes(status)) {
    const retryAfterMs = retryAfter(response.retryAfter, now);
    return { kind: 'unavailable', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  const isWrongAddress = status === 404 || status === 405;
  const isRedirect = status >= 300 && status < 400;
  if (status === 401) return { kind: 'misconfigured', reason, cause: 'login' };
  if (status === 403 || (operation === 'create' && isWrongAddress))
    return { kind: 'misconfigured', reason, cause: 'access' };
  if (operation === 'create' && isRedirect) return { kind: 'misconfigured', reason, cause: 'redirect' };
  if (status >= 500) return { kind: 'unknown', reason, hasSuccessStatus: false };
  const field = /`([^`]{1,200})`/.exec(refusal.safeParse(json(response.body)).data?.status ?? '')?.[1];
  return { kind: 'refused', reason, ...(field !== undefined && { field }) };
}

/** Parses `Retry-After`, seconds or a date (RFC 9110 10.2.3), into milliseconds, at most a day. */
function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), 86_400_000);
}

function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined; // The enquiry API's fault: treated as a response without an envelope.
  }
}

/** The keys of an upload's body (spec 2.3). */
const uploadKeys = ['post_id', 'file', 'name', 'mime', 'postname', 'contents'];
/** Shorter values, such as `no`, occur in many names by chance. */
const minTellingLetters = 3;

/** Returns the name of a parameter that the enquiry API refused, if the operator may see it. Undefined if the response
 * may have quoted what the visitor entered instead of a name. A name is safe if it is a key or a question id
 * of the body that was sent, or if it looks like a parameter and has nothing in common with the body's values. Only
 * letters are compared, because the enquiry API may have changed the rest. */
export function toSafeParameter(name: string, delivery: DeliveryContent): string | undefined {
  const { keys, values } = describeBody(delivery);
  if (keys.includes(name)) return name;
  if (!/^[a-z_]{1,40}$/.test(name)) return undefined;
  // The enquiry API may have replaced `é` by `e` or by `_`.
  const isEntered = resembles(name, values) || resembles(name, values.map(removeAccents));
  return isEntered ? undefined : name;
}

const removeAccents = (text: string) => text.normalize('NFKD').replace(/\p{Mark}/gu, '');
const toWords = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Whether a name is a part of the values, contains one of them, or shares a word with them. */
function resembles(name: string, values: string[]): boolean {
  const words = toWords(name);
  const letters = words.join('');
  const wordsOfValues = values.map(toWords);
  const containsValue = wordsOfValues
    .map(each => each.join(''))
    .some(value => value.length >= minTellingLetters && letters.includes(value));
  return (
    containsValue ||
    wordsOfValues.flat().join('').includes(letters) ||
    wordsOfValues.flat().some(word => words.includes(word))
  );
}

/** Lists what a body contains. Labels are neither keys nor values, because they come from the config. */
function describeBody({ kind, content }: DeliveryContent): { keys: string[]; values: string[] } {
  if (kind === 'attachment') return { keys: uploadKeys, values: [content.file.name] };
  const { meta, ...fields } = content;
  return {
    keys: ['meta', 'id', 'label', 'value', ...Object.keys(fields), ...meta.map(({ id }) => id)],
    values: [...Object.values(fields), ...meta.map(({ value }) => value)],
  };
}
