import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  ada,
  clientKeys,
  createProxyUnderTest,
  exampleConfig,
  json,
  listen,
  origin,
  type ProxyUnderTest,
} from '../../tools/testing/proxy/proxy.ts';
import { gif, jpeg, pdf, png } from '../../tools/testing/proxy/sample-files.ts';
import type { Receipt } from '../contract/enquiry.ts';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false, // Not on this machine: nothing of ours.
);
const maxBytes = 10_485_760;
let proxy: ProxyUnderTest;
let server: Server;
let stop: () => void;
let receipt: Receipt;
beforeAll(async () => {
  proxy = await createProxyUnderTest({
    ...exampleConfig,
    attachments: { max_files: 50, max_bytes: maxBytes },
  });
  receipt = await json<Receipt>(proxy.postEnquiry(ada));
  ({ server, stop } = await listen(proxy));
});
afterAll(async () => {
  stop();
  await proxy.stop();
});

/** A photo of exactly this size that contains every byte value. */
function photo(bytes: number): Buffer {
  const start = jpeg().subarray(0, -4);
  const scan = Buffer.alloc(
    bytes - start.length - 2,
    Uint8Array.from({ length: 255 }, (_, at) => at),
  );
  return Buffer.concat([start, scan, Buffer.from([0xff, 0xd9])]);
}

/** Sends a file as curl does, and answers with the status and the code of the refusal. */
async function curl(file: Buffer, ...more: string[]): Promise<string> {
  const path = join(proxy.folder, 'sent');
  writeFileSync(path, file);
  const { port } = server.address() as AddressInfo; // A string only for a pipe.
  const headers = [
    `origin: ${origin}`,
    `authorization: Bearer ${receipt.upload_token}`,
    `idempotency-key: ${randomUUID()}`,
    "content-disposition: attachment; filename*=UTF-8''it.bin",
    ...more,
  ].flatMap(header => ['-H', header]);
  const url = `http://127.0.0.1:${port}/enquiries/${receipt.reference}/attachments`;
  const words = ['-sS', '-w', '\n%{http_code}', ...headers, '--data-binary', `@${path}`, url];
  const { stdout } = await run('curl', words);
  const code = /"code":"([^"]*)"/.exec(stdout)?.[1];
  return [stdout.slice(-3), code].filter(Boolean).join(' ');
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test
  .skipIf(!hasCurl)
  .each<[string, string, Buffer]>([
    ['four bytes', 'it.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a GIF', 'it.gif', gif()],
    ['a PNG', 'it.png', png()],
    ['a PDF', 'it.pdf', pdf()],
    ...[65_535, 65_536, 65_537, maxBytes - 1, maxBytes].map((bytes): [string, string, Buffer] => [
      `a photo of ${bytes} bytes`,
      'it.jpg',
      photo(bytes),
    ]),
  ])('%s from curl arrives as it was sent, with its exact length', async (_, name, file) => {
  for (const more of [[], ['expect: 100-continue'], ['transfer-encoding: chunked']]) {
    proxy.enquiryApi.requests.length = 0;
    expect(await curl(file, ...more)).toMatch(/^20[12]$/);
    await vi.waitFor(() => expect(proxy.enquiryApi.requests).toHaveLength(1));
    const { headers, body } = proxy.enquiryApi.requests[0]!;
    expect(headers['content-length']).toBe(String(JSON.stringify(body).length));
    expect(body.file).toMatchObject({ name, postname: name });
    expect(sha256(Buffer.from(String(body.contents), 'base64'))).toBe(sha256(file));
  }
});

test.skipIf(!hasCurl)('the documented requests of a server are accepted, and arrive', async () => {
  const demo = readFileSync(new URL('../../demo/enquiry.config.json', import.meta.url), 'utf8');
  const proxyOfServers = await createProxyUnderTest(JSON.parse(demo));
  const { server: listening, stop: stopListening } = await listen(proxyOfServers);
  const { port } = listening.address() as AddressInfo; // A string only for a pipe.
  const document = readFileSync(new URL('../../docs/http-api.md', import.meta.url), 'utf8');
  const commands = Array.from(
    document.matchAll(/^```sh\n(curl [\s\S]*?)```/gm),
    ([, command = '']) => command,
  );
  expect(commands).toHaveLength(2);
  writeFileSync(join(proxyOfServers.folder, 'survey.pdf'), pdf());
  const runDocumented = async (command: string) => {
    const local = command.replace('https://forms.example.com', `http://127.0.0.1:${port}`);
    const env = { PATH: process.env.PATH, CLIENT_KEY: clientKeys.crm };
    const { stdout } = await run('sh', ['-c', local], { cwd: proxyOfServers.folder, env });
    return JSON.parse(stdout) as Receipt;
  };
  const { reference, upload_token } = await runDocumented(commands[0]!);
  const upload = commands[1]!
    .replace('7K2PQ-2M9XD', reference)
    .replace('1771113600.x8Q….house-move', upload_token);
  expect(await runDocumented(upload)).toMatchObject({ reference, status: 'delivered' });
  const [created, uploaded] = proxyOfServers.enquiryApi.requests;
  expect(created!.body).toMatchObject({ case_type: 'house-move', marketing_lead_referer: 'partner.example' });
  expect(uploaded!.body.file).toMatchObject({ name: 'survey.pdf' });
  stopListening();
  await proxyOfServers.stop();
});
