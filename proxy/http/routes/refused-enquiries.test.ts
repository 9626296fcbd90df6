import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { ada, exampleConfig, json, origin, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
import type { Definition } from '../../contract/definition.ts';
import type { ProblemDocument } from '../../contract/enquiry.ts';

const proxy = proxyForEachTest();

describe('a request that is not stored', () => {
  const key = randomUUID();
  test.each<[string, number, string, unknown, Record<string, string>]>([
    ['no key', 400, 'idempotency-key-required', ada, { 'idempotency-key': '' }],
    ['a key that isn’t a UUID', 400, 'idempotency-key-required', ada, { 'idempotency-key': 'abc' }],
    ['malformed JSON', 400, 'malformed', '{"forename":', {}],
    ['JSON that isn’t an object', 400, 'malformed', '[]', {}],
    ['bytes that aren’t UTF-8', 400, 'malformed', 'x', {}],
    ['another origin', 403, 'origin-not-allowed', ada, { origin: 'https://evil.example' }],
    ['a look-alike origin', 403, 'origin-not-allowed', ada, { origin: `${origin}.evil.example` }],
    ['the null origin', 403, 'origin-not-allowed', ada, { origin: 'null' }],
    ['an unknown case type', 404, 'unknown-case-type', { ...ada, case_type: '__proto__' }, {}],
    [
      'a form post',
      415,
      'unsupported-media-type',
      'forename=Ada',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [
      'text that hides JSON from CORS',
      415,
      'unsupported-media-type',
      ada,
      { 'content-type': 'text/plain; application/json' },
    ],
    ['more than the longest answers', 413, 'too-large', { ...ada, forename: 'x'.repeat(1_100_000) }, {}],
    ['a forged question', 422, 'invalid-enquiry', { ...ada, answers: { ...ada.answers, forged: 'x' } }, {}],
    [
      'a forged label',
      422,
      'invalid-enquiry',
      { ...ada, answers: { ...ada.answers, hurt: { label: 'x', value: 'yes' } } },
      {},
    ],
    ['a forged option', 422, 'invalid-enquiry', { ...ada, answers: { ...ada.answers, hurt: 'maybe' } }, {}],
    ['a forged field', 422, 'invalid-enquiry', { ...ada, meta: [] }, {}],
  ])(
    '%s: %d %s',
    { tags: ['asvs-3.4.2', 'asvs-8.2.3', 'asvs-15.3.3'] },
    async (_, status, code, body, headers) => {
      const response = await proxy.postEnquiry(body, key, headers);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status, code, title: expect.any(String) });
      const isAllowed = (headers.origin ?? origin) === origin;
      expect(response.headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
      expect(response.headers.get('vary')).toContain('Origin');
      expect(await proxy.outbox.claims.untilDue()).toBeUndefined();
      expect(proxy.enquiryApi.requests).toEqual([]);
    },
  );

  test('an origin is required on the request itself', { tags: 'asvs-8.2.1' }, async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const response = await proxy.app.request('/enquiries', {
      method: 'POST',
      headers,
      body: JSON.stringify(ada),
    });
    expect(response.status).toBe(403);
  });

  test('problems name the field and the rule', async () => {
    const response = await proxy.postEnquiry({
      case_type: 'injury',
      answers: { hurt: ['yes'], when: 'x' },
      colour: 1,
    });
    expect((await json<ProblemDocument>(response)).problems).toEqual([{ field: 'colour', rule: 'unknown' }]);
    const answers = { hurt: ['yes'], when: 'x' };
    const second = await proxy.postEnquiry({ case_type: 'injury', forename: '\u3164', answers });
    expect((await json<ProblemDocument>(second)).problems).toEqual([
      { field: 'answers.when', rule: 'not_a_date' },
      { field: 'answers.hurt', rule: 'not_allowed' },
      { field: 'forename', rule: 'required' },
      { field: 'surname', rule: 'required' },
      { field: 'email', rule: 'required' },
    ]);
  });

  test.each([
    ['__proto__', '"x"'],
    ['__proto__', '["x"]'],
    ['__proto__', '{"hurt":"yes"}'],
    ['constructor', '"x"'],
    ['toString', '["x"]'],
  ])('%s is an unknown question with the answer %s', { tags: 'asvs-15.3.6' }, async (id, answer) => {
    // Written as text, because `__proto__` in an object literal sets the prototype.
    const text = JSON.stringify(ada).replace('"answers":{', `"answers":{"${id}":${answer},`);
    const response = await proxy.postEnquiry(text);
    expect(response.status).toBe(422);
    expect((await json<ProblemDocument>(response)).problems).toEqual([
      { field: `answers.${id}`, rule: 'unknown' },
    ]);
    expect(proxy.enquiryApi.requests).toEqual([]);
  });

  test('a value in a contact field that the config doesn’t ask for is refused, but not from a tab that showed it', async () => {
    const { definition } = await json<Definition>(proxy.app.request('/case-types/injury'));
    const contact = [{ field: 'forename' }, { field: 'surname' }, { field: 'email' }];
    await proxy.restart({ ...exampleConfig, contact });
    const withPhone = { ...ada, telephone_mobile: '07700 900123' };
    const response = await proxy.postEnquiry(withPhone);
    expect(response.status).toBe(422);
    expect((await json<ProblemDocument>(response)).problems).toEqual([
      { field: 'telephone_mobile', rule: 'unknown' },
    ]);
    expect((await proxy.postEnquiry({ ...ada, telephone_mobile: ' ' })).status).toBe(201);
    expect((await proxy.postEnquiry({ ...withPhone, definition })).status).toBe(201);
    expect(proxy.enquiryApi.requests.map(({ body }) => body.telephone_mobile)).toEqual([
      undefined,
      '07700 900123',
    ]);
  });

  test('gets Retry-After when the outbox cannot store it', { tags: 'asvs-16.5.3' }, async () => {
    vi.spyOn(proxy.outbox.intake, 'add').mockRejectedValueOnce(new Error('the SQLite database is locked'));
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).not.toMatch(/sqlite|database/i);
  });
});
