// No secret and nothing that a visitor sent may reach the log, even with LOG_LEVEL=trace. Each test sends canaries
// and looks for them in every line.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillIn, openForm, postForm } from '../../tools/testing/proxy/form-page.ts';
import {
  clientKeys,
  createProxyUnderTest,
  exampleConfig,
  json,
  type ProxyUnderTest,
} from '../../tools/testing/proxy/proxy.ts';
import { pdf, png, zip } from '../../tools/testing/proxy/sample-files.ts';
import { respond, respondMissingField } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { solve } from '../../tools/testing/proxy/solve.ts';
import type { ProblemDocument, Receipt } from '../contract/enquiry.ts';
import { inspect } from '../outbox/inspection.ts';

const password = 'canary-password';
const login = Buffer.from(`ünlü:${password}`).toString('base64');
const visitor = {
  case_type: 'injury',
  forename: 'Canary-Forename',
  surname: 'Canary-Surname',
  telephone_mobile: '07700 900999',
  email: 'canary@example.com',
  answers: { when: '2026-02-01', hurt: 'yes', where: 'canary-answer' },
  marketing_campaign: 'canary-campaign',
  attribution: {
    landing_page: 'https://www.example.com/canary-page?canary',
    parameters: { gclid: 'canary-gclid' },
    sources: { gclid: 'canary-source' },
    first: { referrer: 'https://canary.example/' },
  },
};
const fileName = 'canary-file.png';
const tokens: string[] = [];

let proxy: ProxyUnderTest;
beforeEach(() => startProxy());
async function startProxy(waitMs?: number) {
  const config = { ...exampleConfig, attachments: {}, spam: { suspects: 'hold' } };
  proxy = await createProxyUnderTest(config, waitMs, { ENQUIRY_API_PASSWORD: password });
}
afterEach(() => proxy.stop());

const post = async () => {
  const receipt = await json<Receipt>(proxy.postEnquiry(visitor));
  tokens.push(receipt.upload_token, receipt.add_later!.token);
  return receipt;
};
const bytes = (...parts: Buffer[]) => new Uint8Array(Buffer.concat(parts));
const attach = (receipt: Receipt, content = bytes(png())) =>
  proxy.postAttachment(receipt, content, { name: fileName });

/** Expects these texts in the log, and no canary. */
function expectLogged(...messages: string[]) {
  const log = proxy.log();
  for (const message of messages) expect(log).toContain(message);
  const keys = Object.values(clientKeys);
  for (const secret of ['900999', '2026-02-01', password, login, 's'.repeat(32), ...keys, ...tokens])
    expect(log).not.toContain(secret);
  expect(log).not.toMatch(/canary/i);
}

test('when it is accepted and delivered', { tags: 'asvs-14.2.4' }, async () => {
  const receipt = await post();
  expect((await attach(receipt)).status).toBe(201);
  expectLogged('"status":201', '"outcome":"delivered"', '"route":"/enquiries/:reference/attachments"');
});

test('when it is repeated', async () => {
  const key = randomUUID();
  for (const body of [visitor, visitor, { ...visitor, forename: 'Canary-Other' }])
    await proxy.postEnquiry(body, key);
  expectLogged('"status":422');
});

test('when it is refused, or malformed', { tags: 'asvs-16.2.5' }, async () => {
  await proxy.postEnquiry({ ...visitor, email: 'canary at example.com', 'canary-field': 'canary' });
  await proxy.postEnquiry({ ...visitor, answers: { 'canary-question': 'canary', where: ['canary'] } });
  await proxy.postEnquiry({ ...visitor, answers: { when: '2999-canary', hurt: 'canary' } });
  await proxy.postEnquiry({ ...visitor, case_type: 'canary' });
  await proxy.postEnquiry({ ...visitor, definition: 'canary', lang: 'canary' });
  await proxy.postEnquiry('canary, which is no JSON');
  await proxy.postEnquiry('{"forename":"Canary-Forename');
  await proxy.postEnquiry('"canary"');
  await proxy.postEnquiry(visitor, 'canary-key');
  // The origin of a page is logged: it says nothing about the visitor.
  await proxy.postEnquiry(visitor, undefined, { origin: 'https://other.example' });
  await proxy.postEnquiry(visitor, undefined, { 'content-type': 'text/canary' });
  await proxy.postEnquiry(visitor, undefined, { 'x-forwarded-for': 'canary' });
  for (const path of [
    '/canary',
    '/case-types/canary',
    '/assets/canary.js',
    '/enquiry-form.js?case-type=canary',
  ])
    await proxy.app.request(path);
  expectLogged('"status":400', '"status":403', '"status":404', '"status":415', '"status":422');
});

