import { expect, onTestFinished, test, vi } from 'vitest';
import { newIdempotencyKey, parseResponse, parseRetryAfter } from './requests.ts';

test.each([
  [422, '{"code":"empty"}', 'empty'],
  [404, '{"code":5,"message":"no route"}', 'http-404'],
  [502, '<html>', 'http-502'],
  [500, 'null', 'http-500'],
  [0, '', 'network'],
  [200, '<html>', 'http-200'],
  [200, '\n <!doctype html>', 'http-200'],
  [202, '{}', 'http-202'],
  [202, '', 'unreadable'],
  [201, '{"reference":"7K2PQ', 'unreadable'],
  [403, '', 'http-403'],
])('the code of %i with %s is %s', (status, text, code) => {
  expect(parseResponse(status, text, null, 'reference' as never).code).toBe(code);
});

test('a page that a gateway sends with status 200 is not a receipt', () => {
  expect(
    parseResponse<{ reference: string }>(200, '{"welcome":true}', null, 'reference').body,
  ).toBeUndefined();
});

test('problems are ignored if a gateway sends something else in their place', () => {
  const problem = { field: 'email', rule: 'email' };
  const body = { problems: [null, 5, 'email', {}, { field: 7, rule: 'email' }, { field: 'email' }, problem] };
  const response = parseResponse(422, JSON.stringify(body), null, 'reference' as never);
  expect(response.problems).toEqual([problem]);
});

test.each([
  ['3', 3_000],
  ['0', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(parseRetryAfter(header)).toBe(ms);
});

test.each([['with TLS'], ['without TLS']])('a key is a new UUID on a page %s', page => {
  if (page === 'without TLS')
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const [first, second] = [newIdempotencyKey(), newIdempotencyKey()];
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(second).not.toBe(first);
});
