import { afterEach, describe, expect, test, vi } from 'vitest';
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
  vi.stubGlobal('addEventListener', () => {}); // Node has none, and there is no page to come back to.
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

test('a retry keeps the first attempt’s attribution and client signals, and a test is a different enquiry', () => {
  const sent = {
    ...enquiry,
    marketing_campaign: 'spring',
    attribution: { landing_page: 'https://firm.example/' },
    client: { is_trusted: true },
  };
  const first = createRequest(proxy, sent, undefined);
  expect(createRequest(proxy, { ...enquiry, marketing_campaign: 'autumn', client: {} }, first)).toBe(first);
  expect(createRequest(proxy, { ...sent, test: 'token' }, first).key).not.toBe(first.key);
  expect(createRequest(proxy, enquiry, { proxy, key: 'k', body: 'garbage' }).body).toBe(
    JSON.stringify(enquiry),
  );
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

test('a reset of the form supersedes the attempt, even if the proxy accepts the enquiry', async () => {
  respond([202, receipt]);
  expect(await sendEnquiry(request, AbortSignal.abort())).toMatchObject({ kind: 'superseded' });
});

describe('a proxy of an earlier release', () => {
  const attribution = { landing_page: 'https://firm.example/' };
  const original = { ...request, body: JSON.stringify({ ...enquiry, attribution, test: 'token' }) };
  const unknown = (...fields: string[]): [number, object] => [
    422,
    { code: 'invalid-enquiry', problems: fields.map(field => ({ field, rule: 'unknown' })) },
  ];
  const sent = () =>
    vi.mocked(fetch).mock.calls.map(([, init]) => [init?.headers, JSON.parse(String(init?.body))]);

  test('gets the enquiry again at once, with the same key and without the additions that it refused', async () => {
    respond(unknown('attribution'), [202, receipt]);
    vi.stubGlobal('fetch', vi.fn(fetch));
    const outcome = await sendEnquiry(original, neverReset);
    const headers = {
      authorization: 'Proof v=1',
      'content-type': 'application/json',
      'idempotency-key': 'k',
    };
    expect(sent()).toEqual([
      [headers, { ...enquiry, attribution, test: 'token' }],
      [headers, { ...enquiry, test: 'token' }],
    ]);
    const body = JSON.stringify({ ...enquiry, test: 'token' });
    expect(outcome).toEqual({ kind: 'accepted', receipt, request: { ...request, body } });
  });

  test('may then find other problems', async () => {
    const problems = [{ field: 'email', rule: 'refused' }];
    respond(unknown('attribution'), [422, { code: 'invalid-enquiry', problems }]);
    expect(await sendEnquiry(original, neverReset)).toMatchObject({ kind: 'refused', problems });
  });

  test('never gets a test as an ordinary enquiry', async () => {
    respond(unknown('attribution', 'test'), unknown('test'));
    vi.stubGlobal('fetch', vi.fn(fetch));
    expect(await sendEnquiry(original, neverReset)).toMatchObject({
      kind: 'refused',
      problems: [{ field: 'test' }],
    });
    expect(sent().map(([, { test }]) => test)).toEqual(['token', 'token']);
  });

  test('gets no second request if it refuses an addition that was not sent', async () => {
    respond(unknown('attribution'));
    expect(await sendEnquiry(request, neverReset)).toMatchObject({ kind: 'refused' });
  });
});
