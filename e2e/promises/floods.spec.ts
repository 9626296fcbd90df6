import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { start } from '../../demo/processes.ts';
import { createClient, prepareStandaloneProxy } from '../processes/standalone-proxy.ts';
import { startAcceptingEnquiryApi } from '../stand-ins/accepting-enquiry-api.ts';
import { expect, test } from '../test.ts';

let standalone: ReturnType<typeof prepareStandaloneProxy>;
let stop = async () => {};
test.beforeEach(() => {
  standalone = prepareStandaloneProxy();
});
test.afterEach(async () => {
  await stop();
  standalone.remove();
});
async function startProxy(settings: Record<string, string> = {}): Promise<string> {
  const { url, stop: stopProxy } = await start('proxy/main.ts', { ...standalone.env, ...settings });
  stop = async () => void (await stopProxy());
  return url;
}

test('a full outbox refuses enquiries without losing any, and accepts a refused one when there is room', async () => {
  const client = createClient(await startProxy({ ENQUIRY_OUTBOX_MOST: '2' }));
  const key = randomUUID();
  expect((await client.attemptEnquiry({ key })).status).toBe(202);
  await client.sendEnquiry();
  const refusedKey = randomUUID();
  const refused = await client.attemptEnquiry({ key: refusedKey });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  expect((await client.attemptEnquiry({ key })).status).toBe(202);
  await stop();

  const api = await startAcceptingEnquiryApi();
  const restarted = createClient(await startProxy({ ENQUIRY_OUTBOX_MOST: '2', ENQUIRY_API_URL: api.url }));
  await expect.poll(() => api.requestCount).toBe(2);
  await expect.poll(async () => (await restarted.attemptEnquiry({ key: refusedKey })).status).toBe(201);
  expect(api.requestCount).toBe(3);
  await api.stop();
});

test('visitors get the form and a receipt while other connections are idle or slow', async () => {
  const url = await startProxy();
  const sockets = Array.from({ length: 200 }, (_, n) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    if (n % 2) socket.write('POST /enquiries HTTP/1.1\r\nhost: forms.example.com\r\nx-slow: ');
    return socket;
  });
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  const script = await fetch(`${url}/enquiry-form.js?case-type=standalone`);
  expect(await script.text()).toContain('"case_type":"standalone"');
  await createClient(url).sendEnquiry();
  for (const socket of sockets) socket.destroy();
});
