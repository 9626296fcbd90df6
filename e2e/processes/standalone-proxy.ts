// A proxy whose enquiry API is unreachable, so it acknowledges everything with 202 and stores it.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const origin = 'https://www.example.com';

/** Creates a temporary folder and the settings of a proxy process. `remove` deletes the folder. */
export function prepareStandaloneProxy(config: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'standalone-proxy-'));
  const completeConfig = {
    origins: [origin],
    case_types: { standalone: { label: 'Standalone' } },
    ...config,
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(completeConfig));
  return {
    folder,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      ENQUIRY_API_URL: 'http://127.0.0.1:9/rest/enquiries/v1',
      ENQUIRY_API_USERNAME: 'someone',
      ENQUIRY_API_PASSWORD: 'secret',
      ENQUIRY_CONFIG: join(folder, 'config.json'),
      ENQUIRY_DATA: join(folder, 'data'),
      // A response to a visitor doesn't depend on the speed of the machine.
      ENQUIRY_WAIT_MS: '25000',
      // These clients can't solve challenges, and some send thousands of enquiries a minute.
      ENQUIRY_RATE: '1000000',
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Creates a client of the proxy. Its `attempt` methods resolve with any response; its `send` methods expect one of
 * these status codes. */
export function createClient(url: string, expectedStatuses = [202]) {
  async function readReceipt(response: Response): Promise<Receipt> {
    expect(expectedStatuses).toContain(response.status);
    return (await response.json()) as Receipt;
  }
  const post = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { origin, ...headers }, body });
  const attemptEnquiry = ({ key = randomUUID() as string, forename = 'Ada' } = {}) => {
    const enquiry = { case_type: 'standalone', forename, surname: 'Byron', email: 'ada@example.com' };
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    return post('/enquiries', headers, JSON.stringify(enquiry));
  };
  const attemptAttachment = ({ reference, upload_token }: Receipt, content: Uint8Array<ArrayBuffer>) =>
    post(
      `/enquiries/${reference}/attachments`,
      { 'idempotency-key': randomUUID(), authorization: `Bearer ${upload_token}` },
      content,
    );
  return {
    attemptEnquiry,
    attemptAttachment,
    sendEnquiry: async (enquiry?: Parameters<typeof attemptEnquiry>[0]) =>
      readReceipt(await attemptEnquiry(enquiry)),
    sendAttachment: async (receipt: Receipt, content: Uint8Array<ArrayBuffer>) =>
      readReceipt(await attemptAttachment(receipt, content)),
  };
}

interface Receipt {
  reference: string;
  upload_token: string;
}
