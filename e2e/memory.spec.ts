import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../demo/processes.ts';

const megabyte = 1_048_576;

test('an upload is never wholly in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-'));
  const origin = 'https://www.example.com';
  const attachments = { max_bytes: 100 * megabyte };
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ origins: [origin], attachments, case_types: { t: { label: 'T' } } }),
  );
  const proxy = await start('proxy/main.ts', {
    PORT: '0',
    ENQUIRY_API_URL: 'http://127.0.0.1:9/rest/enquiries/v1', // Nobody is there: 202.
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD: 'secret',
    ENQUIRY_CONFIG: join(folder, 'config.json'),
    ENQUIRY_DATA: join(folder, 'data'),
  });
  const peakMegabytes = () => {
    const [, kilobytes] =
      /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${proxy.child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  };
  try {
    const post = async (
      path: string,
      headers: Record<string, string>,
      body: string | Uint8Array<ArrayBuffer>,
    ) => {
      const response = await fetch(`${proxy.url}${path}`, {
        method: 'POST',
        headers: { origin, 'idempotency-key': randomUUID(), ...headers },
        body,
      });
      expect(response.status).toBe(202);
      return response.json();
    };
    const enquiry = { case_type: 't', forename: 'Ada', surname: 'Byron', email: 'ada@example.com' };
    const { reference, upload_token } = await post(
      '/enquiries',
      { 'content-type': 'application/json' },
      JSON.stringify(enquiry),
    );
    const before = peakMegabytes();
    const file = new Uint8Array(100 * megabyte);
    file.set(Buffer.from('%PDF-1.4\n'));
    await post(`/enquiries/${reference}/attachments`, { authorization: `Bearer ${upload_token}` }, file);
    // Garbage of a stream that passes is some tens of megabytes; a body that is kept is more than its size.
    expect(peakMegabytes() - before).toBeLessThan(100);
  } finally {
    await proxy.stop();
    rmSync(folder, { recursive: true });
  }
});
