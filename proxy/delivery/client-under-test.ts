// For tests: clients of an enquiry API at a URL.
import { afterEach } from 'vitest';
import type { CreateBody } from '../enquiry/create-body.ts';
import type { FileDescriptor } from '../outbox/delivery-content.ts';
import { parseEnvironment } from '../settings/environment.ts';
import { createEnquiryApi, type EnquiryApi } from './enquiry-api.ts';

export const path = '/rest/enquiries/v1';
export const body: CreateBody = { forename: 'Ada', case_type: 'injury', meta: [], marketing_keywords: '' };
export const file: FileDescriptor = { name: 'a.pdf', mime: 'application/pdf', postname: 'a.pdf' };

/** Creates a client, which is closed after the test. Pass a short time limit only to test that limit. */
export function clientOf(url: string, timeoutMs = 10_000): EnquiryApi {
  const parsed = parseEnvironment({
    ENQUIRY_API_URL: url,
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD: 'secret',
    ENQUIRY_API_TIMEOUT_MS: String(timeoutMs),
  });
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed));
  const client = createEnquiryApi(parsed.environment, Date.now);
  clients.push(client);
  return client;
}
const clients: EnquiryApi[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
