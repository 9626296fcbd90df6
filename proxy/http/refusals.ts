import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RefusalCode } from '../contract/enquiry.ts';

/** The status and the title of each refusal. Clients rely on the codes; the titles are prose for developers. */
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
