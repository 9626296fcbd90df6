import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ada,
  createProxyUnderTest,
  exampleConfig,
  json,
  listen,
  origin,
  type ProxyUnderTest,
} from '../../tools/testing/proxy/proxy.ts';
import { jpeg } from '../../tools/testing/proxy/sample-files.ts';
import { respond } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../contract/enquiry.ts';

const office = { 'x-forwarded-for': '198.51.100.9' };

let proxy: ProxyUnderTest;
let stop = async () => {};
afterEach(async () => {
  await stop();
  stop = async () => {};
});
async function start(more: Record<string, string> = {}) {
  const config = { ...exampleConfig, attachments: {} };
  proxy = await createProxyUnderTest(config, 10_000, { TRUSTED_PROXY_HOPS: '1', ...more });
  stop = proxy.stop;
}
const post = () => proxy.postEnquiry(ada, undefined, office);
const attach = (receipt: Receipt) =>
  proxy.postAttachment(receipt, new Uint8Array(jpeg()), { headers: office });

test('20 visitors in one office can each send five files, two at a time', async () => {
  await start();
  const receipts = await Promise.all(Array.from({ length: 20 }, () => json<Receipt>(post())));
  const statuses = await Promise.all(
    receipts.map(async receipt => {
      const pair = async () => [(await attach(receipt)).status, (await attach(receipt)).status];
      return [...(await Promise.all([pair(), pair()])).flat(), (await attach(receipt)).status];
    }),
  );
  expect(new Set(statuses.flat())).toEqual(new Set([201]));
});

test('an address that exceeds its rate limit gets Retry-After, and other addresses are not limited', {
  tags: 'asvs-2.4.1',
}, async () => {
  await start({ ENQUIRY_RATE_PER_ADDRESS: '3' });
  for (let n = 0; n < 3; n++) expect((await post()).status).toBe(201);
  const response = await post();
  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ code: 'too-many-requests' });
  expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(20);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  expect(proxy.log()).toContain('"reason":"rate-per-address"');
  expect(proxy.log()).not.toContain('198.51.100.9');
  const other = await proxy.postEnquiry(ada, undefined, { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' });
  expect(other.status).toBe(201);
});

test('long bodies that never end take a limited amount of memory, and ordinary enquiries are still accepted', {
  tags: 'asvs-15.2.2',
}, async () => {
  await start();
  const end = Promise.withResolvers<void>();
  const postEndlessly = (bytes: number) => {
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(bytes).fill(32));
        await end.promise;
        controller.close();
      },
    });
    const headers = { origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const request = { method: 'POST', headers, body, duplex: 'half' };
    return proxy.app.request('/enquiries', request);
  };
  const long = Array.from({ length: 700 }, () => postEndlessly(100_000));
  const refused = await Promise.race(long);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(proxy.log()).toContain('"reason":"body-memory"');
  expect((await post()).status).toBe(201);
  end.resolve();
  const statuses = (await Promise.all(long)).map(({ status }) => status);
  expect(statuses.filter(status => status === 400).length).toBeGreaterThan(600);
  expect((await postEndlessly(100_000)).status).toBe(400);
});

