import { z } from 'zod';
import { dayMs, minuteMs } from '../contract/durations.ts';
import type { Failure, FailureCause } from '../outbox/failure.ts';

export type ApiOperation = 'create' | 'upload';

/** What a failure says: the enquiry API can't be reached, the login is wrong, the enquiry API has decided about this
 * delivery, or nothing for certain, because a gateway or an error may answer for one delivery or for all. */
type Says = 'unreachable' | 'login' | 'decided' | 'nothing';

/** `retryAfterMs` is the pause that the response asked for. */
interface Failed {
  failure: Failure;
  says: Says;
  retryAfterMs?: number;
  /** The beginning of what the enquiry API said about it, in one line. May quote what the visitor entered. */
  message?: string;
}

/** The outcome of one request to the enquiry API. */
export type Outcome =
  /** `enquiryApiId` is the `result` of the response (spec 4). */
  | { kind: 'delivered'; enquiryApiId: number }
  /** The content of the request was refused. `field` is the parameter that the response names in backticks (spec 7). */
  | ({ kind: 'refused'; field?: string } & Failed)
  /** The credentials or the URL are wrong, or a firewall in front of the enquiry API blocks the request. */
  | ({ kind: 'misconfigured' } & Failed)
  /** The request was not processed; a retry may succeed. */
  | ({ kind: 'unavailable' } & Failed)
  /** The request may have been processed. `hasSuccessStatus`: the status was 2xx, so a retry would create a duplicate. */
  | ({ kind: 'unknown'; hasSuccessStatus: boolean } & Failed);

/** A request that wasn't delivered. */
export type FailedOutcome = Exclude<Outcome, { kind: 'delivered' }>;

/** A response of the enquiry API. `body` is undefined when it was too long or incomplete. */
interface ApiResponse {
  status: number;
  retryAfter?: string;
  body: string | undefined;
}

/** Statuses that say that the request was not processed: the server hasn't received all of it (408), isn't responsible
 * for the host (421), won't process it yet (425), or is overloaded (RFC 9110, section 15; RFC 8470; RFC 6585). */
const notProcessed = [408, 421, 425, 429, 503];
/** The longest message that is kept. */
const maxMessageLength = 2_000;
/** A gateway has no response of the enquiry API (RFC 9110, section 15.6). */
const fromGateway = [502, 503, 504];

const digits = z.string().regex(/^\d+$/).transform(Number);
const number = z.union([z.int(), digits.pipe(z.int())]);
const created = z.object({ code: number.pipe(z.literal(201)), result: number });
const envelope = z.object({ code: number, result: z.union([number, z.boolean()]) });
const text = z.string().optional().catch(undefined);
/** The enquiry API responds with JSON (spec 7), so any other refusal is from a server in front of it. Without a login, its
 * text is in `message`. */
const refusal = z.object({ status: text, message: text });

/** Classifies a response (see the table in docs/back-office.md). Its envelope is specified in spec 2.4 and 7.
 * `now` is in milliseconds since 1970. `enquiry-api.ts` classifies requests without a response. */
