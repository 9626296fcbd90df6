// Longer than 200 lines because all tests share one server and the helpers for raw sockets.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  ada,
  exampleConfig,
  json,
  listen,
  origin,
  proxyForAllTests,
} from '../../tools/testing/proxy/proxy.ts';
import { respondMissingField } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../contract/enquiry.ts';

const megabyte = 1_048_576;
/** Only tests of slow clients make the time shorter in which a client must send something. */
const minimumRate = { bytesPerSecond: 1_000, windowMs: 60_000 };
const proxy = proxyForAllTests(
  { ...exampleConfig, attachments: { max_bytes: 10 * megabyte } },
  undefined,
  {},
  minimumRate,
);
let receipt: Receipt;
let server: Server;
let stop: () => void;
beforeAll(async () => {
  receipt = await json<Receipt>(proxy.postEnquiry(ada));
  ({ server, stop } = await listen(proxy));
});
afterAll(() => stop());
afterEach(() => {
  minimumRate.windowMs = 60_000;
});

const spool = () => readdirSync(join(proxy.folder, 'spool'));

/** The spool's files that this process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap(descriptor => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(join(proxy.folder, 'spool/')) ? [path] : [];
    } catch {
      return []; // The descriptor of the listing itself.
    }
  });

/** Opens a socket and sends the head of an upload. */
function beginUpload(...more: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // The other side may close while we still write.
  const head = [
    `POST /enquiries/${receipt.reference}/attachments HTTP/1.1`,
    'host: forms.example.com',
    `origin: ${origin}`,
    `authorization: Bearer ${receipt.upload_token}`,
    `idempotency-key: ${randomUUID()}`,
    'content-type: image/jpeg',
    ...more,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}
/** The headers of an enquiry from a page, without its length. */
const enquiryHeaders = (key: string) =>
  `host: x\r\norigin: ${origin}\r\ncontent-type: application/json\r\nidempotency-key: ${key}\r\n`;

async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (text.includes('"code"')) break;
  }
  return text;
}

test.each([
  ['too large by its declared length', [`content-length: ${11 * megabyte}`], 'HTTP/1.1 413', 'too-large'],
  [
    'a program by its first bytes',
    [`content-length: ${9 * megabyte}`],
    'HTTP/1.1 415',
    'unsupported-media-type',
  ],
])('a client that is still sending can read why %s is refused', async (_, head, status, code) => {
  const socket = beginUpload(...head);
  socket.write(Buffer.alloc(64 * 1024, 'MZ'));
  const text = await answerOn(socket);
  expect(text).toContain(status);
  expect(text).toContain(`"code":"${code}"`);
  expect(text.toLowerCase()).toContain(`access-control-allow-origin: ${origin}`);
  socket.destroy();
  expect(spool()).toEqual([]);
});

test('a client that expects 100 Continue may send the body, and is refused for its first bytes', async () => {
  const socket = beginUpload(`content-length: ${9 * megabyte}`, 'expect: 100-continue');
  await once(socket, 'readable');
  expect(String(socket.read())).toMatch(/^HTTP\/1.1 100/);
  socket.write(Buffer.alloc(64 * 1024, 'MZ'));
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 415/);
  socket.destroy();
});

test('an HTTP/1.0 client gets a single response without 100 Continue', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /enquiries HTTP/1.0\r\n${enquiryHeaders(randomUUID())}expect: 100-continue\r\ncontent-length: 2\r\n\r\n[]`,
  );
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 400/);
});

test('a refused upload is read to its end, and the connection serves the next request', async () => {
  const socket = beginUpload(`content-length: ${11 * megabyte}`);
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 413/);
  for (let n = 0; n < 11; n++) socket.write(Buffer.alloc(megabyte));
  socket.write('GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 404/);
  socket.destroy();
});

test('a client that sends the whole body before reading gets the refusal, and then the connection closes as requested', async () => {
  const socket = beginUpload(`content-length: ${11 * megabyte}`, 'connection: close');
  await new Promise<void>((resolve, reject) => {
    socket.write(Buffer.alloc(11 * megabyte), error => (error ? reject(error) : resolve()));
  });
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 413/);
  await once(socket.resume(), 'close');
});

test('a body without a declared length is counted while it is received', { tags: 'asvs-5.2.1' }, async () => {
  const socket = beginUpload('transfer-encoding: chunked');
  const piece = Buffer.alloc(megabyte, 1);
  piece.set([0xff, 0xd8, 0xff]);
  for (let n = 0; n < 11; n++) {
    socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    socket.write('\r\n');
  }
  expect(await answerOn(socket)).toContain('HTTP/1.1 413');
  socket.destroy();
  expect(spool()).toEqual([]);
});

test('a client that disconnects leaves no file, no descriptor and no row', async () => {
  const socket = beginUpload(`content-length: ${megabyte}`);
  socket.write(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500_000)]));
  await expect.poll(() => spool()).toHaveLength(1);
  await expect.poll(() => openFiles()).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => spool()).toEqual([]);
  await expect.poll(() => openFiles()).toEqual([]);
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  expect((await proxy.outbox.operator.status()).depth.filter(({ kind }) => kind === 'attachment')).toEqual(
    [],
  );
});

test('an enquiry below the minimum rate is aborted', async () => {
  minimumRate.windowMs = 400;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST /enquiries HTTP/1.1\r\n${enquiryHeaders(randomUUID())}content-length: 1000\r\n\r\n{`);
  await once(socket.resume(), 'close');
  await expect.poll(() => proxy.log()).toContain('"reason":"too-slow"');
});

test('the largest file may be sent at 64 kB per second', () => {
  expect(server.requestTimeout).toBeGreaterThan((104_857_600 / 64_000) * 1_000);
});

test('an upload below the minimum rate is aborted and leaves nothing behind', async () => {
  minimumRate.windowMs = 400;
  const socket = beginUpload(`content-length: ${megabyte}`);
  socket.write(Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0, 0, 0]));
  await once(socket.resume(), 'close');
  await expect.poll(() => proxy.log()).toContain('"reason":"too-slow"');
  await expect.poll(() => spool()).toEqual([]);
  await expect.poll(() => openFiles()).toEqual([]);
});

test('an enquiry is kept when its visitor leaves before the enquiry API responds', async () => {
  let refuse: (() => void) | undefined;
  proxy.enquiryApi.script.push((response, request) => {
    refuse = () => respondMissingField('surname')(response, request);
  });
  const body = JSON.stringify(ada);
  const key = randomUUID();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /enquiries HTTP/1.1\r\n${enquiryHeaders(key)}content-length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => refuse).toBeDefined();
  socket.destroy();
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  refuse?.();
  await expect.poll(() => proxy.outbox.intake.find('/enquiries', key)).toMatchObject({ state: 'held' });
});
