import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { ada, exampleConfig, json, origin, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
import { pdf, zip } from '../../../tools/testing/proxy/sample-files.ts';
import { respond, respondCreated } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../../contract/enquiry.ts';
import { encodeFailure } from '../../outbox/failure.ts';

const proxy = proxyForEachTest();
let receipt: { reference: string; upload_token: string };
beforeEach(async () => {
  receipt = await json<Receipt>(proxy.postEnquiry(ada));
});

const jpeg = (bytes = 100) =>
  new Uint8Array(bytes).map((_, at) => [0xff, 0xd8, 0xff, 0xda, 0, 2][at] ?? at % 256);
const spool = () => readdirSync(join(proxy.folder, 'spool'));
const uploads = () => proxy.enquiryApi.requests.filter(({ path }) => path.endsWith('/enquiries/upload'));

test.each([4, 100, 999, 1_000])('a file of %d bytes reaches the enquiry API unchanged', async bytes => {
  const response = await proxy.postAttachment(receipt, jpeg(bytes), { name: '../front bumper.png' });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ reference: receipt.reference, status: 'delivered' });
  expect(uploads().map(({ body }) => body)).toEqual([
    {
      post_id: '4711',
      file: { name: 'front bumper.jpg', mime: 'image/jpeg', postname: 'front bumper.jpg' },
      contents: Buffer.from(jpeg(bytes)).toString('base64'),
    },
  ]);
  await expect.poll(() => spool()).toEqual([]);
});

test.each(['location', 'none'])(
  'a document arrives without what precedes it, strip_metadata: %s',
  async strip_metadata => {
    await proxy.restart({ ...exampleConfig, attachments: { ...exampleConfig.attachments, strip_metadata } });
    for (const before of ['\xef\xbb\xbf', '\r\n', `HTTP/1.1 200 OK\r\n${'x'.repeat(700)}\r\n\r\n`]) {
      const sent = new Uint8Array(Buffer.concat([Buffer.from(before, 'latin1'), pdf()]));
      expect((await proxy.postAttachment(receipt, sent, { name: 'a.pdf' })).status).toBe(201);
      expect(uploads().at(-1)?.body.contents).toBe(pdf().toString('base64'));
      receipt = await json<Receipt>(proxy.postEnquiry(ada));
    }
  },
);

