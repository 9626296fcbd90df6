import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Problem, ProblemDocument, RefusalCode } from '../contract/enquiry.ts';

/** All refusals of the proxy. Clients rely on the codes; the titles are prose for developers. */
export const refusals: Record<RefusalCode, [status: ContentfulStatusCode, title: string]> = {
  malformed: [400, 'The request body is malformed or incomplete.'],
  'idempotency-key-required': [400, 'The Idempotency-Key header must contain a UUID.'],
  'upload-token-invalid': [401, 'The upload token is missing, expired or not valid for this enquiry.'],
  'client-key-invalid': [401, 'The client key is unknown. Upload tokens belong in Upload-Token.'],
  'test-link-invalid': [403, 'The test link is not valid for this page.'],
  'proof-required': [403, 'Solve the challenge, and repeat the request with the solution.'],
  'origin-not-allowed': [403, 'Pages of this origin are not allowed to send enquiries.'],
  'client-key-in-page': [403, 'Pages must not have a client key, because visitors can read it.'],
  'not-found': [404, 'This resource does not exist.'],
  'unknown-case-type': [404, 'This case type does not exist.'],
  'method-not-allowed': [405, 'This resource does not support the method. See the Allow header.'],
  'in-progress': [409, 'The first request with this idempotency key is still in progress.'],
  'definition-changed': [409, 'The definition has changed. Load it again.'],
  'too-many-attachments': [409, 'This enquiry already has the greatest number of attachments.'],
  'too-large': [413, 'The request body is too large.'],
  'unsupported-media-type': [415, 'This type of content is not accepted.'],
  'invalid-enquiry': [422, 'Some fields have problems that the visitor can correct.'],
  'idempotency-mismatch': [422, 'This idempotency key was already used with different content.'],
  empty: [422, 'The file is empty.'],
  'too-many-requests': [429, 'Too many requests. Try again after the time in the Retry-After header.'],
  'internal-error': [500, 'An unexpected error occurred.'],
  'storage-full': [503, 'There is no room for more files at the moment. The enquiry itself is safe.'],
  unavailable: [503, 'The proxy is temporarily unavailable. Retry with the same idempotency key.'],
};

interface RefusalOptions extends Partial<Pick<ProblemDocument, 'problems' | 'case_types' | 'challenge'>> {
  /** The seconds after which the client should retry, for the `Retry-After` header. */
  retrySeconds?: number;
  /** Other headers. */
  headers?: Record<string, string>;
  /** Tells the reasons for the same code apart, in the log and in metrics. */
  reason?: string;
  cause?: unknown;
}

/** An HTTP error response with a stable code. The app turns it into `application/problem+json` (RFC 9457). */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  readonly reason: string | undefined;
  readonly document: ProblemDocument;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const { retrySeconds, headers, reason, cause, ...members } = options;
    super(code, { cause });
    const [status, title] = refusals[code];
    this.status = status;
    this.headers = { ...headers, ...(retrySeconds !== undefined && { 'retry-after': `${retrySeconds}` }) };
    this.reason = reason;
    this.document = { title, status, code, ...members };
  }
}

const maxProblems = 100;

/** Creates the refusal of an enquiry with problems that the visitor can correct. */
export function invalidEnquiry(problems: Problem[]): Refusal {
  return new Refusal('invalid-enquiry', { problems: problems.slice(0, maxProblems) });
}

/** The delay in seconds after which a client should retry when the store has failed. */
const storeRetrySeconds = 5;

/** Creates the refusal of a request that wasn't stored, or may not have been. */
export function unavailable(cause: unknown): Refusal {
  return new Refusal('unavailable', { retrySeconds: storeRetrySeconds, cause });
}
