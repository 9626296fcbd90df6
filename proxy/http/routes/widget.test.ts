import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createProxyUnderTest, exampleConfig, proxyForAllTests } from '../../../tools/testing/proxy/proxy.ts';
import { defaultParameters } from '../../contract/attribution.ts';

const proxy = proxyForAllTests();
const get = (path: string, headers = {}) => proxy.app.request(path, { headers });

describe('the script', () => {
  test('includes the requested definitions', { tags: 'asvs-1.2.3' }, async () => {
    const response = await get('/enquiry-form.js?case-type=other&case-type=injury&case-type=nothing');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('.define("enquiry-form"');
    const provided = /\?\.provide\?\.\(import\.meta\.url,(.+)\);/.exec(text)?.[1] ?? '[]';
    expect(JSON.parse(provided).map((each: { case_type: string }) => each.case_type)).toEqual([
      'injury',
      'other',
    ]);
  });
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
  ])('is compressed with %s when the browser takes it', async (encoding, accepted, decompress) => {
    const plain = await (await get('/enquiry-form.js?case-type=injury')).text();
    const response = await get('/enquiry-form.js?case-type=injury', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(decompress(Buffer.from(await response.arrayBuffer())).toString()).toBe(plain);
  });
  test('is not sent again to a client that has cached it, unless the client can’t read that variant', async () => {
    const headers = { 'accept-encoding': 'br' };
    const etag = (await get('/enquiry-form.js', headers)).headers.get('etag');
    for (const known of [`"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await get('/enquiry-form.js', { ...headers, 'if-none-match': known });
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    }
    for (const accepted of ['', 'gzip']) {
      const other = await get('/enquiry-form.js', { 'accept-encoding': accepted, 'if-none-match': etag });
      expect(other.status).toBe(200);
    }
  });
  test('is the same for the same case types in any order', async () => {
    const etags = [
      '?case-type=other&case-type=injury',
      '?case-type=injury&case-type=other&case-type=injury',
    ].map(async query =>
      (await get(`/enquiry-form.js${query}`, { 'accept-encoding': 'br' })).headers.get('etag'),
    );
    const [one, two] = await Promise.all(etags);
    expect(one).toBe(two);
    expect((await get('/enquiry-form.js?case-type=other')).headers.get('etag')).not.toBe(one);
  });
  test('is sent to every client in a flood of requests for different sets, but may be uncompressed', async () => {
    const caseTypes = Array.from({ length: 8 }, (_, n) => `type-${n}`);
    const many = await createProxyUnderTest({
      ...exampleConfig,
      case_types: Object.fromEntries(caseTypes.map(name => [name, { label: name }])),
    });
    const responses = await Promise.all(
      Array.from({ length: 255 }, async (_, n) => {
        const query = caseTypes.filter((_, bit) => (n + 1) & (1 << bit)).map(name => `case-type=${name}`);
        return await many.app.request(`/enquiry-form.js?${query.join('&')}`, {
          headers: { 'accept-encoding': 'gzip' },
        });
      }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const encodings = responses.map(({ headers }) => headers.get('content-encoding'));
    expect(new Set(encodings)).toEqual(new Set(['gzip', null]));
    await many.stop();
  });
  test('has lazy parts that keep their URLs after the next release', async () => {
    const lazy = await get('/assets/lazy-1234.js');
    expect(lazy.headers.get('cache-control')).toContain('immutable');
    expect(await lazy.text()).toBe('export const lazy = true;');
    await proxy.outbox.archive.keepAssets([
      { name: 'lazy-of-an-earlier-release.js', content: 'export const lazy = 0;' },
    ]);
    expect((await get('/assets/lazy-of-an-earlier-release.js')).status).toBe(200);
    expect((await get('/assets/nothing.js')).status).toBe(404);
    expect((await get('/assets/..%2f..%2fpackage.json')).status).toBe(404);
    expect((await get('/assets/%00.js')).status).toBe(404);
  });
});

describe('the script for pages without a form', () => {
  test('has the default parameters', async () => {
    const response = await get('/attribution.js');
    expect(await response.text()).toBe(`"utm_source ${defaultParameters.join(' ')}".split(" ")`);
  });
  test('has the parameters of the config', async () => {
    const attribution = { parameters: ['gclid', 'partner.id'] };
    const other = await createProxyUnderTest({ ...exampleConfig, attribution });
    const response = await other.app.request('/attribution.js');
    expect(await response.text()).toBe('"utm_source gclid partner.id".split(" ")');
    await other.stop();
  });
});