test('when a page without script sends it, and files follow later', async () => {
  const page = '/forms/injury?lang=canary&utm_campaign=canary-campaign&canary=canary';
  const { answers, case_type, marketing_campaign, attribution, ...contact } = visitor;
  const named = Object.entries(answers).map(([id, answer]) => [`answers.${id}`, answer]);
  const values = { ...contact, ...Object.fromEntries(named) };
  const files = ['canary-page.exe', fileName].map(name => new File([bytes(png())], name));
  const form = await openForm(proxy, page);
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    postForm(proxy, form.address, body, { referer: `${form.address}&canary`, ...headers });
  const accepted = await post(fillIn(form, values, [...files, new File(['canary'], 'canary.txt')]));
  expect(accepted.status).toBe(303);
  const address = new URL(accepted.headers.get('location')!, form.address);
  tokens.push(address.searchParams.get('receipt')!);
  const receipt = await (await proxy.app.request(address.href)).text();
  const [, reference, token] = /\/enquiries\/([^/]+)\/files\?lang=en#([^"]+)"/.exec(receipt) ?? [];
  tokens.push(token!);
  const headers = { authorization: `Bearer ${token}` };
  await proxy.app.request(`/enquiries/${reference}/files?lang=canary&token=${token}`);
  expect((await proxy.app.request(`/enquiries/${reference}/attachment-limits`, { headers })).status).toBe(
    200,
  );
  await proxy.app.request(`/enquiries/canary/attachment-limits?canary`, { headers });

  expect((await post(fillIn(form, { ...values, email: 'canary' }, files))).status).toBe(422);
  expect((await post(fillIn(form, values), { 'sec-fetch-site': 'cross-site', origin: 'null' })).status).toBe(
    200,
  );
  for (const [type, body] of [
    ['text/canary', 'canary'],
    ['multipart/form-data; boundary=canary', '--canary\r\nContent-Disposition: form-data; name="canary'],
    ['application/x-www-form-urlencoded; charset=canary', 'canary=canary'],
  ] as const)
    expect((await post(body, { 'content-type': type })).status).toBeGreaterThanOrEqual(400);
  for (const path of ['/forms/canary', '/forms/injury/canary', '/forms/%E9canary'])
    expect((await proxy.app.request(path)).status).toBeGreaterThanOrEqual(404);
  expect((await proxy.app.request('/forms/injury?receipt=canary')).status).toBe(200);
  vi.spyOn(proxy.outbox.intake, 'add').mockRejectedValueOnce(quoting());
  expect((await post(fillIn(form, { ...values, surname: 'Canary-Other' }))).status).toBe(503);
  vi.spyOn(proxy.spool, 'save').mockRejectedValueOnce(quoting());
  await post(fillIn(form, { ...values, surname: 'Canary-Third' }, files));
  expectLogged('"route":"/forms/:case_type"', '"status":303', '"status":422', '22P02');
});

test('when it is challenged and held, and neither do the metrics', async () => {
  const spam = {
    ...visitor,
    surname: 'www.canary.example',
    client: { first_touch_ms: 1 },
  };
  const key = randomUUID();
  const challenged = await proxy.postEnquiry(spam, key, { authorization: 'Proof v=1' });
  const { challenge } = await json<Required<ProblemDocument>>(challenged);
  const { token, salt, target } = challenge;
  tokens.push(token, salt, target);
  const proof = (solution: number) => ({
    authorization: `Proof v=1, challenge=${token}, canary=canary, solution=${solution}`,
  });
  expect((await proxy.postEnquiry(spam, key, proof(solve(challenge) + 1))).status).toBe(403);
  expect((await proxy.postEnquiry(spam, key, proof(solve(challenge)))).status).toBe(202);
  expect((await proxy.postEnquiry(spam, randomUUID(), { authorization: 'Proof canary' })).status).toBe(202);
  expectLogged('"msg":"suspected spam"', '"signals":["link_in_name","fast_send"]');
  expect(await proxy.metrics()).not.toMatch(/canary/i);
});

test('when a server sends it, and neither do the metrics', async () => {
  const post = (key: string, headers: Record<string, string> = {}) =>
    proxy.app.request('/enquiries', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        authorization: `Bearer ${key}`,
        ...headers,
      },
      body: JSON.stringify(visitor),
    });
  expect((await post(clientKeys.crm)).status).toBe(201);
  expect((await post(clientKeys.crm, { origin: 'https://www.example.com' })).status).toBe(403);
  expect((await post(`canary-${clientKeys.crm}`)).status).toBe(401);
  expectLogged('"client":"crm"', '"msg":"client key in a page"', '"status":401');
  expect(await proxy.metrics()).not.toMatch(new RegExp(`canary|${clientKeys.crm}`, 'i'));
});

test('when a file is refused', async () => {
  const receipt = await post();
  expect((await attach(receipt, bytes(pdf(), zip))).status).toBe(415);
  expect((await attach(receipt, bytes(Buffer.from('canary')))).status).toBe(415);
  expect((await attach({ ...receipt, upload_token: 'canary.token' })).status).toBe(401);
  expect((await attach({ ...receipt, reference: 'canary' })).status).toBe(401);
  expectLogged('"reason":"opens-as-zip"', '"status":401');
});

