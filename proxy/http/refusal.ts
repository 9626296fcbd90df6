import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Code, Problem, ProblemDocument } from '../contract/enquiry.ts';
import { withTimeLimit } from '../time/time-limit.ts';

/** Every error that the proxy answers with, by its stable code. */
const refusals: Record<Code, [status: ContentfulStatusCode, title: string]> = {
  malformed: [400, 'The body is not valid JSON, or the request broke off.'],
  'idempotency-key-required': [400, 'The header Idempotency-Key must be a UUID.'],
  'upload-token-invalid': [401, 'The upload token is missing, expired or for another enquiry.'],
  'origin-not-allowed': [403, 'This origin may not post here.'],
  'not-found': [404, 'There is nothing here.'],
  'unknown-case-type': [404, 'There is no such case type.'],
  'method-not-allowed': [405, 'This method is not allowed here.'],
  'in-progress': [409, 'The first request with this key is still under way.'],
  'definition-changed': [409, 'The questions have changed; load the definition again.'],
  'too-many-attachments': [409, 'This enquiry has as many attachments as are allowed.'],
  'too-large': [413, 'This is too large.'],
  'unsupported-media-type': [415, 'This kind of content is not accepted.'],
  'invalid-enquiry': [422, 'Some fields need attention.'],
  'idempotency-mismatch': [422, 'This key was used with another body.'],
  empty: [422, 'The file is empty.'],
  'too-many-requests': [429, 'Too many requests; try again later.'],
  'internal-error': [500, 'Something went wrong here.'],
  unavailable: [503, 'The request could not be stored; repeat it with the same key.'],
};

/** An answer that is not a success; turned into `application/problem+json` in one place. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: ContentfulStatusCode;
  readonly code: Code;
  readonly headers: Record<string, string>;
  readonly problems: Problem[] | undefined;
  /** Which of several reasons it was: for the log alone. */
  readonly rule: string | undefined;

  constructor(code: Code, { headers = {}, problems, rule, cause }: RefusalOptions = {}) {
    super(code, { cause });
    this.code = code;
    this.status = refusals[code][0];
    this.headers = headers;
    this.problems = problems;
    this.rule = rule;
  }

  /** The RFC 9457 document. */
  document(): ProblemDocument {
    const { status, code, problems } = this;
    return { title: refusals[code][1], status, code, ...(problems && { problems }) };
  }
}

interface RefusalOptions {
  headers?: Record<string, string>;
  problems?: Problem[];
  rule?: string;
  cause?: unknown;
}

/** Seconds after which a store that failed is worth another try. */
const storeRetrySeconds = 5;
/** How long a request's operations on the store may take, all together. With the longest usual wait for the enquiry
 * API's word, a request is answered within 10 s of its last byte. */
const storeLimitMs = 4_000;

/** Runs operations on the store for one request. Whatever one throws that is not itself a refusal is the store's fault:
 * the client is told to come back, and nothing was acknowledged. A store that does not respond in time counts as failed. */
export type Storing = <Result>(operation: () => Promise<Result>) => Promise<Result>;

/** The time that the store has for a request: only what passes during its operations counts. */
export function createStoring(): Storing {
  let leftMs = storeLimitMs;
  return async operation => {
    const startedAt = performance.now();
    try {
      return await withTimeLimit(leftMs, operation());
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw unavailable(error);
    } finally {
      leftMs -= performance.now() - startedAt;
    }
  };
}

/** The same for a single operation. */
export const storing: Storing = operation => createStoring()(operation);

/** What the client is told when it is not known whether the request was stored, or known that it was not. */
export function unavailable(cause: unknown): Refusal {
  return new Refusal('unavailable', { headers: { 'retry-after': String(storeRetrySeconds) }, cause });
}
