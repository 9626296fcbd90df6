import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Running } from '../../demo/processes.ts';
import { jpeg, pdf } from '../files/documents.ts';
import { startLocalServer } from '../processes/local-server.ts';
import { createClient, type Proxies, prepareProxies, startProxy } from '../processes/proxies.ts';
import { expect, test } from '../test.ts';

const file = Buffer.from(pdf().buffer);
const photo = Buffer.from(jpeg(5_000_000).buffer);

/** Polls, because the proxy caches its readiness for a second. */
const expectReadiness = (url: string) => expect.poll(async () => (await fetch(`${url}/health/ready`)).status);

test('a proxy with a read-only folder refuses files until the folder is writable again', async () => {
  // root can write to a read-only folder unless it drops these capabilities.
  const args = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'];
  const isRoot = process.getuid?.() === 0;
  const proxy = await startProxy({ through: isRoot ? ['setpriv', ...args] : [] });
  const spool = join(proxy.folder, 'data', 'spool');
  try {
    const client = createClient(proxy.url);
    const receipt = await client.sendEnquiry();
    chmodSync(spool, 0o500);
    const refused = await client.attemptAttachment(receipt, file);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await client.sendEnquiry();
    await expectReadiness(proxy.url).toBe(200);
    await expect.poll(() => readdirSync(spool)).toEqual([]);

    chmodSync(spool, 0o700);
    await client.sendAttachment(receipt, file);
  } finally {
    await proxy.stop();
  }
});

test.describe('on a disk of 64 MiB', () => {
  // Without root, the tests above and the fault harness still cover each part.
  test.skip(process.getuid?.() !== 0, 'only root can mount a small disk');
  test.setTimeout(180_000);

  test('everything acknowledged before the disk was full is delivered within a minute after an outage, although the proxy is killed', async () => {
    const enquiryApi = await startFailingEnquiryApi();
    const proxies = prepareProxies({ settings: { ENQUIRY_API_URL: enquiryApi.url } });
    const disk = mountDisk(proxies);
    let proxy = await proxies.start();
    try {
      const client = createClient(proxy.url);
      const receipt = await client.sendEnquiry({ forename: 'Ada 0' });
      const acknowledged = ['Ada 0'];
      let files = 0;
      for (let status = 202; status === 202; ) {
        const enquiry = await client.sendEnquiry({ forename: `Ada ${acknowledged.length}` });
        acknowledged.push(`Ada ${acknowledged.length}`);
        const response = await client.attemptAttachment(enquiry, photo);
        status = response.status;
        if (status === 202) files += 1;
        else expect(await response.json()).toMatchObject({ status: 503, code: 'storage-full' });
      }
      expect(files).toBeGreaterThan(5);

      disk.fill();
      for (let status = 202; status === 202; ) {
        const forename = `Ada ${acknowledged.length}`;
        ({ status } = await client.attemptEnquiry({ forename }));
        if (status === 202) acknowledged.push(forename);
        else expect(status).toBe(503);
      }
      await expectReadiness(proxy.url).toBe(503);
      expect((await client.attemptAttachment(receipt, file)).status).toBe(503);

      await proxy.stop('SIGKILL');
      proxy = await proxies.start();
      enquiryApi.isDown = false;
      const everything = { enquiries: new Set(acknowledged), files };
      await expect.poll(() => enquiryApi.received).toEqual(everything);
      await expect.poll(() => listDeliveries(proxies)).toEqual([]);

      disk.empty();
      await expectReadiness(proxy.url).toBe(200);
      const delivered = createClient(proxy.url, [201]);
      await delivered.sendAttachment(await delivered.sendEnquiry(), file);
    } finally {
      await proxy.stop();
      disk.unmount();
      await proxies.stop();
      await enquiryApi.stop();
    }
  });

  test('a disk without inodes takes no files, but enquiries, and the status says so', async () => {
    const proxies = prepareProxies();
    const disk = mountDisk(proxies, ',nr_inodes=100');
    const proxy = await proxies.start();
    try {
      const client = createClient(proxy.url);
      const receipt = await client.sendEnquiry();
      disk.takeInodes();
      const response = await client.attemptAttachment(receipt, file);
      expect(await response.json()).toMatchObject({ status: 503, code: 'storage-full' });
      await client.sendEnquiry();
      await expectReadiness(proxy.url).toBe(200);
      const stdout = expect.stringContaining('0 of 100 inodes free on the disk');
      await expect(proxies.command('status')).rejects.toMatchObject({ code: 1, stdout });
    } finally {
      await proxy.stop();
      disk.unmount();
      await proxies.stop();
    }
  });

  test('a proxy that can’t start says why, and starts once the folder can be written', async () => {
    const proxies = prepareProxies();
    const disk = mountDisk(proxies);
    const tryToStart = () => proxies.start();
    try {
      disk.fill();
      await expect(tryToStart()).rejects.toThrow('because its disk is full: free some space');
      disk.empty();
      const receipt = await stopAfter(await tryToStart(), url => createClient(url).sendEnquiry());

      disk.remount('ro');
      await expect(tryToStart()).rejects.toThrow('because it is read-only');
      disk.remount('rw');
      await stopAfter(await tryToStart(), url => createClient(url).sendAttachment(receipt, file));
      expect(await listDeliveries(proxies)).toHaveLength(2);
    } finally {
      disk.unmount();
      await proxies.stop();
    }
  });
});

