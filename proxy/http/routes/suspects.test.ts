import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { newEnquiry } from '../../../tools/testing/proxy/outbox.ts';
import {
  ada,
  createProxyUnderTest,
  createTestToken,
  exampleConfig,
  json,
  type ProxyUnderTest,
} from '../../../tools/testing/proxy/proxy.ts';
import { pdf } from '../../../tools/testing/proxy/sample-files.ts';
import { solve } from '../../../tools/testing/proxy/solve.ts';
import { maxHeldSuspects } from '../../acceptance/suspects.ts';
import type { Challenge, ProblemDocument, Receipt } from '../../contract/enquiry.ts';

let proxy: ProxyUnderTest;
afterEach(() => proxy.stop());

/** Scores 12, so it is a suspect even with a proof. */
const spam = { ...ada, surname: 'www.spam.example' };
/** Scores 6, so it isn't a suspect with a proof. */
const links = 'www.a.example '.repeat(4);
const suspicious = {
  ...ada,
  answers: { ...ada.answers, hurt: 'yes', where: links },
  client: { first_touch_ms: 900 },
};
const able = { authorization: 'Proof v=1' };
const start = async (settings: object = {}, variables: Record<string, string> = {}) => {
  const spam = { suspects: 'hold', ...settings };
  proxy = await createProxyUnderTest({ ...exampleConfig, spam }, undefined, variables);
};

const answer = (challenge: Challenge, solution = solve(challenge)) => ({
  authorization: `Proof v=1, challenge=${challenge.token}, solution=${solution}`,
});
const held = () => proxy.outbox.operator.list({ state: 'held' });

/** Sends an enquiry that must be challenged. */
async function challengeOf(enquiry: object, key: string, headers: Record<string, string> = able) {
  const response = await proxy.postEnquiry(enquiry, key, headers);
  expect(response.status).toBe(403);
  const { code, challenge } = await json<ProblemDocument>(response);
  expect(code).toBe('proof-required');
  return challenge!;
}

test('a suspicious enquiry is delivered once after a proof, which is not valid for another enquiry', async () => {
  await start();
  const key = randomUUID();
  const proof = answer(await challengeOf(suspicious, key));
  expect(await proxy.outbox.intake.find('/enquiries', key)).toBeUndefined();
  await challengeOf(suspicious, randomUUID(), proof);
  await challengeOf({ ...suspicious, forename: 'Grace' }, key, proof);

  expect((await proxy.postEnquiry(suspicious, key, proof)).status).toBe(201);
  expect((await proxy.postEnquiry(suspicious, key, proof)).status).toBe(201);
  expect((await proxy.postEnquiry(suspicious, key)).status).toBe(201);
  expect(proxy.enquiryApi.requests).toHaveLength(1);
  const metrics = await proxy.metrics();
  expect(metrics).toContain('enquiry_proxy_challenges_total{outcome="solved"} 1');
  expect(metrics).toContain('enquiry_proxy_challenges_total{outcome="sent"} 3');
  expect(metrics).toContain('enquiry_proxy_challenges_total{outcome="wrong"} 2');
});

test('a fast enquiry is not challenged, and neither is one of an earlier form that says that no person filled it in', async () => {
  await start();
  for (const client of [{ first_touch_ms: 900 }, { first_touch_ms: 90_000, is_trusted: false }])
    expect((await proxy.postEnquiry({ ...ada, client }, randomUUID(), able)).status).toBe(201);
});

test.each([
  ['of an earlier release', ''],
  ['that couldn’t solve it', 'Proof v=1, unsolved'],
])(
  'a suspicious enquiry from a tab %s gets an ordinary receipt, and is delivered when it is released',
  async (_, authorization) => {
    await start();
    const key = randomUUID();
    const response = await proxy.postEnquiry(suspicious, key, { authorization });
    expect(response.status).toBe(202);
    const receipt = await json<Receipt>(response);
    expect(receipt).toMatchObject({ status: 'accepted', upload_token: expect.any(String) });
    expect((await proxy.postAttachment(receipt, pdf().toString('latin1'))).status).toBe(202);
    const { suspicion, suspicion_score } = (await held())[0]!;
    expect([suspicion, suspicion_score]).toEqual(['many_links fast_send', 6]);
    // The repeats get the same receipt, even if they could be challenged.
    for (const headers of [{}, able]) {
      const repeat = await proxy.postEnquiry(suspicious, key, headers);
      expect(await json<Receipt>(repeat)).toMatchObject({ reference: receipt.reference });
    }
    expect(proxy.enquiryApi.requests).toEqual([]);
    expect(proxy.lines('suspected spam')).toMatchObject([
      {
        reference: receipt.reference,
        outcome: 'held',
        signals: ['many_links', 'fast_send'],
        score: 6,
      },
    ]);

    await proxy.outbox.operator.release(receipt.reference);
    await proxy.restart();
    await expect.poll(() => proxy.enquiryApi.requests).toHaveLength(2);
    expect(proxy.enquiryApi.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['create', 'upload']);
    expect(proxy.enquiryApi.requests[0]?.body.meta).not.toContainEqual(
      expect.objectContaining({ id: 'suspected_spam' }),
    );
  },
);