test('one address cannot fill the spool', async () => {
  await start({ ENQUIRY_SPOOL_BYTES: '10000' });
  proxy.enquiryApi.otherwise = respond(503, '', { 'retry-after': '3600' });
  const file = new Uint8Array(1_000).map((_, at) => [0xff, 0xd8, 0xff][at] ?? 0);
  const send = async (from: Record<string, string>) => {
    const receipt = await json<Receipt>(proxy.postEnquiry(ada, undefined, from));
    return proxy.postAttachment(receipt, file, { headers: { ...from, 'content-length': '1000' } });
  };
  const statuses: number[] = [];
  for (let n = 0; n < 10; n++) statuses.push((await send(office)).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429, 429, 429]);
  expect(proxy.log()).toContain('"reason":"spool-per-address"');
  expect((await send({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(202);
});

test('a full spool refuses uploads with 503 but accepts enquiries', async () => {
  await start({ ENQUIRY_SPOOL_BYTES: '100' });
  const receipt = await json<Receipt>(post());
  const tooLarge = { headers: { ...office, 'content-length': '99000000' } };
  expect((await proxy.postAttachment(receipt, new Uint8Array(jpeg()), tooLarge)).status).toBe(413);
  const response = await attach(receipt);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('60');
  expect(await json(response)).toMatchObject({
    code: 'storage-full',
    title: expect.stringContaining('The enquiry itself is safe.'),
  });
  expect(proxy.log()).toContain('"reason":"spool-bytes"');
  expect(proxy.lines('request refused: storage unavailable')).toHaveLength(1);
  expect((await post()).status).toBe(201);
});

describe('without TRUSTED_PROXY_HOPS', () => {
  const levels = { warn: 40, error: 50 };
  const ignored = () =>
    proxy.lines('X-Forwarded-For ignored: set TRUSTED_PROXY_HOPS').map(({ level }) => level);

  test('a web server on the same machine is an error in the log each day and in the metrics', async () => {
    await start({ TRUSTED_PROXY_HOPS: '0' });
    const { server, stop: stopServer } = await listen(proxy);
    const { port } = server.address() as AddressInfo;
    const send = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/enquiries`, { method: 'POST', headers: { origin, ...headers } });
    await send({});
    expect(ignored()).toEqual([]);
    expect(await proxy.metrics()).toContain('enquiry_proxy_address_limits_off 0');
    for (let n = 0; n < 3; n++) await send(office);
    expect(ignored()).toEqual([levels.error]);
    expect(await proxy.metrics()).toContain('enquiry_proxy_address_limits_off 1');
    proxy.elapse(24 * 3_600_000);
    for (let n = 0; n < 3; n++) await send(office);
    expect(ignored()).toEqual([levels.error, levels.error]);
    stopServer();
  });

  test('a client elsewhere that sends X-Forwarded-For is a warning each day', async () => {
    await start({ TRUSTED_PROXY_HOPS: '0' });
    for (let n = 0; n < 3; n++) await post();
    proxy.elapse(24 * 3_600_000);
    await post();
    expect(ignored()).toEqual([levels.warn, levels.warn]);
    expect(await proxy.metrics()).toContain('enquiry_proxy_address_limits_off 0');
  });
});

describe('with TRUSTED_PROXY_HOPS', () => {
  const tooShort = () => proxy.lines('X-Forwarded-For too short: check TRUSTED_PROXY_HOPS').length;

  test('a web server on the same machine that doesn’t send X-Forwarded-For is an error each day', async () => {
    await start();
    const { server, stop: stopServer } = await listen(proxy);
    const { port } = server.address() as AddressInfo;
    const send = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/enquiries`, { method: 'POST', headers: { origin, ...headers } });
    await send(office);
    expect(tooShort()).toBe(0);
    for (let n = 0; n < 3; n++) await send({});
    expect(tooShort()).toBe(1);
    expect(await proxy.metrics()).toContain('enquiry_proxy_address_limits_off 1');
    proxy.elapse(24 * 3_600_000);
    await send({});
    expect(tooShort()).toBe(2);
    stopServer();
  });

  test('fewer addresses than web servers are an error, because clients can choose theirs', async () => {
    await start({ TRUSTED_PROXY_HOPS: '2' });
    await proxy.postEnquiry(ada, undefined, { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' });
    expect(tooShort()).toBe(0);
    await post();
    expect(proxy.lines('X-Forwarded-For too short: check TRUSTED_PROXY_HOPS')).toMatchObject([{ level: 50 }]);
    expect(await proxy.metrics()).toContain('enquiry_proxy_address_limits_off 0');
  });
});
