import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FormOnPage, fillIn, openForm } from '../../../tools/testing/proxy/form-page.ts';
import { exampleConfig, listen, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';

const megabyte = 1_048_576;
/** Only the test of a slow client shortens the time within which a client must send something. */
const minimumRate = { bytesPerSecond: 1_000, windowMs: 60_000 };
const proxy = proxyForEachTest(
  { ...exampleConfig, attachments: { max_bytes: 10 * megabyte } },
  undefined,
  {},
  minimumRate,
);
let server: Server;
let stop: () => void;
beforeEach(async () => {
  ({ server, stop } = await listen(proxy));
});
afterEach(() => {
  minimumRate.windowMs = 60_000;
  stop();
});

const ada = { forename: 'Ada', surname: 'Byron', email: 'ada@example.com', 'answers.when': '2026-02-01' };
const spool = () => readdirSync(join(proxy.folder, 'spool'));
const enquiries = () => proxy.enquiryApi.requests.filter(({ path }) => !path.endsWith('/enquiries/upload'));
const uploads = () => proxy.enquiryApi.requests.filter(({ path }) => path.endsWith('/enquiries/upload'));
const jpeg = (bytes: number) =>
  new File([new Uint8Array(bytes).map((_, at) => [0xff, 0xd8, 0xff][at] ?? 1)], 'photo.jpg');

/** A form with a file, as a browser posts it. */
async function encode(form: FormOnPage, file: File): Promise<{ head: string[]; body: Buffer }> {
  const request = new Request(form.address, { method: 'POST', body: fillIn(form, ada, [file]) });
  return {
    head: [`content-type: ${request.headers.get('content-type')}`],
    body: Buffer.from(await request.arrayBuffer()),
  };
}

/** Opens a socket and sends the head of a request. */
function begin(head: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // The other side may close while we still write.
  const lines = [
    'POST /forms/injury?lang=en HTTP/1.1',
    'host: forms.example.com',
    'origin: http://forms.example.com',
    ...head,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

async function responseOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (/\r\n\r\n/.test(text.replace(/^HTTP\/1.1 100.*?\r\n\r\n/s, ''))) break;
  }
  return text;
}

test('a connection that is cut off during a file leaves the enquiry and nothing of the file', async () => {
  const { head, body } = await encode(await openForm(proxy, '/forms/injury'), jpeg(megabyte));
  const socket = begin([...head, `content-length: ${body.length}`]);
  socket.write(body.subarray(0, 600_000));
  await expect.poll(() => enquiries()).toHaveLength(1);
  await expect.poll(() => spool()).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => spool()).toEqual([]);
  expect(uploads()).toEqual([]);
});

test('a file below the minimum rate is aborted, and the enquiry is kept', async () => {
  minimumRate.windowMs = 400;
  const { head, body } = await encode(await openForm(proxy, '/forms/injury'), jpeg(megabyte));
  const socket = begin([...head, `content-length: ${body.length}`]);
  socket.write(body.subarray(0, 600_000));
  await once(socket.resume(), 'close');
  await expect.poll(() => spool()).toEqual([]);
  await expect.poll(() => enquiries()).toHaveLength(1);
});

test('a client that expects 100 Continue sends the form and gets the receipt', async () => {
  const { head, body } = await encode(await openForm(proxy, '/forms/injury'), jpeg(1_000));
  const socket = begin([...head, `content-length: ${body.length}`, 'expect: 100-continue']);
  await once(socket, 'readable');
  expect(String(socket.read())).toMatch(/^HTTP\/1.1 100/);
  socket.write(body);
  expect(await responseOn(socket)).toMatch(/^HTTP\/1.1 303/);
  socket.destroy();
});

test('a file over the limit is read to its end, so that any browser reads the receipt', async () => {
  const { head, body } = await encode(await openForm(proxy, '/forms/injury'), jpeg(30 * megabyte));
  const socket = begin([...head, `content-length: ${body.length}`]);
  await new Promise<void>((resolve, reject) => {
    socket.write(body, error => (error ? reject(error) : resolve()));
  });
  expect(await responseOn(socket)).toMatch(/^HTTP\/1.1 303/);
  socket.destroy();
  expect(enquiries()).toHaveLength(1);
  expect(uploads()).toEqual([]);
  await expect.poll(() => spool()).toEqual([]);
});
