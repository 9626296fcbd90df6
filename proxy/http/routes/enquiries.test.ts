// This file is long because the main promise rests on this route: it has a test for each response.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Definition } from '../../contract/definition.ts';
import type { ProblemDocument, Receipt } from '../../contract/enquiry.ts';
import { respond, respondCreated, respondMissingField } from '../../delivery/scripted-enquiry-api.ts';
import {
  ada,
  createProxyUnderTest,
  exampleConfig,
  json,
  origin,
  type ProxyUnderTest,
} from '../../proxy-for-tests.ts';

let proxy: ProxyUnderTest;
beforeEach(async () => {
  proxy = await createProxyUnderTest();
});
afterEach(() => proxy.stop());

const receipt = {
  reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/),
  upload_token: expect.any(String),
};
const delivered = () => vi.waitFor(() => expect(proxy.enquiryApi.requests).toHaveLength(1));

test('an enquiry reaches the enquiry API, and the visitor gets its id', async () => {
  const response = await proxy.postEnquiry({ ...ada, marketing_campaign: 'spring-tv' });
  expect(response.status).toBe(201);
  const body = await json<Receipt>(response);
  expect(body).toEqual({
    ...receipt,
    status: 'delivered',
    enquiry_id: 4711,
    attachments: { max_files: 2, max_bytes: 1_000, strip_metadata: 'location' },
  });
  expect(proxy.enquiryApi.requests).toMatchObject([
    {
      path: '/rest/enquiries/v1/enquiries/create',
      headers: {
        authorization: `Basic ${Buffer.from('ünlü:pass:wörd').toString('base64')}`,
        'content-type': 'application/json',
      },
    },
  ]);
  expect(proxy.enquiryApi.requests[0]?.body).toEqual({
    forename: 'Ada',
    surname: 'Byron',
    email: 'ada@example.com',
    case_type: 'injury',
    meta: [
      { id: 'when', label: 'When did it happen?', value: '2026-02-01' },
      { id: 'hurt', label: 'Were you hurt?', value: 'no' },
      { id: 'enquiry_reference', label: 'Reference', value: body.reference },
      { id: 'attribution_site', label: 'Site', value: origin },
    ],
    marketing_campaign: 'spring-tv',
    marketing_keywords: '',
  });
});

test('a visitor gets a receipt after the wait limit while the delivery continues', async () => {
  const impatient = await createProxyUnderTest(exampleConfig, 50);
  let release = () => {};
  impatient.enquiryApi.script.push((response, request) => {
    release = () => respondCreated(7)(response, request);
  });
  const response = await impatient.postEnquiry(ada);
  expect(response.status).toBe(202);
  const { reference } = await json<Receipt>(response);
  await vi.waitFor(() => expect(impatient.enquiryApi.requests).toHaveLength(1));
  release();
  await vi.waitFor(async () =>
    expect(await impatient.outbox.intake.enquiry(reference)).toMatchObject({ enquiry_api_id: 7 }),
  );
  await impatient.stop();
});

