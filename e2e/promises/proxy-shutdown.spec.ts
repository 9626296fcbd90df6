import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Running } from '../../demo/processes.ts';
import { jpeg } from '../files/documents.ts';
import { createClient, type Proxies, prepareProxies } from '../processes/proxies.ts';
import { startManualEnquiryApi } from '../stand-ins/manual-enquiry-api.ts';
import { beforeRelease, expect, test } from '../test.ts';

let api: Awaited<ReturnType<typeof startManualEnquiryApi>>;
let proxies: Proxies;
let proxy: Running;

function metaOf(body: string): Record<string, string> {
  const { meta } = JSON.parse(body) as { meta: { id: string; value: string }[] };
  return Object.fromEntries(meta.map(({ id, value }) => [id, value]));
}

test.beforeEach(async () => {
  api = await startManualEnquiryApi();
  proxies = prepareProxies({ settings: { ENQUIRY_API_URL: api.url } });
  proxy = await proxies.start();
});
test.afterEach(async () => {
  await proxies.stop('SIGKILL');
  await api.stop();
});

test('a stopping proxy accepts nothing new and finishes what is in progress', async () => {
  const pending = createClient(proxy.url, [201]).sendEnquiry();
  await expect.poll(() => api.requests.length).toBe(1);
  proxy.child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${proxy.url}/health/ready`).then(
        ({ status }) => status,
        () => 'closed',
      ),
    )
    .not.toBe(200);
  api.requests[0]!.respond(201, 4711);
  expect(await pending).toMatchObject({ status: 'delivered', enquiry_id: 4711 });
  const [code] = proxy.child.exitCode === null ? await once(proxy.child, 'exit') : [proxy.child.exitCode];
  expect(code).toBe(0);
});

test('a second signal ends the proxy at once, and interrupted deliveries are retried after a restart and marked as possible duplicates', async () => {
  const pending = createClient(proxy.url).attemptEnquiry();
  pending.catch(() => {}); // The connection is expected to break.
  await expect.poll(() => api.requests.length).toBe(1);
  proxy.child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${proxy.url}/health/live`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  const ended = once(proxy.child, 'exit');
  proxy.child.kill('SIGTERM');
  expect((await ended)[0]).toBe(1);

  proxy = await proxies.start();
  await expect.poll(() => api.requests.length).toBe(2);
  expect(metaOf(api.requests[1]!.body)).toMatchObject({ possible_duplicate: 'yes' });
  api.requests[1]!.respond(201, 4711);
});

test('requests that outlast the shutdown are aborted, cleaned up and recorded', beforeRelease, async () => {
  const client = createClient(proxy.url, [201, 202]);
  const receipt = client.sendEnquiry();
  await expect.poll(() => api.requests.length).toBe(1);
  api.requests[0]!.respond(201, 4711);
  const hanging = client.attemptEnquiry();
  hanging.catch(() => {}); // The connection is expected to break.
  const { reference, upload_token } = await receipt;
  const upload = request(`${proxy.url}/enquiries/${reference}/attachments`, {
    method: 'POST',
    headers: {
      origin: 'https://www.example.com',
      authorization: `Bearer ${upload_token}`,
      'idempotency-key': randomUUID(),
      'content-length': 1_000_000,
    },
  });
  upload.on('error', () => {}); // This connection is expected to break too.
  upload.write(Buffer.concat([jpeg(10_000).buffer.subarray(0, -2), Buffer.alloc(300_000)]));
  const spool = join(proxies.folder, 'data', 'spool');
  await expect.poll(() => readdirSync(spool)).toEqual([expect.stringMatching(/\.part$/)]);
  await expect.poll(() => api.requests.length).toBe(2);
  const ended = once(proxy.child, 'exit');
  proxy.child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(readdirSync(spool)).toEqual([]);

  proxy = await proxies.start();
  await expect.poll(() => api.requests.length).toBe(3);
  expect(metaOf(api.requests[2]!.body)).toMatchObject({ possible_duplicate: 'yes' });
  api.requests[2]!.respond(201, 4712);
});
