import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProxyUnderTest, type ProxyUnderTest } from '../../proxy-for-tests.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await createProxyUnderTest();
});
afterAll(() => proxy.stop());
const get = (path: string, headers = {}) => proxy.app.request(path, { headers });

describe('the script', () => {
  test('includes the requested definitions', async () => {
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
  test('is not sent again to a client that has cached it', async () => {
    const headers = { 'accept-encoding': 'br' };
    const etag = (await get('/enquiry-form.js', headers)).headers.get('etag');
    expect((await get('/enquiry-form.js', { ...headers, 'if-none-match': etag })).status).toBe(304);
  });
  test('can be pinned: its URL is next to its lazy parts, and its integrity hash matches', async () => {
    const { path, integrity } = proxy.pinned();
    const text = await (await get(path)).text();
    expect(text).toContain('import("./lazy-1234.js")');
    expect(`sha384-${createHash('sha384').update(text).digest('base64')}`).toBe(integrity);
  });
  test('and its lazy parts keep their URLs after the next release', async () => {
    const lazy = await get('/assets/lazy-1234.js');
    expect(lazy.headers.get('cache-control')).toContain('immutable');
    expect(await lazy.text()).toBe('export const lazy = true;');
    await proxy.outbox.archive.keepAsset('lazy-of-an-earlier-release.js', 'export const lazy = 0;');
    expect((await get('/assets/lazy-of-an-earlier-release.js')).status).toBe(200);
    expect((await get('/assets/nothing.js')).status).toBe(404);
    expect((await get('/assets/..%2f..%2fpackage.json')).status).toBe(404);
  });
});