test('a form with a file in it is refused, with what to send instead', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf())]), 'a.pdf');
  const response = await proxy.app.request(`/enquiries/${receipt.reference}/attachments`, {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${receipt.upload_token}`, 'idempotency-key': randomUUID() },
    body: form,
  });
  expect(response.status).toBe(415);
  const detail = 'Send the bytes of the file as the body.';
  expect(await response.json()).toMatchObject({ code: 'unsupported-media-type', detail });
  expect(uploads()).toEqual([]);
});

test('a file waits for its enquiry', async () => {
  proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
  const waiting = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  const response = await proxy.postAttachment(waiting, jpeg());
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({ reference: waiting.reference, status: 'accepted' });
  expect(uploads()).toEqual([]);
  expect(spool()).toHaveLength(1);
  await proxy.restart();
  await expect.poll(() => uploads()).toHaveLength(1);
  expect(uploads()[0]?.body.post_id).toBe('4712');
});

test('a repeated upload with the same key is delivered once', async () => {
  const key = randomUUID();
  await proxy.postAttachment(receipt, jpeg(), { key });
  expect((await proxy.postAttachment(receipt, jpeg(), { key })).status).toBe(201);
  const other = await proxy.postAttachment(receipt, jpeg(99), { key });
  expect(other.status).toBe(422);
  expect(await other.json()).toMatchObject({ code: 'idempotency-mismatch' });
  expect(uploads()).toHaveLength(1);
  await expect.poll(() => spool()).toEqual([]);
});

test('a file is kept when its commit succeeds without confirmation and the upload is repeated', async () => {
  proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
  const waiting = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  const { add } = proxy.outbox.intake;
  vi.spyOn(proxy.outbox.intake, 'add').mockImplementationOnce(async (...words) => {
    await add(...words);
    throw new Error('Connection terminated unexpectedly');
  });
  const key = randomUUID();
  expect((await proxy.postAttachment(waiting, jpeg(), { key })).status).toBe(503);
  expect((await proxy.postAttachment(waiting, jpeg(), { key })).status).toBe(202);
  await proxy.restart();
  await expect.poll(() => uploads()).toHaveLength(1);
  expect(uploads()[0]?.body.contents).toBe(Buffer.from(jpeg()).toString('base64'));
});

test('a file whose commit may still succeed is left to the sweep', async () => {
  vi.spyOn(proxy.outbox.intake, 'add').mockRejectedValueOnce(new Error('connection lost'));
  expect((await proxy.postAttachment(receipt, jpeg())).status).toBe(503);
  expect(spool()).toHaveLength(1);
});

test.each<[string, string, (path: string) => void]>([
  ['a file that was truncated', 'held', path => truncateSync(path, 50)],
  ['a file that was extended', 'held', path => appendFileSync(path, 'more')],
  ['a file with other bytes', 'held', path => writeFileSync(path, jpeg(99).fill(1, 50).toReversed())],
  [
    "a file that can't be read",
    'waiting',
    path => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])('%s is not delivered and %s, and nothing else is affected', async (_, state, damage) => {
  proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
  const waiting = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  expect((await proxy.postAttachment(waiting, jpeg(99))).status).toBe(202);
  damage(join(proxy.folder, 'spool', spool()[0]!));
  await proxy.restart();
  const last_failure = encodeFailure({ cause: state === 'held' ? 'file_differs' : 'file_unreadable' });
  await expect
    .poll(() => proxy.outbox.operator.list())
    .toMatchObject([
      { kind: 'attachment', state, last_failure, unknown_outcomes: 0, spool_file: spool()[0] },
    ]);
  expect(uploads()).toEqual([]);
  // The 503 above.
  expect(proxy.lines('delivery attempt failed')).toHaveLength(1);
  expect((await proxy.postEnquiry({ ...ada, forename: 'Joan' })).status).toBe(201);
});

test('a repeated upload waits while the first one is in progress', async () => {
  const key = randomUUID();
  let release = () => {};
  proxy.enquiryApi.script.push((response, request) => {
    release = () => respondCreated(1)(response, request);
  });
  const first = proxy.postAttachment(receipt, jpeg(), { key });
  await expect.poll(() => uploads()).toHaveLength(1);
  const find = vi.spyOn(proxy.outbox.intake, 'find');
  const second = proxy.postAttachment(receipt, jpeg(), { key });
  await expect.poll(() => find).toHaveBeenCalled();
  release();
  expect([(await first).status, (await second).status]).toEqual([201, 201]);
  expect(uploads()).toHaveLength(1);
});

test('a file that may have arrived is sent again under the same name', async () => {
  proxy.enquiryApi.script.push(response => response.destroy());
  await proxy.postAttachment(receipt, jpeg(), { name: 'front bumper.jpg' });
  proxy.elapse(60_000);
  // The next enquiry wakes the delivery loop.
  await proxy.postEnquiry({ ...ada, forename: 'Grace' });
  await expect.poll(() => uploads()).toHaveLength(2);
  expect(uploads()[1]?.body).toEqual(uploads()[0]?.body);
});

test.each([
  ['no token', ''],
  ['a made-up token', '9999999999.x'],
])('%s lets no one attach', { tags: 'asvs-8.3.1' }, async (_, upload_token) => {
  const response = await proxy.postAttachment({ ...receipt, upload_token }, jpeg());
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
});

test('the upload token of another enquiry is refused', { tags: 'asvs-8.2.2' }, async () => {
  const other = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  const response = await proxy.postAttachment({ ...receipt, upload_token: other.upload_token }, jpeg());
  expect(response.status).toBe(401);
  expect(uploads()).toEqual([]);
});

test.each<[string, Uint8Array<ArrayBuffer> | string, number, string]>([
  ['a program named like a picture', 'MZ\x90\0\x03\0\0\0\x04\0', 415, 'unsupported-media-type'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', 415, 'unsupported-media-type'],
  ['three bytes', 'abc', 415, 'unsupported-media-type'],
  ['nothing', '', 422, 'empty'],
  ['one byte too many', jpeg(1_001), 413, 'too-large'],
])(
  '%s is refused and leaves nothing behind',
  { tags: ['asvs-1.3.4', 'asvs-5.2.2'] },
  async (_, content, status, code) => {
    const response = await proxy.postAttachment(receipt, content);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    expect(spool()).toEqual([]);
    expect(uploads()).toEqual([]);
  },
);

test('a document with an appended archive is refused, and the log has the reason', {
  tags: ['asvs-5.2.3', 'asvs-16.3.3'],
}, async () => {
  const response = await proxy.postAttachment(receipt, new Uint8Array(Buffer.concat([pdf(), zip])));
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ code: 'unsupported-media-type' });
  expect(proxy.log()).toContain('"reason":"opens-as-zip"');
  expect(spool()).toEqual([]);
  expect((await proxy.outbox.operator.status()).depth.filter(({ kind }) => kind === 'attachment')).toEqual(
    [],
  );
});

test('more files than allowed are refused', { tags: 'asvs-2.3.2' }, async () => {
  await proxy.postAttachment(receipt, jpeg());
  await proxy.postAttachment(receipt, jpeg());
  const response = await proxy.postAttachment(receipt, jpeg());
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'too-many-attachments' });
  await expect.poll(() => spool()).toEqual([]);
});

test('the limits of a case type apply to its files, also after a restart, and those at the top once it is gone', async () => {
  const attachments = { max_files: 1, max_bytes: 50 };
  const { injury, other } = exampleConfig.case_types;
  const config = (own: object) => ({ ...exampleConfig, case_types: { injury, other: { ...other, ...own } } });
  await proxy.restart(config({ attachments: { ...attachments, max_bytes: 2_000 } }));
  const enquiry = { ...ada, case_type: 'other', answers: {} };
  const send = (forename: string) => json<Receipt>(proxy.postEnquiry({ ...enquiry, forename }));
  const attach = async (to: Receipt, content: Uint8Array<ArrayBuffer>) => {
    const response = await proxy.postAttachment(to, content);
    return response.ok ? response.status : (await json<{ code: string }>(response)).code;
  };
  const [first, second, third] = [await send('Grace'), await send('Joan'), await send('Mary')];
  expect(first).toMatchObject({
    status: 'delivered', // Its row no longer has the case type.
    attachments: { max_files: 1, max_bytes: 2_000 },
  });
  expect(receipt).toMatchObject({ attachments: { max_files: 2, max_bytes: 1_000 } });

  expect(await attach(first, jpeg(2_000))).toBe(201);
  expect(await attach(first, jpeg())).toBe('too-many-attachments');
  expect(await attach(second, jpeg(2_001))).toBe('too-large');

  await proxy.restart(config({ attachments }));
  expect(await attach(second, jpeg(51))).toBe('too-large');
  expect(await attach(second, jpeg(50))).toBe(201);
  expect(await attach(second, jpeg(49))).toBe('too-many-attachments');

  await proxy.restart({ ...exampleConfig, case_types: { injury } });
  expect(await attach(third, jpeg(1_001))).toBe('too-large');
  expect(await attach(third, jpeg(1_000))).toBe(201);
  expect(await attach(third, jpeg(100))).toBe(201);
  expect(await attach(third, jpeg(99))).toBe('too-many-attachments');
});

test('a case type without files takes none', async () => {
  const { injury } = exampleConfig.case_types;
  const without = { ...injury, attachments: { max_files: 0 } };
  await proxy.restart({ ...exampleConfig, case_types: { injury: without } });
  expect((await proxy.postAttachment(receipt, jpeg())).status).toBe(409);
  await expect.poll(() => spool()).toEqual([]);
});

test('a delivered file that can’t be erased is left to the sweep', async () => {
  vi.spyOn(proxy.spool, 'erase').mockRejectedValueOnce(new Error('EIO'));
  expect((await proxy.postAttachment(receipt, jpeg())).status).toBe(201);
  await expect.poll(() => proxy.lines('unneeded spooled file not erased')).toHaveLength(1);
  expect(proxy.lines('internal error')).toEqual([]);
});

test('a file that the enquiry API refuses is held with its content', async () => {
  proxy.enquiryApi.script.push(respond(400, { code: 400, status: 'The `contents` is empty', result: false }));
  expect((await proxy.postAttachment(receipt, jpeg())).status).toBe(202);
  expect(proxy.log()).toContain('delivery held');
  expect(spool()).toHaveLength(1);
});
