import { expect, test } from 'vitest';
import { measureCpuMs } from '../../tools/testing/proxy/cpu-time.ts';
import { ada, createProxyUnderTest, origin, proxyForAllTests } from '../../tools/testing/proxy/proxy.ts';

const proxy = proxyForAllTests();

const safe = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const problem = { 'content-type': 'application/problem+json' };
const readable = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'Retry-After',
  vary: 'Origin',
};
const without = (headers: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
const etag = expect.stringMatching(/^".+"$/);
const script = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  'content-encoding': 'br',
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'cross-origin',
  etag,
  vary: 'Accept-Encoding',
};

test.each<[string, RequestInit, number, object]>([
  ['/nothing', {}, 404, { ...safe, ...problem }],
  ['/health/live', {}, 200, { ...safe, 'content-type': 'application/json' }],
  [
    '/health/live',
    { headers: { 'x-request-id': 'chosen' } },
    200,
    { ...safe, 'content-type': 'application/json' },
  ],
  ['/health/ready', { method: 'HEAD' }, 200, { ...safe, 'content-type': 'application/json' }],
  ['/health/ready', { method: 'POST' }, 405, { ...safe, ...problem, allow: 'GET, HEAD' }],
  ['/enquiries', {}, 405, { ...safe, ...problem, allow: 'POST', vary: 'Origin' }],
  ['/enquiries', { method: 'POST' }, 403, { ...safe, ...problem, vary: 'Origin' }],
  ['/enquiries', { method: 'POST', headers: { origin } }, 400, { ...safe, ...problem, ...readable }],
  [
    '/enquiries',
    { method: 'OPTIONS', headers: { origin } },
    204,
    {
      ...safe,
      ...readable,
      'access-control-allow-headers': 'Authorization, Content-Disposition, Content-Type, Idempotency-Key',
      'access-control-allow-methods': 'POST',
      'access-control-max-age': '7200',
    },
  ],
  ['/enquiries/x', { method: 'OPTIONS', headers: { origin } }, 404, { ...safe, ...problem }],
  ...['https://evil.example', 'https://forms.example.com', 'http://forms.example.com'].map(
    (from): [string, RequestInit, number, object] => [
      '/enquiries',
      { method: 'OPTIONS', headers: { origin: from, host: 'forms.example.com' } },
      403,
      { ...safe, ...problem, vary: 'Origin' },
    ],
  ),
  ['/enquiry-form.js', { method: 'POST' }, 405, { ...safe, ...problem, allow: 'GET, HEAD' }],
  ...(['POST attachments', 'GET attachment-limits'] as const).map(
    (request): [string, RequestInit, number, object] => {
      const [method, path] = request.split(' ');
      const headers = { ...safe, ...problem, ...readable, 'www-authenticate': 'Bearer' };
      return [`/enquiries/7K2PQ-2M9XD/${path}`, { method: method!, headers: { origin } }, 401, headers];
    },
  ),
  [
    '/case-types/injury',
    {},
    200,
    {
      ...safe,
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'content-type': 'application/json',
      etag,
      vary: 'Origin',
    },
  ],
  [
    '/case-types/injury',
    { headers: { origin } },
    200,
    {
      ...safe,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Enquiry-Origin',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'content-type': 'application/json',
      'enquiry-origin': 'allowed',
      etag,
      vary: 'Origin',
    },
  ],
  [
    '/case-types/injury',
    { headers: { origin: 'https://anywhere.example' } },
    200,
    {
      ...safe,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Enquiry-Origin',
      'content-type': 'application/json',
      'enquiry-origin': 'refused',
      etag,
      vary: 'Origin',
    },
  ],
  ['/case-types/none', {}, 404, { ...safe, ...problem, 'access-control-allow-origin': '*', vary: 'Origin' }],
  ['/enquiry-form.js', { headers: { 'accept-encoding': 'br' } }, 200, { ...safe, ...script }],
  ['/attribution.js', { headers: { 'accept-encoding': 'br' } }, 200, { ...safe, ...script }],
  [
    '/attribution.js',
    { headers: { 'accept-encoding': 'br', 'if-none-match': '*' } },
    304,
    without({ ...safe, ...script }, 'content-encoding', 'content-type'),
  ],
  ['/assets/measure-heights.js', { headers: { 'accept-encoding': 'br' } }, 200, { ...safe, ...script }],
  [
    '/assets/licences.txt',
    { headers: { 'accept-encoding': 'br' } },
    200,
    { ...safe, ...script, 'content-type': 'text/plain; charset=utf-8' },
  ],
  ['/assets/none.js', {}, 404, { ...safe, ...problem, 'access-control-allow-origin': '*' }],
])(
  'the response to %s (%j) has exactly these headers',
  {
    tags: [
      ...[
        'asvs-3.2.1',
        'asvs-3.4.4',
        'asvs-3.4.5',
        'asvs-3.5.3',
        'asvs-4.1.1',
        'asvs-13.4.1',
        'asvs-13.4.3',
        'asvs-13.4.4',
      ],
    ],
  },
  async (path, init, status, headers) => {
    const response = await proxy.app.request(path, init);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toEqual(headers);
  },
);

test('a receipt has exactly these headers', {
  tags: ['asvs-3.4.6', 'asvs-14.2.2', 'asvs-14.3.2'],
}, async () => {
  const response = await proxy.postEnquiry(ada);
  expect(Object.fromEntries(response.headers)).toEqual({
    ...safe,
    ...readable,
    'content-type': 'application/json',
  });
});

const repeated = [' ', '\t', ',', ', ', ';', '"', '%', '-', '.', '=', '::'];

test.each([
  ['GET', '/enquiry-form.js', ['accept-encoding', 'if-none-match']],
  ['GET', '/case-types/injury', ['if-none-match', 'origin']],
  [
    'POST',
    '/enquiries',
    ['authorization', 'content-length', 'content-type', 'expect', 'idempotency-key', 'x-forwarded-for'],
  ],
  ['POST', '/enquiries/7K2PQ-2M9XD/attachments', ['authorization', 'idempotency-key']],
])('long headers don’t delay the response to %s %s', { tags: 'asvs-15.2.2' }, async (method, path, names) => {
  const sendAll = async () => {
    for (const name of names)
      for (const piece of repeated) {
        const headers = {
          origin,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          [name]: `br;${piece.repeat(50_000)}x`,
        };
        await proxy.app.request(path, { method, headers });
      }
  };
  await expect.poll(() => measureCpuMs(sendAll)).toBeLessThan(3_000);
});

test('without caching, browsers keep neither the script nor the questions', async () => {
  const uncached = await createProxyUnderTest(undefined, undefined, { ENQUIRY_CACHING: 'off' });
  for (const path of [
    '/enquiry-form.js',
    '/case-types/injury',
    '/forms/injury/prerendered',
    '/assets/measure-heights.js',
  ])
    expect((await uncached.app.request(path)).headers.get('cache-control'), path).toBe('no-store');
  await uncached.stop();
});
