import { expect, test } from 'vitest';
import { ada, createProxyUnderTest } from '../../tools/testing/proxy/proxy.ts';
import { createLog } from '../telemetry/log.ts';
import { createOriginWarnings } from './shared-state.ts';

test('a refused origin is logged once, wherever the proxy meets it first', {
  tags: 'asvs-16.3.2',
}, async () => {
  const proxy = await createProxyUnderTest();
  const origins = () => proxy.lines('origin not allowed').map(({ level, origin }) => [level, origin]);
  const get = (origin?: string) =>
    proxy.app.request('/case-types/injury', { headers: origin ? { origin } : {} });
  await get();
  await get('https://www.example.com');
  expect(origins()).toEqual([]);
  await get('https://example.com');
  await proxy.app.request('/enquiries', { method: 'OPTIONS', headers: { origin: 'http://localhost:3000' } });
  await proxy.postEnquiry(ada, undefined, { origin: 'https://example.com' });
  expect(origins()).toEqual([
    [40, 'https://example.com'],
    [40, 'http://localhost:3000'],
  ]);
  proxy.elapse(3_600_000);
  await get('https://example.com');
  expect(origins()).toHaveLength(3);
  await proxy.stop();
});

test.each([
  ['http://localhost', 'same-origin', 201],
  ['https://forms.example.com', 'same-origin', 201],
  ['https://forms.example.com', 'same-site', 403],
  ['null', 'same-origin', 403],
  ['javascript:x', 'same-origin', 403],
])('an enquiry with the origin %s and Sec-Fetch-Site: %s gets a %i', async (page, relation, status) => {
  const proxy = await createProxyUnderTest();
  const response = await proxy.postEnquiry(ada, undefined, { origin: page, 'sec-fetch-site': relation });
  expect(response.status).toBe(status);
  await proxy.stop();
});

test('a client that invents origins can fill neither the log nor the memory', () => {
  const lines: string[] = [];
  const warn = createOriginWarnings(createLog('info', { write: line => lines.push(line) }), () => 0);
  for (let n = 0; n < 10_000; n++) warn(`https://${'x'.repeat(10_000)}${n}.example`);
  expect(lines).toHaveLength(1);
  for (let n = 0; n < 10_000; n++) warn(`https://${n}.example`);
  expect(lines).toHaveLength(50);
  expect(lines.join('').length).toBeLessThan(10_000);
});