export function classifyResponse(operation: ApiOperation, response: ApiResponse, now: number): Outcome {
  const { status } = response;
  const retryAfterMs = retryAfter(response.retryAfter, now);
  const body = findJson(response.body ?? '');
  const { data: said } = refusal.safeParse(body);
  const message = toLine(said?.status || said?.message || '');
  const failed = (says: Says, cause: FailureCause = 'responded'): Failed => ({
    failure: { cause, status },
    says,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(message && { message }),
  });
  if (status >= 200 && status < 300) {
    const { data } = created.safeParse(body);
    // The specification doesn't say what the number of a file identifies (4.2).
    if (data && (data.result > 0 || operation === 'upload'))
      return { kind: 'delivered', enquiryApiId: data.result };
    return { kind: 'unknown', hasSuccessStatus: true, ...failed('nothing', 'responded_without_result') };
  }
  const says = fromGateway.includes(status) ? 'unreachable' : 'nothing';
  if (notProcessed.includes(status)) return { kind: 'unavailable', ...failed(says) };
  // A status below 200 doesn't say what became of the request.
  if (status < 200 || status >= 500) return { kind: 'unknown', hasSuccessStatus: false, ...failed(says) };
  if (status === 401) return { kind: 'misconfigured', ...failed('login') };
  const isWrongAddress = operation === 'create' && (status === 404 || status === 405);
  if (status === 403 || status < 400 || isWrongAddress)
    return { kind: 'misconfigured', ...failed('nothing') };
  if (!said) return { kind: 'refused', ...failed('nothing') };
  const field = /`([^`]{1,200})`/.exec(said.status ?? '')?.[1];
  return { kind: 'refused', ...failed('decided'), ...(field !== undefined && { field }) };
}

/** Parses `Retry-After`, seconds or a date (RFC 9110 10.2.3), into milliseconds, at most a day. */
function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), dayMs);
}

/** Cuts a message and removes what PostgreSQL can't store. */
const toLine = (text: string) =>
  text
    .slice(0, maxMessageLength)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Finds the JSON in a body. The enquiry API's PHP may print a notice in front of it, and a plugin a comment behind it.
 * Inside another text, only an envelope counts, because a page can contain other JSON. Undefined if there is none, or more
 * than one object. */
function findJson(text: string): unknown {
  // `trim` removes a byte order mark, too.
  const whole = parseJson(text.trim());
  if (whole !== undefined) return whole;
  // In notices and stack traces, PHP has these names for functions without one, and for what calls the first. A file of its
  // own may begin with a byte order mark, which PHP prints.
  const bare = text.replaceAll(/\{(?:closure|main)[^{}"]*\}|\uFEFF/g, '');
  // At the beginning of a line or after a tag, because an error may quote what the visitor wrote.
  const start = bare.search(/(?:^|[\n>])[ \t\r]*\{\s*"/);
  const end = bare.lastIndexOf('}') + 1;
  const found = /^[ \t\r]*(?:$|[\n<])/.test(bare.slice(end))
    ? parseJson(bare.slice(start, end).replace(/^>/, ''))
    : undefined;
  return envelope.safeParse(found).success ? found : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The enquiry API's fault: treated as a response without an envelope.
  }
}

const secondMs = 1_000;
/** The pauses after unknown outcomes. Each attempt may have created an enquiry, so there are few, and they outlast short
 * outages: 1, 10, 60 and 120 minutes after the first attempt. */
const unknownPausesMs = [minuteMs, 9 * minuteMs, 50 * minuteMs, 60 * minuteMs];
/** The pauses after a response that may be about this delivery alone. */
const undecidedPausesMs = [minuteMs, 3 * minuteMs];

/** Computes the pause after a failed attempt. The counts include this attempt. `random` is in [0, 1). */
export function computePauseMs(
  { kind, says, retryAfterMs = 0 }: FailedOutcome,
  { attempts, unknown_outcomes }: { attempts: number; unknown_outcomes: number },
  random: number,
): number {
  // Nothing was processed, so another attempt does no harm, and during an outage there is none.
  if (kind === 'unavailable' && says === 'unreachable')
    return Math.max(computeBackoffMs(attempts, random, minuteMs), retryAfterMs);
  const isUnknown = kind === 'unknown';
  const pauseMs = isUnknown
    ? pauseAfter(unknownPausesMs, unknown_outcomes)
    : pauseAfter(undecidedPausesMs, attempts);
  return Math.max(pauseMs, retryAfterMs);
}

const pauseAfter = (pauses: number[], attempts: number) => pauses[Math.min(attempts, pauses.length) - 1]!;

/** Computes an exponential backoff with full jitter, in milliseconds. */
export function computeBackoffMs(attempts: number, random: number, maxMs: number): number {
  return Math.floor(random * Math.min(maxMs, secondMs * 2 ** Math.min(attempts, 20)));
}