describe('while the enquiry API is down', () => {
  test('the visitor gets a reference, and the enquiry is delivered once after the outage', async () => {
    proxy.enquiryApi.script.push(respond(503, ''));
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ ...receipt, status: 'accepted', attachments: expect.anything() });
    await vi.waitFor(() => expect(proxy.enquiryApi.requests).toHaveLength(2));
    expect(proxy.enquiryApi.requests[1]?.body).toEqual(proxy.enquiryApi.requests[0]?.body);
  });

  test('waiting enquiries are delivered after a restart of the proxy', async () => {
    proxy.enquiryApi.otherwise = respond(503, '', { 'retry-after': '3600' });
    const { reference } = await json<Receipt>(proxy.postEnquiry(ada));
    proxy.enquiryApi.otherwise = respondCreated(5);
    await proxy.restart();
    await vi.waitFor(async () =>
      expect(await proxy.outbox.intake.enquiry(reference)).toMatchObject({
        state: 'delivered',
        enquiry_api_id: 5,
        content: null,
      }),
    );
  });

  test('a wrong login keeps every enquiry, is logged as an error, and is hidden from the visitor', async () => {
    proxy.enquiryApi.otherwise = respond(401, {
      code: 401,
      message: 'no',
      data: { status: 'rest_cannot_access' },
    });
    const first = await proxy.postEnquiry(ada);
    const second = await proxy.postEnquiry({ ...ada, forename: 'Grace' });
    expect([first.status, second.status]).toEqual([202, 202]);
    // The upload token may have any digits.
    const { upload_token, ...told } = await json<Receipt>(first);
    expect(upload_token).toBeDefined();
    expect(JSON.stringify(told)).not.toMatch(/401|rest_cannot|login/);
    expect(proxy.log()).toContain('"reason":"responded 401"');
  });

  test.each([
    ['resets after reading', (response => response.destroy()) as ReturnType<typeof respond>],
    ['answers 500', respond(500, '')],
  ])('an enquiry that may have arrived is sent again with a mark when it %s', async (_, fault) => {
    proxy.enquiryApi.script.push(fault);
    const { reference } = await json<Receipt>(proxy.postEnquiry(ada));
    await vi.waitFor(async () =>
      expect(await proxy.outbox.intake.enquiry(reference)).toMatchObject({
        state: 'delivered',
        unknown_outcomes: 1,
      }),
    );
    const [first, second] = proxy.enquiryApi.requests.map(({ body }) => body.meta as { id: string }[]);
    expect(second).toEqual([
      ...first!,
      { id: 'possible_duplicate', label: 'Possible duplicate', value: 'yes' },
    ]);
  });

  test.each([
    ['garbage', respond(200, '<html>')],
    ['a redirect that must not be followed', respond(302, '', { location: '/rest/enquiries/v1/elsewhere' })],
    ['no one to talk to', respond(201, { code: 201, status: '', result: 'x' })],
  ])('%s is no receipt from the far side', async (_, fault) => {
    proxy.enquiryApi.script.push(fault);
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(202);
    expect(proxy.enquiryApi.requests.every(({ path }) => path.endsWith('/create'))).toBe(true);
  });
});

describe('when the enquiry API refuses a field', () => {
  test('that the form shows, the visitor gets the problem and can correct it in a new request', async () => {
    proxy.enquiryApi.script.push(respondMissingField('surname'), respondMissingField('hurt'));
    const key = randomUUID();
    const refused = await proxy.postEnquiry(ada, key);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: 'invalid-enquiry',
      problems: [{ field: 'surname', rule: 'refused' }],
    });
    const { answers, ...rest } = ada;
    const again = await proxy.postEnquiry({ ...rest, answers: { when: answers.when } });
    expect(await again.json()).toMatchObject({ problems: [{ field: 'answers.hurt', rule: 'required' }] });
    expect((await proxy.postEnquiry(ada)).status).toBe(201);
  });

  test('a repeated request gets the same response, and a different body is refused', async () => {
    proxy.enquiryApi.script.push(respondMissingField('surname'));
    const key = randomUUID();
    const first = await proxy.postEnquiry(ada, key);
    const second = await proxy.postEnquiry(ada, key);
    expect([first.status, second.status]).toEqual([422, 422]);
    expect(await second.json()).toEqual(await first.json());
    const other = await proxy.postEnquiry({ ...ada, surname: 'King' }, key);
    expect(await other.json()).toMatchObject({ code: 'idempotency-mismatch' });
    expect(proxy.enquiryApi.requests).toHaveLength(1);
  });

  test('that the form does not show, the enquiry is held for the operator', async () => {
    proxy.enquiryApi.script.push(respondMissingField('country'));
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(202);
    const { reference } = await json<Receipt>(response);
    expect(await proxy.outbox.intake.enquiry(reference)).toMatchObject({
      state: 'held',
      last_failure: 'responded 400',
    });
    expect(proxy.log()).toContain('delivery held');
  });
});

