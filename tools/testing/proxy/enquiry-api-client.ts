// For tests: clients of an enquiry API at a URL.
import { afterEach } from 'vitest';
import { createEnquiryApi, type EnquiryApi } from '../../../proxy/delivery/enquiry-api.ts';
import type { CreateBody } from '../../../proxy/enquiry/create-body.ts';
import type { FileDescriptor } from '../../../proxy/outbox/deliveries.ts';

export const path = '/rest/enquiries/v1';
export const body: CreateBody = { forename: 'Ada', case_type: 'injury', meta: [], marketing_keywords: '' };
export const file: FileDescriptor = { name: 'a.pdf', mime: 'application/pdf', postname: 'a.pdf' };

/** Creates a client, which is closed after the test. Pass a short time limit only to test that limit. */
export function createTestClient(url: string, timeoutMs = 10_000): EnquiryApi {
  const settings = { url, username: 'someone', password: 'secret', concurrency: 4, timeoutMs };
  const client = createEnquiryApi(settings, Date.now);
  clients.push(client);
  return client;
}
const clients: EnquiryApi[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
