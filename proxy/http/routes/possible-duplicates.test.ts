import { expect, test } from 'vitest';
import { ada, json, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
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
