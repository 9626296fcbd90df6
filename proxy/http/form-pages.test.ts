import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProxyUnderTest, type ProxyUnderTest } from '../../tools/testing/proxy/proxy.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await createProxyUnderTest();
});
afterAll(() => proxy.stop());

test.each([
  ['GET', '/forms/injury', 200],
  ['GET', '/forms/injury?lang=xx', 200],
  ['GET', '/forms/none', 404],
  ['PUT', '/forms/injury', 405],
])('%s %s responds with a page', async (method, path, status) => {
  const response = await proxy.app.request(path, { method });
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});
