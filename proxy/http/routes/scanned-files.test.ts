// Files go to a scanner before they are delivered.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillIn, openForm, postForm, proxyOrigin } from '../../../tools/testing/proxy/form-page.ts';
import { ada, createProxyUnderTest, exampleConfig, json } from '../../../tools/testing/proxy/proxy.ts';
import { pdf } from '../../../tools/testing/proxy/sample-files.ts';
import { startScriptedClamd } from '../../../tools/testing/proxy/scripted-clamd.ts';
import { respond } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import { validConfig } from '../../../tools/testing/proxy/settings.ts';
import { hourMs } from '../../contract/durations.ts';
import type { AttachmentRoom, ProblemDocument, Receipt } from '../../contract/enquiry.ts';
import type { DeliveryState } from '../../database/tables.ts';
import { inspect } from '../../outbox/inspection.ts';

let clamd: Awaited<ReturnType<typeof startScriptedClamd>>;
let proxy: Awaited<ReturnType<typeof createProxyUnderTest>>;
let receipt: Receipt;
beforeEach(async () => {
  clamd = await startScriptedClamd();
  proxy = await createProxyUnderTest(exampleConfig, undefined, { ENQUIRY_SCAN_URL: clamd.url });
  receipt = await json<Receipt>(proxy.postEnquiry(ada));
});
afterEach(async () => {
  await clamd.stop(); // Otherwise the proxy waits for a scanner that hangs.
  await proxy.stop();
});

/** Sets how long visitors wait for the outcome. */
const setWait = (ms: number) => {
  proxy.settings.requests.outcomeWaitMs = ms;
};
const found = 'stream: Eicar-Signature FOUND\0';
const letter = new Uint8Array(pdf());
const spool = () => readdirSync(join(proxy.folder, 'spool'));
const uploads = () => proxy.enquiryApi.requests.filter(({ path }) => path.endsWith('/enquiries/upload'));
const post = (key: string = randomUUID(), to = receipt) =>
  proxy.postAttachment(to, letter, { name: 'a.pdf', key });
const attachment = async (state?: DeliveryState) =>
  (await proxy.outbox.operator.list(state ? { state } : {})).find(({ kind }) => kind === 'attachment');
const room = ({ reference, upload_token }: Receipt) =>
  json<AttachmentRoom>(
    proxy.app.request(`/enquiries/${reference}/attachment-limits`, {
      headers: { authorization: `Bearer ${upload_token}` },
    }),
  );
async function findings() {
  const { findings } = await inspect(
    { outbox: proxy.outbox, spool: proxy.spool },
    { settings: proxy.settings, config: validConfig(exampleConfig) },
    Date.now(),
  );
  return findings.map(({ problem }) => problem);
}

test('a file is scanned once, and what was scanned is delivered, also after a restart', async () => {
  proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
  expect((await post()).status).toBe(202);
  await expect.poll(() => proxy.lines('delivery attempted')).toHaveLength(2);
  await proxy.restart();
  await expect.poll(() => uploads()).toHaveLength(2);
  expect(clamd.files).toEqual([Buffer.from(letter)]);
  expect(uploads()[1]!.body).toMatchObject({
    file: { name: 'a.pdf' },
    contents: clamd.files[0]!.toString('base64'),
  });
});

test('an infected file is refused, kept, and never delivered', async () => {
  clamd.otherwise = found;
  const key = randomUUID();
  for (const response of [await post(key), await post(key)]) {
    expect(response.status).toBe(415);
    expect((await json<ProblemDocument>(response)).code).toBe('unsupported-media-type');
  }
  expect(await proxy.metrics()).toContain('"infected"');
  expect(await attachment()).toMatchObject({ state: 'held', held_cause: 'infected' });
  expect(await findings()).toEqual([
    expect.stringMatching(/^1 delivery is held: infected: Eicar-Signature\. It arrived/),
  ]);
  await proxy.restart();
  await proxy.outbox.operator.release(receipt.reference);
  await proxy.restart();
  await expect.poll(async () => (await attachment())?.state).toBe('held');
  expect(clamd.files).toHaveLength(2);
  expect(uploads()).toEqual([]);
  expect(spool()).toHaveLength(1);
});

test('what is found once the visitor has stopped waiting is told with the limits', async () => {
  let reply: ((text: string) => void) | undefined;
  clamd.otherwise = socket => {
    socket.resume();
    reply = text => socket.end(text);
  };
  const key = randomUUID();
  setWait(0);
  expect((await post(key)).status).toBe(202);
  await expect.poll(() => reply).toBeDefined();
  expect(await room(receipt)).toMatchObject({ left: 1, refused: [], checking: true });
  reply!(found);
  const refused = [{ key, name: 'a.pdf' }];
  await expect.poll(() => room(receipt)).toMatchObject({ left: 2, refused });
  expect(await room(receipt)).not.toHaveProperty('checking');
  clamd.otherwise = 'stream: OK\0';
  setWait(25_000);
  expect((await post()).status).toBe(201);
  expect(await room(receipt)).toEqual({ attachments: expect.anything(), left: 1, refused });
});

