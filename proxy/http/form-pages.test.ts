import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProxyUnderTest, origin, type ProxyUnderTest } from '../../tools/testing/proxy/proxy.ts';

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

test('only a page for a frame tells the allowed origins, and it has neither brand nor margins', async () => {
  const framed = await (await proxy.app.request('/forms/injury?frame=1')).text();
  expect(framed).toContain(`<script data-origins="${origin}">`);
  expect(framed).toContain('<body class="framed"><main>');
  const whole = await (await proxy.app.request('/forms/injury?frame=2')).text();
  expect(whole).not.toContain(origin);
  expect(whole).toContain('<body><main>');
});

test('a page runs its own script and those of the proxy, and only allowed sites can show it', async () => {
  const response = await proxy.app.request('/forms/injury');
  const [, script = ''] = /<script>(.+)<\/script><\/body>/s.exec(await response.text()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain(`frame-ancestors 'self' ${origin};`);
});