test.each<[string, ReturnType<typeof respond>, string]>([
  ['answers 503', respond(503, 'canary', { 'retry-after': '3600' }), '"outcome":"unavailable"'],
  ['answers 401', respond(401, 'canary'), '"outcome":"misconfigured"'],
  ['answers 500 with what it got', respond(500, visitor), '"outcome":"unknown"'],
  ['answers 200 with what it got', respond(200, visitor), 'delivery held'],
  ['resets the connection', response => response.socket?.resetAndDestroy(), 'ECONNRESET'],
  ['redirects', respond(302, '', { location: 'https://canary.example/' }), '"outcome":"misconfigured"'],
  ['refuses a value', respondMissingField('canary-answer'), 'delivery held'],
  ['names a customer', respond(400, { status: 'Canary-Sister is a customer' }), 'delivery held'],
  ['names one in its 401', respond(401, { message: 'Canary-Sister' }), '"outcome":"misconfigured"'],
])('when the enquiry API %s', async (title, answering, message) => {
  proxy.enquiryApi.otherwise = answering;
  const receipt = await post();
  expect((await attach(receipt)).status).toBe(202);
  await expect.poll(() => proxy.log()).toContain(message);
  expectLogged(message, '"outcome"');
  // What the enquiry API said is kept beside the delivery alone.
  const { outbox, spool, settings } = proxy;
  const inspected = await inspect(
    { outbox, spool },
    { settings, config: validConfig(exampleConfig) },
    Date.now(),
  );
  expect(await proxy.metrics()).not.toMatch(/canary/i);
  expect(JSON.stringify(inspected)).not.toMatch(/canary/i);
  const [row] = await outbox.operator.list({ reference: receipt.reference });
  if (message === 'delivery held') expect(row).toMatchObject({ state: 'held' });
  expect(row!.last_message?.includes('Canary-Sister') ?? false).toBe(title.startsWith('names'));
});

test('when the enquiry API refuses a file', async () => {
  const receipt = await post();
  proxy.enquiryApi.otherwise = respondMissingField('canary-file.png');
  expect((await attach(receipt)).status).toBe(202);
  expectLogged('delivery held');
});

/** An error like PostgreSQL's, which quotes what it was given. */
const quoting = () =>
  Object.assign(new Error(`invalid input syntax for type json: "${JSON.stringify(visitor)}"`), {
    code: '22P02',
    detail: `Failing row contains (1, enquiry, ${JSON.stringify(visitor)}).`,
    where: 'JSON data, line 1: canary',
    parameters: [JSON.stringify(visitor), fileName],
    cause: new Error(`'${JSON.stringify(visitor)}'`),
  });

test('when the store fails', async () => {
  const receipt = await post();
  vi.spyOn(proxy.outbox.intake, 'add').mockRejectedValueOnce(quoting());
  expect((await proxy.postEnquiry(visitor)).status).toBe(503);
  vi.spyOn(proxy.outbox.intake, 'find').mockRejectedValueOnce(quoting());
  expect((await proxy.postEnquiry(visitor)).status).toBe(503);
  vi.spyOn(proxy.outbox.intake, 'add').mockRejectedValueOnce(quoting());
  expect((await attach(receipt)).status).toBe(503);
  vi.spyOn(proxy.spool, 'save').mockRejectedValueOnce(quoting());
  expect((await attach(receipt)).status).toBe(503);
  expectLogged(
    '"code":"22P02"',
    '"msg":"request refused: storage unavailable"',
    'invalid input syntax for type json',
  );
});

/** Adds an enquiry to the outbox for which no visitor is waiting. */
const addEnquiry = () =>
  proxy.outbox.intake.add({
    kind: 'enquiry',
    route: '/enquiries',
    idempotency_key: randomUUID(),
    digest: 'x',
    reference: '7K2PQ-2M9XD',
    case_type: visitor.case_type,
    content: { ...visitor, meta: [], marketing_keywords: '' },
  });

test('when the store fails after the delivery', async () => {
  vi.spyOn(proxy.outbox.claims, 'markDelivered').mockRejectedValueOnce(quoting());
  await addEnquiry();
  await expect.poll(() => proxy.log()).toContain('22P02');
  expectLogged('"code":"22P02"', 'invalid input syntax for type json');
});

test('when the database returns malformed content', async () => {
  await proxy.stop();
  await startProxy(100); // The file isn't delivered while the visitor waits.
  const receipt = await post();
  const { claims } = proxy.outbox;
  const { claim } = claims;
  vi.spyOn(claims, 'claim').mockImplementation(async (...options) =>
    (await claim(...options)).map(each => ({ ...each, content: 'canary, which is no JSON' })),
  );
  expect((await attach(receipt)).status).toBe(202);
  await expect.poll(() => proxy.log()).toContain('"type":"SyntaxError"');
  expectLogged('"type":"SyntaxError"');
});

test('when the code has a bug', { tags: ['asvs-13.4.2', 'asvs-16.5.1'] }, async () => {
  vi.spyOn(proxy.outbox.intake, 'add').mockImplementationOnce(() => {
    throw new TypeError(`Cannot read properties of undefined (reading '${visitor.forename}')`);
  });
  await proxy.postEnquiry(visitor);
  expectLogged('"type":"TypeError"');
});
