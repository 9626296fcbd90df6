import { describe, expect, test } from 'vitest';
import { ada, exampleConfig, json, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
import { respond } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { AttachmentRoom, Receipt } from '../../contract/enquiry.ts';

const proxy = proxyForEachTest();

const send = (enquiry: object = ada) => json<Receipt>(proxy.postEnquiry(enquiry));
const jpeg = (fill: number) => new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2, fill]);
let fill = 0;
const attach = async ({ reference }: Receipt, upload_token: string) =>
  (await proxy.postAttachment({ reference, upload_token }, jpeg(fill++))).status;
const ask = (reference: string, token: string) =>
  proxy.app.request(`/enquiries/${reference}/attachment-limits`, {
    headers: { authorization: `Bearer ${token}` },
  });

test('the token for later adds files after 25 hours, when the other one has expired', async () => {
  const receipt = await send();
  const { token, until } = receipt.add_later!;
  expect(Date.parse(until) / dayMs).toBeCloseTo(Date.now() / dayMs + 7, 2);
  proxy.stepClock(25 * hourMs);
  expect(await attach(receipt, receipt.upload_token)).toBe(401);
  expect(await attach(receipt, token)).toBe(201);
  proxy.setClock(Date.parse(until) + 1_000);
  expect(await attach(receipt, token)).toBe(401);
  expect((await ask(receipt.reference, token)).status).toBe(401);
});

describe('the days', () => {
  const daysWith = async (config: object) => {
    await proxy.restart({ ...exampleConfig, ...config });
    const { add_later } = await send();
    return add_later && Math.round((Date.parse(add_later.until) - Date.now()) / dayMs);
  };

  test.each<[number | undefined, object]>([
    [2, { attachments: { add_later_days: 2 } }],
    [3, { delivery: { keep_days: 3 } }],
    [7, { attachments: { add_later_days: 30 } }],
    [30, { attachments: { add_later_days: 30 }, delivery: { keep_days: 30 } }],
    [undefined, { attachments: { add_later_days: 0 } }],
    [undefined, { attachments: { max_files: 0 } }],
  ])('are %j with %j', async (days, config) => {
    expect(await daysWith(config)).toBe(days);
  });
});

test('changing them changes no definition', async () => {
  const read = async () => (await proxy.app.request('/case-types/injury')).json();
  const before = await read();
  await proxy.restart({ ...exampleConfig, attachments: { ...exampleConfig.attachments, add_later_days: 3 } });
  expect(await read()).toEqual(before);
});

test('the bearer learns the limits, and how many files other devices have left', async () => {
  const receipt = await send();
  const { token } = receipt.add_later!;
  const room = () => json<AttachmentRoom>(ask(receipt.reference, token));
  const attachments = { max_files: 2, max_bytes: 1_000, strip_metadata: 'location' };
  expect(await room()).toEqual({ attachments, left: 2, refused: [] });
  expect(await attach(receipt, receipt.upload_token)).toBe(201);
  expect(await room()).toEqual({ attachments, left: 1, refused: [] });
  expect(await attach(receipt, token)).toBe(201);
  expect(await room()).toEqual({ attachments, left: 0, refused: [] });
  expect(await attach(receipt, token)).toBe(409);
});

test('nothing can be added once the enquiry has been dropped', async () => {
  proxy.enquiryApi.otherwise = respond(503, '', { 'retry-after': '3600' });
  const receipt = await send();
  await proxy.outbox.operator.drop(receipt.reference);
  expect((await ask(receipt.reference, receipt.add_later!.token)).status).toBe(404);
  expect(await attach(receipt, receipt.add_later!.token)).toBe(404);
});

test('the page is the same for every reference, and isn’t stored', async () => {
  const open = (reference: string) => proxy.app.request(`/enquiries/${reference}/files?lang=de`);
  const { reference } = await send();
  const known = await open(reference);
  const unknown = await open('00000-00000');
  expect([known.status, unknown.status]).toEqual([200, 200]);
  const text = await known.text();
  expect(await unknown.text()).toBe(text);
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('Diese Seite benötigt JavaScript.');
  expect(text).toContain('src="../../assets/files-page-1234.js"');
  expect(known.headers.get('cache-control')).toBe('no-store');
  expect(known.headers.get('x-robots-tag')).toBe('noindex');
  expect(known.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await proxy.app.request('/assets/files-page-1234.js')).status).toBe(200);
});
