import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { EnquiryRequest } from '../client/requests.ts';
import type { Measurement, SubmissionContext } from '../form/form-context.ts';
import { LazyObject } from '../form/lazy-object.ts';
import type { ContactWays } from './contact.ts';
import { createRequest } from './request.ts';
import { Sender } from './sender.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const proxy = 'https://forms.example/';
const enquiry = { case_type: 'injury', forename: 'Ada' };
const request = { proxy, key: 'k', body: JSON.stringify(enquiry) };
const receipt = { reference: '7K2PQ-2M9XD', status: 'accepted', upload_token: 't' };

/** Makes the proxy respond in this order; undefined: the connection is lost. */
function respond(...responses: ([status: number, body: object, headers?: HeadersInit] | undefined)[]) {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {}); // Node has none, and there is no page to come back to.
  vi.stubGlobal('fetch', async () => {
    const next = responses.shift();
    if (!next) throw new TypeError('lost');
    const [status, body, headers] = next;
    return new Response(JSON.stringify(body), { status, ...(headers && { headers }) });
  });
}

/** Sends an enquiry that was under way before a reload. */
function send(request: EnquiryRequest, save = () => {}) {
  const { signal } = new AbortController();
  const source = { proxy: request.proxy, definition: { case_type: 'injury' } };
  // The parts of a form that sending needs.
  const context = {
    host: { requestUpdate() {}, renderRoot: { querySelector: () => null } },
    model: { source },
    translate: (key: string) => key,
  } as unknown as SubmissionContext;
  const contact = {} as ContactWays;
  const sender = new Sender(context, contact);
  const unread = () => expect.unreachable('the form is not read');
  sender.state.request = request;
  sender.resume(request);
  const measurement = new LazyObject<Measurement>(() => expect.unreachable('it is loaded'), []);
  measurement.current = { isTest: false, additions: async () => ({}), pushAccepted() {} };
  return sender.deliver(unread, measurement, save, signal);
}

const questions = ['hidden', 'text'].map(type => ({ id: type, type, label: '' }));
const source = { proxy, definition: { case_type: 'injury', questions } as Definition }; // Its relevant part.

test('an unchanged enquiry repeats the request, and an edit or another proxy makes a new one', () => {
  const first = createRequest(source, enquiry, undefined);
  expect(createRequest(source, { ...enquiry }, first)).toBe(first);
  expect(createRequest(source, { ...enquiry, forename: 'Grace' }, first).key).not.toBe(first.key);
  expect(createRequest({ ...source, proxy: 'https://other.example/' }, enquiry, first).key).not.toBe(
    first.key,
  );
});

test('a retry keeps the answer to a hidden question, and another answer of the visitor makes a new request', () => {
  const answered = (hidden: string, text: string) => ({ ...enquiry, answers: { hidden, text } });
  const first = createRequest(source, answered('before Send', 'Leeds'), undefined);
  expect(createRequest(source, answered('later', 'Leeds'), first)).toBe(first);
  expect(createRequest(source, answered('before Send', 'York'), first).key).not.toBe(first.key);
});

test('a retry keeps the first attempt’s attribution and client signals, and a test is a different enquiry', () => {
  const sent = {
    ...enquiry,
    marketing_campaign: 'spring',
    attribution: { landing_page: 'https://firm.example/' },
    client: { first_touch_ms: 60_000 },
  };
  const first = createRequest(source, sent, undefined);
  expect(createRequest(source, { ...enquiry, marketing_campaign: 'autumn', client: {} }, first)).toBe(first);
  expect(createRequest(source, { ...sent, test: 'token' }, first).key).not.toBe(first.key);
});

test('a busy proxy is asked again without telling the visitor', async () => {
  respond([503, {}, { 'retry-after': '0' }], [202, receipt]);
  expect(await send(request)).toMatchObject({ kind: 'accepted' });
});

test('after an error while saving, nothing waits for the end of the page', async () => {
  respond([202, receipt]);
  const waiting = new Set();
  vi.stubGlobal('addEventListener', (_: string, listener: unknown) => waiting.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: unknown) => waiting.delete(listener));
  const sending = send(request, () => {
    throw new Error('can’t be saved');
  });
  expect(waiting.size).toBe(1);
  await expect(sending).rejects.toThrow('can’t be saved');
  expect(waiting.size).toBe(0);
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
    const outcome = await send(original);
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

  test('never gets a test as an ordinary enquiry', async () => {
    respond(unknown('attribution', 'test'), unknown('test'));
    vi.stubGlobal('fetch', vi.fn(fetch));
    expect(await send(original)).toMatchObject({
      kind: 'refused',
      problems: [{ field: 'test' }],
    });
    expect(sent().map(([, { test }]) => test)).toEqual(['token', 'token']);
  });
});