test('another file can be sent in place of an infected one, but not for ever', async () => {
  clamd.otherwise = found;
  expect((await post()).status).toBe(415);
  clamd.otherwise = 'stream: OK\0';
  for (const status of [201, 201, 409]) expect((await post()).status).toBe(status);
  receipt = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  clamd.otherwise = found;
  for (const status of [415, 415, 415, 415, 409]) expect((await post()).status).toBe(status);
  expect((await room(receipt)).left).toBe(0);
});

test.each([
  ['while the visitor waits', 25_000],
  ['later', 0],
])('without JavaScript, the receipt names a file that is found to be infected %s', async (_, waitMs) => {
  setWait(waitMs);
  clamd.script.push('stream: OK\0', found);
  const form = await openForm(proxy, '/forms/injury');
  const values = {
    forename: 'Ada',
    surname: 'Byron',
    email: 'ada@example.com',
    'answers.when': '2026-02-01',
    'answers.hurt': 'no',
  };
  const files = ['good.pdf', 'bad.pdf'].map(name => new File([letter], name));
  const response = await postForm(proxy, form.address, fillIn(form, values, files));
  const address = new URL(response.headers.get('location')!, `${proxyOrigin}/forms/injury`).href;
  await expect.poll(async () => (await attachment('held'))?.held_cause).toBe('infected');
  await expect.poll(() => uploads()).toHaveLength(1);
  const shown = await (await proxy.app.request(address)).text();
  expect(shown).toContain('1 of 2 files was sent.');
  expect(shown.split('bad.pdf')).toHaveLength(2);
  expect(shown).not.toContain('good.pdf');
  expect(shown).toContain('contains something we can’t accept');
});

test('files wait for a scanner that is away, and are held after a day', async () => {
  clamd.otherwise = socket => socket.destroy();
  setWait(0);
  expect((await post()).status).toBe(202);
  await expect
    .poll(async () => (await attachment())?.last_failure)
    .toMatch(/"not_scanned","parameter":"(ECONNRESET|EPIPE|no reply)"/);
  proxy.elapse(23 * hourMs);
  await proxy.restart();
  await expect.poll(async () => (await attachment())?.attempts).toBeGreaterThan(1);
  expect(await findings()).toContainEqual(
    expect.stringMatching(
      /^1 delivery is waiting, 1 with "file not scanned: .+", first 23 h ago\. It arrived 23 h ago/,
    ),
  );
  proxy.elapse(hourMs);
  await proxy.restart();
  await expect.poll(() => attachment()).toMatchObject({ held_cause: 'not_scanned' });
  clamd.otherwise = 'stream: OK\0';
  await proxy.outbox.operator.release(receipt.reference);
  await proxy.restart();
  await expect.poll(() => uploads()).toHaveLength(1);
});

test('if the config says so, a file that waited for a day is delivered with a mark', async () => {
  await proxy.restart({ ...exampleConfig, scan: { when_unavailable: 'deliver_marked' } });
  clamd.otherwise = socket => socket.destroy();
  setWait(0);
  await post();
  await expect.poll(async () => (await attachment())?.last_failure).toContain('not_scanned');
  proxy.elapse(24 * hourMs);
  await proxy.restart();
  await expect.poll(() => uploads()).toHaveLength(1);
  const name = 'not scanned - a.pdf';
  expect(uploads()[0]?.body.file).toMatchObject({ name, postname: name });
});

test('a process that died in the middle of a scan leaves no unknown outcome', async () => {
  proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
  receipt = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  await post();
  const database = new DatabaseSync(join(proxy.folder, 'outbox.db'));
  // As its claim has left it.
  database.exec("update deliveries set lease_until = 1, due_at = 1 where kind = 'attachment'");
  database.close();
  await proxy.restart({ ...exampleConfig, delivery: { on_unknown: 'hold' } });
  await expect.poll(() => uploads()).toHaveLength(1);
  expect(clamd.files).toHaveLength(1);
  await expect.poll(() => spool()).toEqual([]);
  const delivered = new DatabaseSync(join(proxy.folder, 'outbox.db'), { readOnly: true });
  expect(delivered.prepare('select max(unknown_outcomes) as count from deliveries').get()).toEqual({
    count: 0,
  });
  delivered.close();
});

test('enquiries do not wait for a scanner that hangs', async () => {
  clamd.otherwise = socket => socket.resume();
  await proxy.restart({ ...exampleConfig, attachments: { max_files: 20, max_bytes: 1_000 } });
  setWait(0);
  await Promise.all(Array.from({ length: 20 }, () => post()));
  await expect.poll(() => clamd.connections).toBe(4);
  setWait(25_000);
  const sent = await json<Receipt>(proxy.postEnquiry({ ...ada, forename: 'Grace' }));
  expect(sent.status).toBe('delivered');
  expect(clamd.connections).toBe(4);
});
