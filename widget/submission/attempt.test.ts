import { afterEach, expect, test, vi } from 'vitest';
import { createRequest, sendEnquiry } from './attempt.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const proxy = 'https://forms.example/';
const enquiry = { case_type: 'injury', forename: 'Ada' };
const request = { proxy, key: 'k', body: JSON.stringify(enquiry) };
const receipt = { reference: '7K2PQ-2M9XD', status: 'accepted', upload_token: 't' };

/** Makes the proxy respond in this order; undefined: the connection is lost. */
function respond(...responses: ([status: number, body: object, headers?: HeadersInit] | undefined)[]) {
  vi.stubGlobal('fetch', async () => {
    const next = responses.shift();
    if (!next) throw new TypeError('lost');
    const [status, body, headers] = next;
    return new Response(JSON.stringify(body), { status, ...(headers && { headers }) });
  });
}

const { signal: neverReset } = new AbortController();

test('an unchanged enquiry repeats the request, and an edit or another proxy makes a new one', () => {
  const first = createRequest(proxy, enquiry, undefined);
  expect(createRequest(proxy, { ...enquiry }, first)).toBe(first);
  expect(createRequest(proxy, { ...enquiry, forename: 'Grace' }, first).key).not.toBe(first.key);
  expect(createRequest('https://other.example/', enquiry, first).key).not.toBe(first.key);
});

test('a receipt means accepted', async () => {
  respond([202, receipt]);
  expect(await sendEnquiry(request, neverReset)).toEqual({ kind: 'accepted', receipt, request });
});

test('problems mean refused', async () => {
  const problems = [{ field: 'email', rule: 'refused' }];
  respond([422, { code: 'invalid-enquiry', problems }]);
  expect(await sendEnquiry(request, neverReset)).toEqual({ kind: 'refused', problems, foundBy: 'proxy' });
});

test.each([
  ['a lost connection', undefined, 'network'],
  ['an error of the proxy', [500, {}] as [number, object], 'http-500'],
  ["a captive portal's page", [200, { welcome: true }] as [number, object], 'http-200'],
])('%s means failed', async (_, response, code) => {
  respond(response);
  expect(await sendEnquiry(request, neverReset)).toMatchObject({ kind: 'failed', response: { code } });
});

test('a busy proxy is asked again without telling the visitor', async () => {
  respond([503, {}, { 'retry-after': '0' }], [202, receipt]);
  expect(await sendEnquiry(request, neverReset)).toMatchObject({ kind: 'accepted' });
});

test('a reset of the form supersedes the attempt, whatever the proxy responds', async () => {
  respond([202, receipt]);
  expect(await sendEnquiry(request, AbortSignal.abort())).toEqual({ kind: 'superseded' });
});
