import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import {
  ada,
  clientKeys,
  createProxyUnderTest,
  createTestToken,
  exampleConfig,
  json,
  origin,
  type ProxyUnderTest,
} from '../../tools/testing/proxy/proxy.ts';
import { jpeg } from '../../tools/testing/proxy/sample-files.ts';
import type { ProblemDocument, Receipt } from '../contract/enquiry.ts';

type Headers = Record<string, string>;

let proxy: ProxyUnderTest;
let stop = async () => {};
afterEach(() => stop());
async function start(config: object = {}, variables: Record<string, string> = {}) {
  proxy = await createProxyUnderTest({ ...exampleConfig, ...config }, undefined, variables);
  ({ stop } = proxy);
}

const withKey = (key: string): Headers => ({ authorization: `Bearer ${key}` });
const crm = withKey(clientKeys.crm);
const intranet = withKey(clientKeys.intranet);
/** Sends an enquiry as a server does: without `Origin`, and with the given headers. */
const post = (headers: Headers, body: object = ada) =>
  proxy.app.request('/enquiries', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  });
const attach = (
  { reference }: Receipt,
  headers: Headers,
  body: BodyInit = new Uint8Array(jpeg()),
): Response | Promise<Response> =>
  proxy.app.request(`/enquiries/${reference}/attachments`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
const codeOf = async (response: Response) => (await json<ProblemDocument>(response)).code;
const metaOf = (at: number) => proxy.enquiryApi.requests[at]?.body.meta as { id: string; value: string }[];

test('an enquiry and its file arrive from a server with a key, with its name and without a site', async () => {
  await start();
  const attribution = { landing_page: 'https://www.example.com/spring', parameters: { gclid: 'g-1' } };
  const response = await post(crm, { ...ada, marketing_campaign: 'spring-tv', attribution });
  expect(response.status).toBe(201);
  const receipt = await json<Receipt>(response);
  const headers = { ...crm, 'upload-token': receipt.upload_token };
  expect((await attach(receipt, headers)).status).toBe(201);
  const [created, uploaded] = proxy.enquiryApi.requests;
  expect(created?.body.marketing_campaign).toBe('spring-tv');
  const entries = metaOf(0).filter(({ id }) => id.startsWith('attribution_'));
  expect(entries.map(({ id, value }) => [id, value])).toEqual([
    ['attribution_client', 'crm'],
    ['attribution_landing_page', 'https://www.example.com/spring'],
    ['attribution_gclid', 'g-1'],
  ]);
  expect(Buffer.from(String(uploaded?.body.contents), 'base64')).toEqual(jpeg());
});

test('the log and the metrics name the client', { tags: 'asvs-16.3.1' }, async () => {
  await start();
  await post(crm);
  await post(crm, { case_type: 'other' });
  await post(withKey('x'.repeat(32)));
  expect(proxy.lines('request completed').map(({ client, status }) => [client, status])).toEqual([
    ['crm', 201],
    ['crm', 422],
    [undefined, 401],
  ]);
  const lines = (await proxy.metrics()).split('\n').filter(line => /^enquiry_proxy_client_/.test(line));
  expect(lines).toEqual([
    'enquiry_proxy_client_requests_total{client="crm",status="201"} 1',
    'enquiry_proxy_client_requests_total{client="crm",status="422"} 1',
  ]);
});

test.each<[string, Headers, number, string]>([
  ['no key', {}, 403, 'origin-not-allowed'],
  ['an empty key', { authorization: 'Bearer ' }, 403, 'origin-not-allowed'],
  ['the name instead of the key', withKey('crm'), 401, 'client-key-invalid'],
  ['the beginning of a key', withKey(clientKeys.crm.slice(0, -1)), 401, 'client-key-invalid'],
  ['a key and more', withKey(`${clientKeys.crm}-`), 401, 'client-key-invalid'],
  ['two keys', withKey(`${clientKeys.crm}, ${clientKeys.intranet}`), 401, 'client-key-invalid'],
  ['a key of another scheme', { authorization: `Basic ${clientKeys.crm}` }, 403, 'origin-not-allowed'],
  ['a proof', { authorization: 'Proof v=1' }, 403, 'origin-not-allowed'],
])('a server with %s is refused', { tags: 'asvs-8.2.1' }, async (_, headers, status, code) => {
  await start();
  const response = await post(headers);
  expect(response.status).toBe(status);
  expect(await codeOf(response)).toBe(code);
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  expect(proxy.enquiryApi.requests).toEqual([]);
});

test('a page with a key is refused, can read why, and the operator is warned once a day', async () => {
  await start();
  const receipt = await json<Receipt>(proxy.postEnquiry(ada));
  const inPage = { ...crm, origin };
  for (const response of [await post(inPage), await attach(receipt, inPage)]) {
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await codeOf(response)).toBe('client-key-in-page');
  }
  for (const other of ['https://elsewhere.example', 'null', '']) {
    const response = await post({ ...intranet, origin: other });
    expect(response.headers.get('access-control-allow-origin')).toBe(null);
    expect(await codeOf(response)).toBe('client-key-in-page');
  }
  expect(proxy.lines('client key in a page')).toMatchObject([
    { level: 40, client: 'crm', origin },
    { level: 40, client: 'intranet', origin: 'https://elsewhere.example' },
  ]);
  proxy.elapse(24 * 3_600_000);
  await post(inPage);
  expect(proxy.lines('client key in a page')).toHaveLength(3);
  expect(proxy.enquiryApi.requests).toHaveLength(1);
});

