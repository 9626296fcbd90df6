// Every type of question and every rule, from the config through a request to what the enquiry API receives.
import { expect, test } from 'vitest';
import { json, origin, proxyForAllTests } from '../../../tools/testing/proxy/proxy.ts';
import { respondMissingField } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';

const questions = [
  { id: 'price', type: 'number', label: 'Price?', unit: '£' },
  { id: 'when', type: 'date', label: 'When?', entry: 'memorable', approximate: true, max: '2026-02-10' },
  { id: 'home', type: 'address', label: 'Where?' },
  { id: 'postcode', type: 'postcode', label: 'Postcode?' },
  { id: 'phone', type: 'tel', label: 'Phone?' },
  { id: 'policy', type: 'text', label: 'Policy?', pattern: '[A-Z]{2}\\d{6}', error: 'Like AB123456' },
  {
    id: 'illness',
    type: 'checkboxes',
    label: 'Illness?',
    options: ['Asthma', { value: 'none', label: 'None of these', exclusive: true }],
  },
  {
    id: 'country',
    type: 'radio',
    label: 'Country?',
    options: ['England', { value: 'elsewhere', label: 'Elsewhere', ends: { text: 'We can’t help.' } }],
  },
  { id: 'product', type: 'hidden', label: 'Product', from: 'address:product', pattern: '[a-z]+' },
  { id: 'office', type: 'hidden', label: 'Office', from: 'values', max_length: 5, default: 'York' },
  {
    id: 'terrace',
    type: 'hidden',
    label: 'Terrace',
    from: 'values',
    default: 'yes',
    shown_when: { question: 'product', is: 'house' },
  },
  {
    id: 'lender',
    type: 'text',
    label: 'Lender?',
    required: true,
    shown_when: {
      all: [
        { question: 'price', more_than: 100_000 },
        { not: { question: 'illness', is: 'none' } },
        {
          any: [
            { question: 'when', less_than: '2026-01-01' },
            { question: 'policy', answered: true },
          ],
        },
      ],
    },
  },
];
const enquiry = { case_type: 'rich', forename: 'Ada', surname: 'Byron' };

const proxy = proxyForAllTests({
  origins: [origin],
  contact: [
    ...['forename', 'surname', 'telephone_mobile', 'email'].map(field => ({ field })),
    {
      id: 'best_time',
      type: 'radio',
      label: 'When?',
      options: ['Morning', { value: 'Evening', label: { en: 'Evening', cy: 'Gyda’r nos' } }],
      shown_when: { question: 'telephone_mobile', answered: true },
    },
  ],
  at_least_one_of: ['telephone_mobile', 'email'],
  case_types: { rich: { label: 'Rich', questions } },
});

test('answers reach the enquiry API as the form would send them, and a hidden question with them is left out', async () => {
  const answers = {
    price: '285000.50\ufe0f',
    when: '２０２６－０２',
    home: ' 1 High Street\r\nLeeds ',
    postcode: ' ls1 1aa\u200b ',
    phone: 'tel:+44 7700 900123',
    policy: '\u3164AB123456',
    illness: ['none'],
    country: 'England',
    best_time: 'Evening',
    product: 'flat',
    terrace: 'no',
    lender: 'Not shown',
  };
  const response = await proxy.postEnquiry({ ...enquiry, telephone_mobile: '07700 900123', answers });
  expect(response.status).toBe(201);
  const { meta } = proxy.enquiryApi.requests.at(-1)!.body as { meta: { id: string; value: string }[] };
  expect(
    meta
      .slice(
        0,
        meta.findIndex(({ id }) => id === 'enquiry_reference'),
      )
      .map(({ id, value }) => [id, value]),
  ).toEqual([
    ['price', '285000.50'],
    ['when', '2026-02'],
    ['home', '1 High Street\nLeeds'],
    ['postcode', 'LS1 1AA'],
    ['phone', '+44 7700 900123'],
    ['policy', 'AB123456'],
    ['illness', 'none'],
    ['country', 'England'],
    ['product', 'flat'],
    ['office', 'York'],
    ['best_time', 'Evening'],
  ]);
});

test.each<[object, string, string]>([
  [{ price: '£285,000' }, 'answers.price', 'not_a_number'],
  [{ price: '285\u0007' }, 'answers.price', 'not_allowed'],
  [{ policy: 'AB12345' }, 'answers.policy', 'wrong_format'],
  [{ price: '285000', when: '2025-12', illness: ['Asthma'] }, 'answers.lender', 'required'],
])('%j is refused: %s, %s', { tags: 'asvs-2.2.1' }, async (answers, field, rule) => {
  const response = await proxy.postEnquiry({ ...enquiry, telephone_mobile: '07700 900123', answers });
  expect(response.status).toBe(422);
  expect(await json<object>(response)).toMatchObject({ problems: [{ field, rule }] });
});

test('without a phone number and an email address, where one is enough, one problem is reported', {
  tags: 'asvs-2.2.3',
}, async () => {
  const response = await proxy.postEnquiry(enquiry);
  expect(await json<object>(response)).toMatchObject({
    problems: [{ field: 'telephone_mobile', rule: 'one_required' }],
  });
});

test('an answer to a hidden question that isn’t accepted is dropped, counted in the log and never refused', async () => {
  const given = { ...enquiry, email: 'ada@example.com', forename: 'Grace' };
  const answers = { product: 'Canary-1', office: ['Canary-2'], terrace: 'no' };
  expect((await proxy.postEnquiry({ ...given, answers })).status).toBe(201);
  const { meta } = proxy.enquiryApi.requests.at(-1)!.body as { meta: { id: string; value: string }[] };
  expect(
    meta
      .slice(
        0,
        meta.findIndex(({ id }) => id === 'enquiry_reference'),
      )
      .map(({ id, value }) => [id, value]),
  ).toEqual([['office', 'York']]);
  const line =
    proxy
      .log()
      .split('\n')
      .find(each => each.includes('hidden answers dropped')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ level: 40, reference: meta.at(1)?.value, dropped: 2 });
  expect(proxy.log()).not.toContain('Canary');
});

test('an enquiry with another dropped answer is the same enquiry as before', async () => {
  const given = { ...enquiry, email: 'ada@example.com', forename: 'Augusta' };
  await proxy.postEnquiry({ ...given, answers: { product: 'House 1' } });
  await proxy.postEnquiry({ ...given, answers: { product: 'House 2' } });
  const { meta } = proxy.enquiryApi.requests.at(-1)!.body as { meta: { id: string }[] };
  expect(meta.map(({ id }) => id)).toContain('possible_duplicate_of');
});

test('an answer to a hidden question that the enquiry API refuses is for the operator, not for the visitor', async () => {
  proxy.enquiryApi.script.push(respondMissingField('product'));
  const answers = { product: 'flat' };
  const response = await proxy.postEnquiry({
    ...enquiry,
    email: 'ada@example.com',
    forename: 'Mary',
    answers,
  });
  expect(response.status).toBe(202);
  expect(proxy.log()).toContain('delivery held');
});
