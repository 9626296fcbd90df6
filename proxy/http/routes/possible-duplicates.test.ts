import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import {
  ada,
  createTestToken,
  exampleConfig,
  json,
  proxyForEachTest,
} from '../../../tools/testing/proxy/proxy.ts';
import type { Receipt } from '../../contract/enquiry.ts';

const proxy = proxyForEachTest();

/** Sends an enquiry. Resolves with its reference and the earlier reference in its mark. */
async function send(enquiry: object) {
  const { reference } = await json<Receipt>(proxy.postEnquiry(enquiry));
  const { meta } = proxy.enquiryApi.requests.at(-1)!.body as { meta: { id: string; value: string }[] };
  return { reference, mark: meta.find(({ id }) => id === 'possible_duplicate_of')?.value };
}

test('the same contact details and answers are delivered with the earlier reference, even with other attribution', async () => {
  const { reference, mark } = await send(ada);
  expect(mark).toBeUndefined();
  const spaces = { forename: ' Ada ', marketing_campaign: 'spring', lang: 'cy' };
  expect((await send({ ...ada, ...spaces })).mark).toBe(reference);
  expect(proxy.enquiryApi.requests.at(-1)!.body.meta).toContainEqual({
    id: 'possible_duplicate_of',
    label: 'Possible duplicate of',
    value: reference,
  });
});

test.each([
  ['another answer', { answers: { ...ada.answers, hurt: 'yes' } }],
  ['an answer to another question', { answers: { when: '2026-02-01' } }],
  ['another email address', { email: 'augusta@example.com' }],
  ['another case type', { case_type: 'other', answers: {} }],
  ['other letters', { forename: 'ADA' }],
])('an enquiry with %s is not the same', async (_, changes) => {
  await send(ada);
  expect((await send({ ...ada, ...changes })).mark).toBeUndefined();
});

test('an enquiry counts as the same within ten minutes', async () => {
  await send(ada);
  proxy.elapse(10 * 60_000 + 1);
  const { reference, mark } = await send(ada);
  expect(mark).toBeUndefined();
  proxy.elapse(9 * 60_000);
  expect((await send(ada)).mark).toBe(reference);
});

/** How often the enquiry API has got a mark. */
const countMarks = () =>
  proxy.enquiryApi.requests.filter(({ body }) => JSON.stringify(body).includes('possible_duplicate_of'))
    .length;

test('of equal enquiries that arrive together, each but the first is marked', async () => {
  const responses = await Promise.all([1, 2, 3].map(() => proxy.postEnquiry(ada)));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(countMarks()).toBe(2);
});

test('a repeated request is not marked, even if the first one could not be stored', async () => {
  const key = randomUUID();
  vi.spyOn(proxy.outbox.intake, 'add').mockRejectedValueOnce(new Error('the store has failed'));
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await proxy.postEnquiry(ada, key)).status);
  expect(statuses).toEqual([503, 201, 201]);
  expect(countMarks()).toBe(0);
});

test('neither a test nor a suspect that is held counts as the earlier one', async () => {
  await proxy.postEnquiry({ ...ada, test: createTestToken() });
  await proxy.reload({ config: { ...exampleConfig, spam: { suspects: 'hold', proof: 'never' } } });
  const suspect = { ...ada, surname: 'www.example.com' };
  for (const enquiry of [ada, suspect, suspect])
    expect((await proxy.postEnquiry(enquiry)).status).toBeLessThan(300);
  await proxy.reload({ config: exampleConfig });
  await proxy.postEnquiry(suspect);
  expect(countMarks()).toBe(0);
});