test('a wrong solution gets a second challenge, and after another one the enquiry is held', async () => {
  await start();
  const key = randomUUID();
  const wrong = (challenge: Challenge) => answer(challenge, 999_999);
  const first = await challengeOf(suspicious, key);
  const second = await challengeOf(suspicious, key, wrong(first));
  expect((await proxy.postEnquiry(suspicious, key, wrong(second))).status).toBe(202);
  expect(await held()).toHaveLength(1);
});

test('an enquiry that is certainly spam is held even with a proof', async () => {
  await start();
  const key = randomUUID();
  const proof = answer(await challengeOf(spam, key));
  expect((await proxy.postEnquiry(spam, key, proof)).status).toBe(202);
  expect(await held()).toMatchObject([{ suspicion: 'link_in_name', suspicion_score: 6 }]);
  expect(await proxy.metrics()).toContain(
    'enquiry_proxy_suspects_by_signal_total{signal="link_in_name",outcome="held"} 1',
  );
});

test('suspects are delivered with a mark', async () => {
  proxy = await createProxyUnderTest();
  await proxy.postEnquiry(suspicious);
  expect(proxy.enquiryApi.requests[0]?.body.meta).toContainEqual({
    id: 'suspected_spam',
    label: 'Possible spam',
    value: 'many_links, fast_send',
  });
});

test('while too many suspects are held, only those without a proof are refused', async () => {
  await start();
  const [held, ...others] = Array.from({ length: maxHeldSuspects }, (_, n) => ({
    ...newEnquiry(n),
    state: 'held' as const,
    suspicion: { signals: ['link_in_name'], score: 12 },
  }));
  await Promise.all([held!, ...others].map(each => proxy.outbox.intake.add(each)));
  const key = randomUUID();
  const response = await proxy.postEnquiry(spam, key);
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('60');
  expect(await proxy.outbox.intake.find('/enquiries', key)).toBeUndefined();
  await proxy.reload();
  expect((await proxy.postEnquiry(spam)).status).toBe(429);
  expect(proxy.lines('too many suspects held')).toMatchObject([{ most: maxHeldSuspects }]);
  expect((await proxy.postEnquiry(ada)).status).toBe(201);
  const proof = answer(await challengeOf(spam, key));
  expect((await proxy.postEnquiry(spam, key, proof)).status).toBe(202);

  await proxy.outbox.operator.drop(held!.reference);
  await proxy.outbox.operator.drop((await json<Receipt>(proxy.postEnquiry(spam, key, proof))).reference);
  proxy.elapse(5_000);
  expect((await proxy.postEnquiry(spam)).status).toBe(202);
});

test('above ENQUIRY_RATE every enquiry needs a proof, and none is refused', async () => {
  await start({}, { ENQUIRY_RATE: '3' });
  const send = (n: number, headers = {}) =>
    proxy.postEnquiry({ ...ada, forename: `Ada ${n}` }, randomUUID(), headers);
  for (let n = 0; n < 3; n++) expect((await send(n)).status).toBe(201);
  expect((await send(4)).status).toBe(202);
  expect(await held()).toMatchObject([{ suspicion: 'rate_overall' }]);
  const key = randomUUID();
  const proof = answer(await challengeOf(ada, key));
  expect((await proxy.postEnquiry(ada, key, proof)).status).toBe(201);
  proxy.elapse(120_000);
  expect((await send(5, able)).status).toBe(201);
});

test('an address that sends many enquiries needs a proof, unless addresses are unknown', async () => {
  await start({}, { TRUSTED_PROXY_HOPS: '1' });
  const send = (address: string) =>
    proxy.postEnquiry(ada, randomUUID(), { ...able, 'x-forwarded-for': address });
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await send(`2001:db8:1:2::${n}`)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 403]);
  expect((await send('192.0.2.1')).status).toBe(201);
  for (let n = 0; n < 22; n++) expect((await proxy.postEnquiry(ada, randomUUID(), able)).status).toBe(201);
});

test('an address can’t hide that it sends many enquiries by using their keys elsewhere first', async () => {
  await start({}, { TRUSTED_PROXY_HOPS: '1' });
  const from = (address: string) => ({ ...able, 'x-forwarded-for': address });
  const keys = Array.from({ length: 21 }, () => randomUUID());
  for (const key of keys) await challengeOf(suspicious, key, from('203.0.113.9'));
  const statuses: number[] = [];
  for (const key of keys) statuses.push((await proxy.postEnquiry(ada, key, from('198.51.100.7'))).status);
  expect(statuses).toEqual([...keys.slice(1).map(() => 201), 403]);
});

test('a test is never a suspect', async () => {
  await start();
  const enquiry = { ...spam, test: createTestToken() };
  expect((await proxy.postEnquiry(enquiry, randomUUID(), able)).status).toBe(202);
  expect(await proxy.outbox.operator.list({ state: 'test' })).toHaveLength(1);
});
