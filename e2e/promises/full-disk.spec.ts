import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../../demo/processes.ts';
import { pdf } from '../files/documents.ts';
import { clientOf, standaloneProxy } from '../processes/standalone-proxy.ts';
import { expect, test } from '../test.ts';

const file = Buffer.from(pdf().buffer);

/** The proxy caches its readiness for a second. */
const readiness = (url: string) =>
  expect.poll(async () => (await fetch(`${url}/health/ready`)).status, { timeout: 10_000 });

test('a proxy with a full disk refuses uploads, keeps no partial files and recovers', async () => {
  const lone = standaloneProxy();
  const proxy = await start('proxy/main.ts', lone.env);
  /** Limits the size of every file, as if the disk were full at this many bytes. */
  const endDiskAt = (bytes: string) => {
    const { status } = spawnSync('prlimit', ['--pid', String(proxy.child.pid), `--fsize=${bytes}:`]);
    expect(status).toBe(0);
  };
  try {
    const send = clientOf(proxy.url);
    const receipt = await send.enquiry();
    const spooled = () => readdirSync(join(lone.folder, 'data', 'spool'));

    endDiskAt('100');
    for (const refused of [await send.tryEnquiry(), await send.tryAttachment(receipt, file)]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    }
    await readiness(proxy.url).toBe(503);
    expect((await fetch(`${proxy.url}/health/live`)).status).toBe(200);
    await expect.poll(spooled).toEqual([]); // The file of a readiness probe may be there for a moment.

    endDiskAt('unlimited');
    await send.attachment(receipt, file);
    await send.enquiry();
    await readiness(proxy.url).toBe(200);
    await expect.poll(spooled).toHaveLength(1);
    // Two enquiries and a file: the refused requests left nothing behind.
    expect(listed(lone.env)).toHaveLength(3);
  } finally {
    await proxy.stop();
    lone.remove();
  }
});

test('a proxy with a read-only folder refuses files until the folder is writable again', async () => {
  const lone = standaloneProxy();
  // root can write to read-only folders unless it drops the capability.
  const words = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'];
  const isRoot = process.getuid?.() === 0;
  const proxy = await start('proxy/main.ts', lone.env, undefined, isRoot ? ['setpriv', ...words] : []);
  const spool = join(lone.folder, 'data', 'spool');
  try {
    const send = clientOf(proxy.url);
    const receipt = await send.enquiry();
    chmodSync(spool, 0o500);
    const refused = await send.tryAttachment(receipt, file);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await readiness(proxy.url).toBe(503);
    await expect.poll(() => readdirSync(spool)).toEqual([]);

    chmodSync(spool, 0o700);
    await send.attachment(receipt, file);
    await readiness(proxy.url).toBe(200);
  } finally {
    await proxy.stop();
    lone.remove();
  }
});

/** The deliveries that the operator sees. */
function listed(env: Record<string, string>): string[] {
  const { stdout } = spawnSync(process.execPath, ['proxy/main.ts', 'outbox', 'list', '--json'], {
    env,
    encoding: 'utf8',
  });
  return stdout.trim().split('\n');
}