describe('a repeated request with the same key', () => {
  test('is acknowledged only by a commit of its own', async () => {
    proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
    const key = randomUUID();
    expect((await proxy.postEnquiry(ada, key)).status).toBe(202);
    vi.spyOn(proxy.outbox.intake, 'confirm').mockRejectedValueOnce(new Error('the commit was not confirmed'));
    expect((await proxy.postEnquiry(ada, key)).status).toBe(503);
    expect((await proxy.postEnquiry(ada, key)).status).toBe(202);
  });

  test('gets the current receipt, regardless of the order of JSON keys', async () => {
    const key = randomUUID();
    const first = await json<Receipt>(proxy.postEnquiry(ada, key));
    const { forename, ...rest } = ada;
    const second = await proxy.postEnquiry({ ...rest, forename }, `"${key.toUpperCase()}"`);
    expect(second.status).toBe(201);
    expect(await second.json()).toMatchObject({ reference: first.reference, enquiry_id: first.enquiry_id });
    expect(proxy.enquiryApi.requests).toHaveLength(1);
  });

  test('is asked to retry while the first one is waiting', async () => {
    const key = randomUUID();
    let release = () => {};
    proxy.enquiryApi.script.push((response, request) => {
      release = () => respondCreated(1)(response, request);
    });
    const first = proxy.postEnquiry(ada, key);
    await delivered();
    const second = await proxy.postEnquiry(ada, key);
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'in-progress' });
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    release();
    expect((await first).status).toBe(201);
    expect((await proxy.postEnquiry(ada, key)).status).toBe(201);
  });

  test('is refused with a different body', async () => {
    const key = randomUUID();
    await proxy.postEnquiry(ada, key);
    const response = await proxy.postEnquiry({ ...ada, forename: 'Grace' }, key);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'idempotency-mismatch' });
  });

  test('is refused with a body that differs only in an answer named __proto__', async () => {
    const key = randomUUID();
    await proxy.postEnquiry(ada, key);
    const other = JSON.stringify(ada).replace('"answers":{', '"answers":{"__proto__":"x",');
    expect(await (await proxy.postEnquiry(other, key)).json()).toMatchObject({
      code: 'idempotency-mismatch',
    });
  });

  test('creates one enquiry when both arrive at the same time', async () => {
    const key = randomUUID();
    const responses = await Promise.all([1, 2, 3].map(() => proxy.postEnquiry(ada, key)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(proxy.enquiryApi.requests).toHaveLength(1);
  });
});

test('an enquiry from a Welsh form is labelled in the main language, except for the consent that was read in Welsh', async () => {
  const config = structuredClone(exampleConfig);
  const consent = { id: 'call', type: 'consent', label: { en: 'You may call me.', cy: 'Cewch fy ffonio.' } };
  const { questions } = config.case_types.injury;
  questions.push(consent as never);
  await proxy.restart(config);
  const { definition, lang } = await json<Definition>(proxy.app.request('/case-types/injury?lang=cy'));
  expect(lang).toBe('cy');
  const enquiry = { ...ada, definition, lang, answers: { ...ada.answers, call: 'yes' } };
  const expected = [
    { id: 'hurt', label: 'Were you hurt?', value: 'no' },
    { id: 'call', label: 'Cewch fy ffonio.', value: 'yes' },
  ];
  expect((await proxy.postEnquiry(enquiry)).status).toBe(201);

  consent.label.cy = 'Gallwch fy ffonio.';
  await proxy.restart(config);
  expect((await proxy.postEnquiry(enquiry)).status).toBe(201);
  for (const { body } of proxy.enquiryApi.requests) {
    expect(body.meta).toEqual(expect.arrayContaining(expected));
    expect(body.meta).toContainEqual({ id: 'attribution_language', label: 'Language', value: 'cy' });
  }
  expect(proxy.enquiryApi.requests).toHaveLength(2);

  const { definition: _, ...current } = enquiry;
  expect((await proxy.postEnquiry(current)).status).toBe(201);
  expect(proxy.enquiryApi.requests[2]!.body.meta).toContainEqual({
    id: 'call',
    label: 'Gallwch fy ffonio.',
    value: 'yes',
  });
});

describe('an enquiry with an older definition', () => {
  const changed = structuredClone(exampleConfig);
  changed.case_types.injury.questions[1]!.label = 'Are you in pain?';

  test('is checked and labelled with that definition', async () => {
    const { definition } = await json<Definition>(proxy.app.request('/case-types/injury'));
    await proxy.restart(changed);
    expect((await proxy.postEnquiry({ ...ada, definition })).status).toBe(201);
    expect((await proxy.postEnquiry(ada)).status).toBe(201);
    const labels = proxy.enquiryApi.requests.map(({ body }) => (body.meta as { label: string }[])[1]?.label);
    expect(labels).toEqual(['Were you hurt?', 'Are you in pain?']);
  });

  test('that was never published asks the widget to reload the definition', async () => {
    const response = await proxy.postEnquiry({ ...ada, definition: 'sha256-forged' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'definition-changed' });
  });

  test('of another case type is refused', async () => {
    const { definition } = await json<Definition>(proxy.app.request('/case-types/other'));
    expect((await proxy.postEnquiry({ ...ada, definition })).status).toBe(409);
  });
});

