import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Running, start } from '../../demo/processes.ts';
import { type Gateway, startGateway } from '../../tools/torture/gateway.ts';
import { createClient, prepareStandaloneProxy } from '../processes/standalone-proxy.ts';
import { beforeRelease, expect, test } from '../test.ts';

// A real nginx in front of the stand-in enquiry API, which keeps what it has received while it is stopped.
const credentials = { username: 'someone', password: 'secret' };
let standalone: ReturnType<typeof prepareStandaloneProxy>;
let api: Running;
let gateway: Gateway;
let proxy: Running;
let startApi: (port: string) => Promise<Running>;

async function startAll(requestsPerSecond: number): Promise<void> {
  standalone = prepareStandaloneProxy();
  startApi = port =>
    start('demo/enquiry-api/main.ts', {
      PORT: port,
      STANDIN_DATA: join(standalone.folder, 'enquiry-api'),
      STANDIN_USERNAME: credentials.username,
      STANDIN_PASSWORD: credentials.password,
    });
  api = await startApi('0');
  const folder = join(standalone.folder, 'gateway');
  gateway = (await startGateway({ folder, upstream: api.url, requestsPerSecond }))!; // `test:all` has installed nginx.
  proxy = await start('proxy/main.ts', {
    ...standalone.env,
    ENQUIRY_API_URL: `${gateway.url}/rest/enquiry-service/v1`,
    ENQUIRY_WAIT_MS: '0',
  });
}
test.afterEach(async () => {
  await proxy.stop('SIGKILL');
  await gateway.stop();
  await api.stop();
  standalone.remove();
});

const outbox = (...words: string[]): { reference: string; state: string }[] =>
  execFileSync(process.execPath, ['proxy/main.ts', 'outbox', ...words, '--json'], { env: standalone.env })
    .toString()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line));

interface Arrived {
  forename: string;
  meta: { id: string }[];
}

/** Sends an enquiry every 200 ms until the function has ended. Returns their number. */
async function sendWhile(happen: () => Promise<void>): Promise<number> {
  let isOver = false;
  const happening = happen().finally(() => {
    isOver = true;
  });
  const client = createClient(proxy.url);
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
      () => {
        const left = outbox('list');
        expect(left.filter(({ state }) => state === 'held')).toEqual([]);
        // What may have arrived would be sent again after a minute.
        for (const { reference } of left.slice(0, 10)) {
          try {
            outbox('retry', reference);
          } catch {
            // It has been delivered meanwhile.
          }
        }
        return left.length;
      },
      { timeout: 120_000 },
    )
    .toBe(0);
  const inbox = (await (await fetch(`${api.url}/inbox.json`)).json()) as { enquiries: Arrived[] };
  const arrived = Map.groupBy(inbox.enquiries, ({ forename }) => forename);
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
      gateway.start();
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
