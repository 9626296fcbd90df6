// A database that stops responding without an error, as when its host fails or a firewall drops packets.
import { randomUUID } from 'node:crypto';
import { type PostgresRelay, startPostgresRelay } from '../../tools/faults/postgres-relay.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { createClient, startProxy } from '../processes/proxies.ts';
import { beforeRelease, expect, test } from '../test.ts';

test.describe.configure({ mode: 'serial' });

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let relay: PostgresRelay;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let client: ReturnType<typeof createClient>;
const lines: string[] = [];

test.beforeAll(async () => {
  postgres = await startPostgres();
  relay = await startPostgresRelay(await postgres.database('frozen'));
  const settings = { DATABASE_URL: relay.url, ENQUIRY_SECRET: 'frozen'.repeat(8) };
  proxy = await startProxy({ settings, print: line => lines.push(line) });
  client = createClient(proxy.url);
});
test.afterAll(async () => {
  await proxy.stop('SIGKILL');
  await relay.stop();
  await postgres.destroy();
});

function freeze(): void {
  relay.onMessage = () => 'freeze';
  relay.freezeNew = true;
}
function unfreeze(): void {
  relay.onMessage = () => 'pass';
  relay.freezeNew = false;
  relay.cutAll();
}
const attemptEnquiry = (key: string) => client.attemptEnquiry({ key });
const checkReadiness = () => fetch(`${proxy.url}/health/ready`);

test('a proxy responds in time while the database is unresponsive, logs it, and continues once it is back', {
  tag: '@asvs-16.5.2',
}, async () => {
  expect((await attemptEnquiry(randomUUID())).status).toBe(202);
  freeze();
  const keys = Array.from({ length: 20 }, () => randomUUID());
  const enquiries = keys.map(attemptEnquiry);
  const readiness = checkReadiness();
  // Its time limit is the shortest.
  expect(await Promise.race([readiness, ...enquiries])).toBe(await readiness);
  for (const { status } of await Promise.all([readiness, ...enquiries])) expect(status).toBe(503);
  await expect.poll(() => lines.join('')).toContain('PostgreSQL did not respond in time');

  unfreeze();
  await expect.poll(async () => (await checkReadiness()).status).toBe(200);
  for (const key of keys) {
    await expect.poll(async () => (await attemptEnquiry(key)).status).toBe(202);
  }
});

test('a signal ends the proxy while the database is unresponsive', beforeRelease, async () => {
  freeze();
  const pending = attemptEnquiry(randomUUID()).catch(() => {}); // Its outcome doesn't matter here.
  await expect.poll(() => lines.filter(line => line.includes('"status":503')).length).toBeGreaterThan(20);
  await proxy.stop('SIGTERM');
  expect(proxy.child.exitCode).toBe(0);
  await pending;
});
