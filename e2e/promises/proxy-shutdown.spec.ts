import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type Running, start } from '../../demo/processes.ts';
import { jpeg } from '../files/documents.ts';
import { clientOf, standaloneProxy } from '../processes/standalone-proxy.ts';
import { startManualEnquiryApi } from '../stand-ins/manual-enquiry-api.ts';
import { expect, test } from '../test.ts';

let api: Awaited<ReturnType<typeof startManualEnquiryApi>>;
let lone: ReturnType<typeof standaloneProxy>;
let proxy: Running;
const serve = (more = {}) => start('proxy/main.ts', { ...lone.env, ENQUIRY_API_URL: api.url, ...more });

function metaOf(body: string): Record<string, string> {
  const { meta } = JSON.parse(body) as { meta: { id: string; value: string }[] };
  return Object.fromEntries(meta.map(({ id, value }) => [id, value]));
}

test.beforeEach(async () => {
  api = await startManualEnquiryApi();
  lone = standaloneProxy();
  proxy = await serve();
});
test.afterEach(async () => {
  await proxy.stop('SIGKILL');
  api.stop();
  lone.remove();
});

test('a stopping proxy accepts nothing new and finishes what is in progress', async () => {
  const waits = clientOf(proxy.url, [201]).enquiry();
  await expect.poll(() => api.held.length).toBe(1);
  proxy.child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${proxy.url}/health/ready`).then(
        ({ status }) => status,
        () => 'closed',
      ),
    )
    .not.toBe(200);
  api.held[0]!.answer(201, 4711);
  expect(await waits).toMatchObject({ status: 'delivered', enquiry_id: 4711 });
  const [code] = proxy.child.exitCode === null ? await once(proxy.child, 'exit') : [proxy.child.exitCode];
  expect(code).toBe(0);
});

test('a second signal ends the proxy at once, and interrupted deliveries are repeated with a mark after a restart', async () => {
  const waits = clientOf(proxy.url).tryEnquiry();
  waits.catch(() => {}); // The connection is expected to break.
  await expect.poll(() => api.held.length).toBe(1);
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

  proxy = await serve();
  await expect.poll(() => api.held.length).toBe(2);
  expect(metaOf(api.held[1]!.body)).toMatchObject({ possible_duplicate: 'yes' });
  api.held[1]!.answer(201, 4711);
});

test('a proxy logs SIGHUP and keeps running', async () => {
  await proxy.stop();
  const lines: string[] = [];
  proxy = await start('proxy/main.ts', lone.env, line => lines.push(line));
  for (let times = 1; times <= 2; times++) {
    proxy.child.kill('SIGHUP');
    await expect.poll(() => lines.filter(line => line.includes('"SIGHUP ignored')).length).toBe(times);
  }
  expect((await fetch(`${proxy.url}/health/ready`)).status).toBe(200);
  expect(await proxy.stop('SIGTERM')).toBe(0);
});

test('requests that outlast the shutdown are aborted, cleaned up and recorded', async () => {
  const send = clientOf(proxy.url, [201, 202]);
  const receipt = send.enquiry();
  await expect.poll(() => api.held.length).toBe(1);
  api.held[0]!.answer(201, 4711);
  const hangs = send.tryEnquiry();
  hangs.catch(() => {}); // The connection is expected to break.
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
  const spool = join(lone.folder, 'data', 'spool');
  await expect.poll(() => readdirSync(spool)).toEqual([expect.stringMatching(/\.part$/)]);
  await expect.poll(() => api.held.length).toBe(2);
  const ended = once(proxy.child, 'exit');
  proxy.child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(readdirSync(spool)).toEqual([]);

  proxy = await serve();
  await expect.poll(() => api.held.length).toBe(3);
  expect(metaOf(api.held[2]!.body)).toMatchObject({ possible_duplicate: 'yes' });
  api.held[2]!.answer(201, 4712);
});

test('the enquiry API gets no more requests at once than allowed, and a hanging one blocks no other', async () => {
  await proxy.stop();
  proxy = await serve({ ENQUIRY_API_CONCURRENCY: '3', ENQUIRY_WAIT_MS: '1' });
  const send = clientOf(proxy.url, [201, 202]);
  await Promise.all(Array.from({ length: 6 }, () => send.enquiry()));
  await expect.poll(() => api.held.length).toBe(3);
  // The first request never gets a response; the others continue beside it.
  api.held[1]!.answer(400, 0);
  api.held[2]!.answer(201, 1);
  for (let next = 3; next < 6; next++) {
    await expect.poll(() => api.held.length).toBeGreaterThan(next);
    expect(api.held.length).toBeLessThanOrEqual(next + 2);
    api.held[next]!.answer(201, next);
  }
});
