// A proxy without an enquiry API: it acknowledges everything with 202 and keeps it.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const origin = 'https://www.example.com';

/** Creates a folder and settings for a proxy process. */
export function standaloneProxy(config: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lone-proxy-'));
  const whole = { origins: [origin], case_types: { lone: { label: 'Lone' } }, ...config };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(whole));
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
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A client of the proxy. Methods without `try` in their names expect one of these status codes. */
export function clientOf(url: string, acknowledgements = [202]) {
  async function accepted(response: Response): Promise<Accepted> {
    expect(acknowledgements).toContain(response.status);
    return (await response.json()) as Accepted;
  }
  const post = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { origin, ...headers }, body });
  const tryEnquiry = ({ key = randomUUID() as string, forename = 'Ada' } = {}) => {
    const enquiry = { case_type: 'lone', forename, surname: 'Byron', email: 'ada@example.com' };
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    return post('/enquiries', headers, JSON.stringify(enquiry));
  };
  const tryAttachment = ({ reference, upload_token }: Accepted, content: Uint8Array<ArrayBuffer>) =>
    post(
      `/enquiries/${reference}/attachments`,
      { 'idempotency-key': randomUUID(), authorization: `Bearer ${upload_token}` },
      content,
    );
  return {
    tryEnquiry,
    tryAttachment,
    enquiry: async () => accepted(await tryEnquiry()),
    attachment: async (receipt: Accepted, content: Uint8Array<ArrayBuffer>) =>
      accepted(await tryAttachment(receipt, content)),
  };
}

interface Accepted {
  reference: string;
  upload_token: string;
}
