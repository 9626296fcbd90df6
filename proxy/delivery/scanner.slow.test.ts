// Debian's clamd, with a database of one signature. `npm run test:all` installs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ada, createProxyUnderTest, exampleConfig, json } from '../../tools/testing/proxy/proxy.ts';
import { pdf } from '../../tools/testing/proxy/sample-files.ts';
import { isComplete } from '../../tools/testing/random.ts';
import type { Receipt } from '../contract/enquiry.ts';
import { createScanner } from './scanner.ts';

const marker = 'the letter that only this test calls malicious';

/** Starts clamd on a socket of its own, in the foreground, as the user who runs the test. */
async function startClamd(kind: 'tcp' | 'unix' = 'unix') {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = join(folder, 'database');
  mkdirSync(database);
  writeFileSync(join(database, 'own.ndb'), `Example.Letter-1:0:*:${Buffer.from(marker).toString('hex')}\n`);
  const path = join(folder, 'clamd.ctl');
  const port = await findPort();
  const lines = [
    ...[
      `DatabaseDirectory ${database}`,
      `LocalSocket ${path}`,
      'TCPAddr 127.0.0.1',
      `TCPSocket ${port}`,
      `TemporaryDirectory ${folder}`,
    ],
    ...['Foreground yes', 'User root', 'StreamMaxLength 1M', 'MaxThreads 4'],
  ];
  writeFileSync(join(folder, 'clamd.conf'), lines.join('\n'));
  const clamd = spawn('clamd', ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  onTestFinished(async () => {
    clamd.kill('SIGKILL');
    if (clamd.exitCode === null && clamd.signalCode === null) await once(clamd, 'exit');
  });
  const url = kind === 'tcp' ? `tcp://127.0.0.1:${port}` : `unix:${path}`;
  await expect.poll(() => createScanner(url).scan(chunks('PING'), 0)).toBeUndefined();
  return url;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function* chunks(...texts: (string | Buffer)[]) {
  for (const text of texts) yield Buffer.from(text);
}

test.runIf(isComplete).each(['tcp', 'unix'] as const)(
  '%s: clamd finds what its database has, and says what is too large',
  async kind => {
    const { scan } = createScanner(await startClamd(kind));
    expect(await scan(chunks('one ', 'clean letter'), 0)).toBeUndefined();
    expect(await scan(chunks(), 0)).toBeUndefined();
    const split = [marker.slice(0, 20), marker.slice(20)];
    expect(await scan(chunks('before ', ...split), 0)).toEqual({
      cause: 'infected',
      parameter: 'Example.Letter-1.UNOFFICIAL',
    });
    const tooLarge = Array<Buffer>(100).fill(Buffer.alloc(393_216));
    const said = [];
    for (let n = 0; n < 20; n++) said.push(await scan(chunks(...tooLarge), 0));
    expect(said.every(failure => failure?.cause === 'not_scanned')).toBe(true);
    // Sometimes writing fails before the reply can be read.
    const isClear = said.filter(failure => failure?.parameter === 'INSTREAM size limit exceeded.');
    expect(isClear.length).toBeGreaterThan(9);
  },
);

test.runIf(isComplete)('a clean file is delivered, and an infected one is not', async () => {
  const url = await startClamd();
  const proxy = await createProxyUnderTest(exampleConfig, undefined, { ENQUIRY_SCAN_URL: url });
  onTestFinished(() => proxy.stop());
  const receipt = await json<Receipt>(proxy.postEnquiry(ada));
  const post = (...content: Uint8Array[]) =>
    proxy.postAttachment(receipt, new Uint8Array(Buffer.concat(content)), { name: 'a.pdf' });
  expect((await post(pdf())).status).toBe(201);
  expect((await post(pdf(), Buffer.from(marker))).status).toBe(415);
  const [, file, ...others] = proxy.enquiryApi.requests;
  expect(file?.body.contents).toBe(pdf().toString('base64'));
  expect(others).toEqual([]);
});
