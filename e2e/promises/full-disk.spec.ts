import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../../demo/processes.ts';
import { pdf } from '../files/documents.ts';
import { createClient, prepareStandaloneProxy } from '../processes/standalone-proxy.ts';
import { expect, test } from '../test.ts';

const file = Buffer.from(pdf().buffer);

/** Polls, because the proxy caches its readiness for a second. */
const expectReadiness = (url: string) =>
  expect.poll(async () => (await fetch(`${url}/health/ready`)).status, { timeout: 10_000 });

test('a proxy with a full disk refuses uploads, keeps no partial files and recovers', async () => {
  const standalone = prepareStandaloneProxy();
  const proxy = await start('proxy/main.ts', standalone.env);
  /** Simulates a full disk: limits the size of every file that the proxy writes. */
  const limitFileSize = (bytes: string) => {
    const { status } = spawnSync('prlimit', ['--pid', String(proxy.child.pid), `--fsize=${bytes}:`]);
    expect(status).toBe(0);
  };
  try {
    const client = createClient(proxy.url);
    const receipt = await client.sendEnquiry();
    const listSpooledFiles = () => readdirSync(join(standalone.folder, 'data', 'spool'));

    limitFileSize('100');
    for (const refused of [await client.attemptEnquiry(), await client.attemptAttachment(receipt, file)]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    }
    await expectReadiness(proxy.url).toBe(503);
    expect((await fetch(`${proxy.url}/health/live`)).status).toBe(200);
    await expect.poll(listSpooledFiles).toEqual([]); // Polls, because a readiness probe's file may exist for a moment.

    limitFileSize('unlimited');
    await client.sendAttachment(receipt, file);
    await client.sendEnquiry();
    await expectReadiness(proxy.url).toBe(200);
    await expect.poll(listSpooledFiles).toHaveLength(1);
    // Two enquiries and a file: the refused requests left nothing behind.
    expect(listDeliveries(standalone.env)).toHaveLength(3);
  } finally {
    await proxy.stop();
    standalone.remove();
  }
});

test('a proxy with a read-only folder refuses files until the folder is writable again', async () => {
  const standalone = prepareStandaloneProxy();
  // root can write to a read-only folder unless it drops these capabilities.
  const args = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'];
  const isRoot = process.getuid?.() === 0;
  const proxy = await start('proxy/main.ts', standalone.env, undefined, isRoot ? ['setpriv', ...args] : []);
  const spool = join(standalone.folder, 'data', 'spool');
  try {
    const client = createClient(proxy.url);
    const receipt = await client.sendEnquiry();
    chmodSync(spool, 0o500);
    const refused = await client.attemptAttachment(receipt, file);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectReadiness(proxy.url).toBe(503);
    await expect.poll(() => readdirSync(spool)).toEqual([]);

    chmodSync(spool, 0o700);
    await client.sendAttachment(receipt, file);
    await expectReadiness(proxy.url).toBe(200);
  } finally {
    await proxy.stop();
    standalone.remove();
  }
});

/** Lists the deliveries with the CLI, one line of JSON each. */
function listDeliveries(env: Record<string, string>): string[] {
  const { stdout } = spawnSync(process.execPath, ['proxy/main.ts', 'outbox', 'list', '--json'], {
    env,
    encoding: 'utf8',
  });
  return stdout.trim().split('\n');
}
