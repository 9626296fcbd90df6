// A database that stops responding without an error, as when its host fails or a firewall drops packets.
import { randomUUID } from 'node:crypto';
import { type Running, start } from '../../demo/processes.ts';
import { startPostgres } from '../../proxy/database/postgres-under-test.ts';
import { type PostgresRelay, startPostgresRelay } from '../../proxy/faults/postgres-relay.ts';
import { clientOf, standaloneProxy } from '../processes/standalone-proxy.ts';
import { expect, test } from '../test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let relay: PostgresRelay;
let lone: ReturnType<typeof standaloneProxy>;
let proxy: Running;
let send: ReturnType<typeof clientOf>;
const lines: string[] = [];

test.beforeAll(async () => {
  postgres = await startPostgres();
  relay = await startPostgresRelay(await postgres.database('frozen'));
  lone = standaloneProxy();
  const env = { ...lone.env, DATABASE_URL: relay.url, ENQUIRY_SECRET: 'frozen'.repeat(8) };
  proxy = await start('proxy/main.ts', env, line => lines.push(line));
  send = clientOf(proxy.url);
});
test.afterAll(async () => {
  await proxy.stop('SIGKILL');
  await relay.stop();
  await postgres.destroy();
  lone.remove();
});

function freeze(): void {
  relay.onMessage = () => 'freeze';
  relay.freezeNew = true;
}
function thaw(): void {
  relay.onMessage = () => 'pass';
  relay.freezeNew = false;
  relay.cutAll();
}
/** The status of a request and how long it took. */
async function timed(request: () => Promise<Response>) {
  const startedAt = performance.now();
  const { status } = await request();
  return { status, tookMs: performance.now() - startedAt };
}
const enquire = (key: string) => send.tryEnquiry({ key });
const ready = () => fetch(`${proxy.url}/health/ready`);

test('a proxy responds in time while the database is unresponsive, logs it, and continues once it is back', async () => {
  expect((await enquire(randomUUID())).status).toBe(202);
  freeze();
  const keys = Array.from({ length: 20 }, () => randomUUID());
  const enquiries = keys.map(key => timed(() => enquire(key)));
  const readiness = await timed(ready);
  expect(readiness.status).toBe(503);
  expect(readiness.tookMs).toBeLessThan(3_000);
  for (const { status, tookMs } of await Promise.all(enquiries)) {
    expect(status).toBe(503);
    expect(tookMs).toBeLessThan(10_000);
  }
  await expect
    .poll(() => lines.join(''), { timeout: 15_000 })
    .toContain('PostgreSQL did not respond in time');

  thaw();
  await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200);
  for (const key of keys) {
    await expect.poll(async () => (await enquire(key)).status, { timeout: 20_000 }).toBe(202);
  }
});

test('a signal ends the proxy while the database is unresponsive', async () => {
  freeze();
  const pending = enquire(randomUUID()).catch(() => {}); // Its outcome doesn't matter here.
  await expect.poll(() => lines.filter(line => line.includes('"status":503')).length).toBeGreaterThan(20);
  expect(await proxy.stop()).toBe(0);
  await pending;
});