test('an upload needs the key and the token of the receipt, each in its header', async () => {
  await start();
  const receipt = await json<Receipt>(post(crm));
  const token = receipt.upload_token;
  const refused: [Headers, string][] = [
    [crm, 'upload-token-invalid'],
    [{ ...crm, 'upload-token': token.replace('injury', 'other') }, 'upload-token-invalid'],
    [withKey(token), 'client-key-invalid'],
    [{ ...withKey(token), 'upload-token': clientKeys.crm }, 'client-key-invalid'],
    [{ 'upload-token': token }, 'origin-not-allowed'],
    [{ origin, 'upload-token': token }, 'upload-token-invalid'],
  ];
  for (const [headers, code] of refused) expect(await codeOf(await attach(receipt, headers))).toBe(code);
  expect((await attach(receipt, { ...withKey(token), origin })).status).toBe(201);
});

test('an enquiry with a key is neither challenged nor a suspect, whatever it contains', async () => {
  await start({ spam: { suspects: 'hold' } });
  const spam = { ...ada, surname: 'www.example.com' };
  expect((await post(crm, spam)).status).toBe(201);
  expect((await post({ origin, authorization: 'Proof v=1' }, spam)).status).toBe(403);
});

test('a repeated request, and the same enquiry under another key, are recognised like those from a page', async () => {
  await start();
  const headers = { ...crm, 'idempotency-key': randomUUID() };
  const { reference } = await json<Receipt>(post(headers));
  expect(await json<Receipt>(post(headers))).toMatchObject({ reference });
  await post(intranet);
  expect(metaOf(1)).toContainEqual(
    expect.objectContaining({ id: 'possible_duplicate_of', value: reference }),
  );
});

test('a test link is not valid without a page', async () => {
  await start();
  const response = await post(crm, { ...ada, test: createTestToken() });
  expect(await codeOf(response)).toBe('test-link-invalid');
  expect(proxy.enquiryApi.requests).toEqual([]);
});

const hops = { TRUSTED_PROXY_HOPS: '1' };
const at = (address: string) => ({ 'x-forwarded-for': address });
const office = at('198.51.100.9');

test('a key may have a limit of its own, which a reload changes', async () => {
  await start({}, { ...hops, ENQUIRY_RATE_PER_ADDRESS: '2' });
  const allow = (perMinute: number) =>
    proxy.reload({ settings: { clientKeys: [{ name: 'crm', key: clientKeys.crm, perMinute }] } });
  const send = async (count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await post({ ...crm, ...office })).status);
    return statuses;
  };
  await allow(3);
  expect(await send(4)).toEqual([201, 201, 201, 429]);
  await allow(1);
  proxy.elapse(60_000);
  expect(await send(2)).toEqual([201, 429]);
});

test('each key has the limit of an address, wherever its requests come from', async () => {
  await start({}, { ...hops, ENQUIRY_RATE_PER_ADDRESS: '2' });
  const statuses: number[] = [];
  for (const headers of [crm, crm, crm, intranet, { origin }])
    statuses.push((await post({ ...headers, ...office })).status);
  expect(statuses).toEqual([201, 201, 429, 201, 201]);
  expect((await post({ ...crm, ...at('203.0.113.7') })).status).toBe(429);
  expect(proxy.log()).toContain('"client":"crm"');
});

test('each key may have as many uploads at once as an address', async () => {
  await start({}, { ...hops, ENQUIRY_UPLOADS: '2' });
  const receipt = await json<Receipt>(post({ ...crm, ...office }));
  const headersOf = (key: Headers, address: string) => ({
    ...key,
    ...at(address),
    'upload-token': receipt.upload_token,
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const unfinished = attach(receipt, headersOf(crm, '198.51.100.9'), readable);
  const writer = writable.getWriter();
  await writer.write(new Uint8Array(jpeg()));
  expect((await attach(receipt, headersOf(crm, '203.0.113.7'))).status).toBe(429);
  expect((await attach(receipt, headersOf(intranet, '198.51.100.9'))).status).toBe(201);
  await writer.close();
  expect((await unfinished).status).toBe(201);
});

test('an address that tries many keys no longer learns whether one is right', {
  tags: 'asvs-6.3.1',
}, async () => {
  await start({}, { ...hops, ENQUIRY_RATE_PER_ADDRESS: '3' });
  const wrong = withKey('x'.repeat(32));
  const receipt = await json<Receipt>(post({ ...crm, ...at('203.0.113.7') }));
  expect((await post({ ...wrong, ...office })).status).toBe(401);
  expect((await attach(receipt, { ...wrong, ...office })).status).toBe(401);
  expect((await attach(receipt, { ...wrong, ...office, origin })).status).toBe(401);
  const right = [crm, { ...crm, origin }].map(headers => ({ ...headers, ...office }));
  for (const headers of [...right, { ...wrong, ...office }]) {
    const response = await post(headers);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '20']);
  }
  expect((await post({ ...crm, ...at('203.0.113.7') })).status).toBe(201);
  // Visitors at the same address have a limit of their own.
  expect((await post({ ...office, origin })).status).toBe(201);
  const ownToken = { ...withKey(receipt.upload_token), origin, ...office };
  expect((await attach(receipt, ownToken)).status).toBe(201);
  proxy.elapse(20_000);
  expect((await post(right[0]!)).status).toBe(201);
});