describe('a request that is not stored', () => {
  const key = randomUUID();
  test.each<[string, number, string, unknown, Record<string, string>]>([
    ['no key', 400, 'idempotency-key-required', ada, { 'idempotency-key': '' }],
    ['a key that is no UUID', 400, 'idempotency-key-required', ada, { 'idempotency-key': 'abc' }],
    ['malformed JSON', 400, 'malformed', '{"forename":', {}],
    ['JSON that is no object', 400, 'malformed', '[]', {}],
    ['bytes that are no UTF-8', 400, 'malformed', 'x', {}],
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
    ['more than any answers need', 413, 'too-large', { ...ada, forename: 'x'.repeat(1_100_000) }, {}],
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
    ['no forename', 422, 'invalid-enquiry', { ...ada, forename: ' ' }, {}],
    ['a date in the future', 422, 'invalid-enquiry', { ...ada, answers: { when: '2999-01-01' } }, {}],
  ])('%s: %d %s', async (_, status, code, body, headers) => {
    const response = await proxy.postEnquiry(body, key, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status, code, title: expect.any(String) });
    const isAllowed = (headers.origin ?? origin) === origin;
    expect(response.headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
    expect(response.headers.get('vary')).toContain('Origin');
    expect(await proxy.outbox.claims.untilDue()).toBeUndefined();
    expect(proxy.enquiryApi.requests).toEqual([]);
  });

  test('an origin is required on the request itself', async () => {
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
    const second = await proxy.postEnquiry({ case_type: 'injury', answers: { hurt: ['yes'], when: 'x' } });
    expect((await json<ProblemDocument>(second)).problems).toEqual([
      { field: 'forename', rule: 'required' },
      { field: 'surname', rule: 'required' },
      { field: 'email', rule: 'required' },
      { field: 'answers.when', rule: 'not_a_date' },
      { field: 'answers.hurt', rule: 'not_allowed' },
    ]);
  });

  test.each([
    ['__proto__', '"x"'],
    ['__proto__', '["x"]'],
    ['__proto__', '{"hurt":"yes"}'],
    ['constructor', '"x"'],
    ['toString', '["x"]'],
  ])('%s is an unknown question, whatever the answer: %s', async (id, answer) => {
    // Written as text, because `__proto__` in an object literal sets the prototype.
    const text = JSON.stringify(ada).replace('"answers":{', `"answers":{"${id}":${answer},`);
    const response = await proxy.postEnquiry(text);
    expect(response.status).toBe(422);
    expect((await json<ProblemDocument>(response)).problems).toEqual([
      { field: `answers.${id}`, rule: 'unknown' },
    ]);
    expect(proxy.enquiryApi.requests).toEqual([]);
  });

  test('a field or an answer named __proto__ is listed with all other problems', async () => {
    const text = JSON.stringify({ case_type: 'injury' });
    const first = await proxy.postEnquiry(text.replace('{', '{"__proto__":{"forename":"Ada"},'));
    expect((await json<ProblemDocument>(first)).problems).toEqual([{ field: '__proto__', rule: 'unknown' }]);
    const answers = '"answers":{"when":"2026-02-01","__proto__":"x","forged":"y"}';
    const second = await proxy.postEnquiry(`{"case_type":"injury",${answers}}`);
    expect((await json<ProblemDocument>(second)).problems).toEqual([
      { field: 'forename', rule: 'required' },
      { field: 'surname', rule: 'required' },
      { field: 'email', rule: 'required' },
      { field: 'answers.__proto__', rule: 'unknown' },
      { field: 'answers.forged', rule: 'unknown' },
    ]);
  });

  test('a value in a contact field that the config hides is refused, but not from a tab that showed it', async () => {
    const { definition } = await json<Definition>(proxy.app.request('/case-types/injury'));
    await proxy.restart({ ...exampleConfig, contact: { telephone_mobile: 'hidden' } });
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

  test('gets Retry-After when the outbox cannot store it', async () => {
    await proxy.outbox.close();
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).not.toMatch(/sqlite|database/i);
    await proxy.restart().catch(() => {}); // The outbox is closed already.
    proxy = await createProxyUnderTest();
  });
});

test('the log contains no visitor data', async () => {
  await proxy.postEnquiry(ada);
  await proxy.postEnquiry({ ...ada, email: 'not an address' });
  expect(proxy.log()).not.toMatch(/Ada|Byron|example\.com"|not an address|2026-02-01/);
  expect(proxy.log()).toContain('"route":"/enquiries"');
});
