import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import {
  ada,
  createProxyUnderTest,
  exampleConfig,
  json,
  origin,
  type ProxyUnderTest,
} from '../../tools/testing/proxy/proxy.ts';
import { jpeg } from '../../tools/testing/proxy/sample-files.ts';
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
  proxy = await createProxyUnderTest(config, undefined, { TRUSTED_PROXY_HOPS: '1', ...more });
  stop = proxy.stop;
}
const post = () => proxy.postEnquiry(ada, undefined, office);
const attach = (receipt: Receipt) =>
  proxy.postAttachment(receipt, new Uint8Array(jpeg()), { headers: office });

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

test.each<[string, string, string, string[], number[]]>([
  ['a web server on this machine', '0', '127.0.0.1', ['198.51.100.9'], [50]],
  ['a client elsewhere', '0', '203.0.113.7', ['198.51.100.9'], [40]],
  ['a client elsewhere without the header', '0', '203.0.113.7', [], []],
  ['a web server on this machine without the header', '1', '127.0.0.1', [], [50]],
  ['a web server elsewhere without the header', '1', '203.0.113.7', [], [40]],
  ['as many web servers as trusted', '1', '127.0.0.1', ['198.51.100.9'], []],
  ['fewer web servers than trusted', '2', '203.0.113.7', ['198.51.100.9'], [50]],
])(
  'X-Forwarded-For from %s, with %s trusted: a warning or error each day',
  async (_, hops, peer, given, levels) => {
    await start({ TRUSTED_PROXY_HOPS: hops });
    const send = () =>
      proxy.app.request(
        '/enquiries',
        { method: 'POST', headers: { origin, ...(given.length > 0 && { 'x-forwarded-for': given.join() }) } },
        { remoteAddress: peer },
      );
    const reported = () =>
      ['ignored: set', 'too short: check']
        .flatMap(fault => proxy.lines(`X-Forwarded-For ${fault} TRUSTED_PROXY_HOPS`))
        .map(({ level }) => level);
    for (let n = 0; n < 3; n++) await send();
    expect(reported()).toEqual(levels);
    const isLimitless = peer === '127.0.0.1' && levels.length > 0;
    expect(await proxy.metrics()).toContain(`enquiry_proxy_address_limits_off ${Number(isLimitless)}`);
    proxy.elapse(24 * 3_600_000);
    await send();
    expect(reported()).toEqual([...levels, ...levels]);
  },
);
