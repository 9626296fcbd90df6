import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EnquiryApi, startEnquiryApi } from '../processes/enquiry-api.ts';
import { type Nginx, startNginx } from '../processes/nginx.ts';
import { createClient, type Proxies, prepareProxies } from '../processes/proxies.ts';
import { beforeRelease, expect, test } from '../test.ts';

// A real nginx in front of the stand-in enquiry API, which keeps what it has received while it is stopped.
let proxies: Proxies;
let api: EnquiryApi;
let gateway: Nginx;
let url: string;
const startApi = (port?: string) => startEnquiryApi(join(proxies.folder, 'enquiry-api'), port);

async function startAll(requestsPerSecond: number): Promise<void> {
  proxies = prepareProxies({ settings: { ENQUIRY_WAIT_MS: '0' } });
  api = await startApi();
  gateway = await startNginx(join(proxies.folder, 'nginx'), api.url, { requestsPerSecond });
  proxies.settings.ENQUIRY_API_URL = api.apiUrl.replace(api.url, gateway.url);
  ({ url } = await proxies.start());
}
test.afterEach(async () => {
  await gateway.stop();
  await api.stop();
  await proxies.stop('SIGKILL');
});

async function outbox(...words: string[]): Promise<{ reference: string; state: string }[]> {
  const lines = (await proxies.command('outbox', ...words, '--json')).split('\n');
  return lines.filter(line => line.startsWith('{')).map(line => JSON.parse(line));
}

/** Sends an enquiry every 200 ms until the function has ended. Returns their number. */
async function sendWhile(happen: () => Promise<void>): Promise<number> {
  let isOver = false;
  const happening = happen().finally(() => {
    isOver = true;
  });
  const client = createClient(url);
  let count = 0;
  for (; !isOver; count++) {
    await client.sendEnquiry({ forename: `Visitor ${count}` });
    await pause(200);
  }
  await happening;
  return count;
}

async function expectAllArrived(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const left = await outbox('list');
        expect(left.filter(({ state }) => state === 'held')).toEqual([]);
        // What may have arrived would be sent again after a minute.
        for (const { reference } of left.slice(0, 10)) await outbox('retry', reference).catch(() => {}); // It may have been delivered meanwhile.
        return left.length;
      },
      { timeout: 120_000 },
    )
    .toBe(0);
  const arrived = Map.groupBy((await api.inbox()).enquiries, ({ forename }) => forename);
  expect(arrived.size).toBe(count);
  for (const newestFirst of arrived.values())
    for (const { meta } of newestFirst.slice(0, -1))
      expect(meta.map(({ id }) => id)).toContain('possible_duplicate');
}

test.describe.configure({ timeout: 180_000 });

test(
  'nothing is held while the enquiry API is away for eight seconds and its web server restarts',
  beforeRelease,
  async () => {
    await startAll(1_000);
    const count = await sendWhile(async () => {
      await pause(1_000);
      await api.stop('SIGKILL');
      await pause(8_000);
      api = await startApi(new URL(api.url).port);
      await pause(2_000);
      await gateway.stop();
      await pause(1_000);
      await gateway.start();
      await pause(2_000);
    });
    await expectAllArrived(count);
  },
);

test('nothing is held while a web server lets only some requests through', beforeRelease, async () => {
  await startAll(3);
  const count = await sendWhile(() => pause(10_000));
  await expectAllArrived(count);
});