async function stopAfter<Result>(proxy: Running, use: (url: string) => Promise<Result>): Promise<Result> {
  try {
    return await use(proxy.url);
  } finally {
    await proxy.stop();
  }
}

/** Mounts a small disk on the data folder. */
function mountDisk({ settings }: Proxies, options = '') {
  const folder = settings.ENQUIRY_DATA!;
  const run = (command: string, ...args: string[]) => expect(spawnSync(command, args).status).toBe(0);
  const filler = join(folder, 'filler');
  mkdirSync(folder, { mode: 0o700 });
  run('mount', '-t', 'tmpfs', '-o', `size=64m,mode=700${options}`, 'small-disk', folder);
  return {
    /** Fills the disk to the last byte. */
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      run('fallocate', '--length', String(bavail * bsize), filler);
      const end = openSync(filler, 'a');
      expect(() => {
        for (;;) writeSync(end, 'x');
      }).toThrow('ENOSPC');
      closeSync(end);
    },
    empty: () => rmSync(filler),
    takeInodes() {
      expect(() => {
        for (let n = 0; ; n++) writeFileSync(`${filler}-${n}`, '');
      }).toThrow('ENOSPC');
    },
    remount: (mode: 'ro' | 'rw') => run('mount', '-o', `remount,${mode}`, folder),
    unmount: () => run('umount', folder),
  };
}

/** Starts an enquiry API that is down at first, and lists what it receives once it isn't. */
async function startFailingEnquiryApi() {
  const api = { isDown: true, received: { enquiries: new Set<string>(), files: 0 } };
  const server = await startLocalServer(async (request, response) => {
    const body = await text(request);
    response.setHeader('content-type', 'application/json');
    if (api.isDown) {
      response.writeHead(503).end();
      return;
    }
    const { forename } = JSON.parse(body) as { forename?: string };
    if (forename === '') {
      response.writeHead(400).end('{"code":400,"status":"Parameter `forename` is missing","result":false}');
      return;
    }
    if (forename === undefined) api.received.files += 1;
    else api.received.enquiries.add(forename);
    response.end(`{"code":201,"status":"Created","result":${api.received.enquiries.size}}`);
  });
  return Object.assign(api, { stop: server.stop, url: `${server.url}/rest/enquiries/v1` });
}

/** Lists the deliveries with the CLI, one line of JSON each. */
const listDeliveries = async ({ command }: Proxies) =>
  (await command('outbox', 'list', '--json')).split('\n').filter(line => line.startsWith('{'));
