import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ada,
  createProxyUnderTest,
  createTestToken,
  exampleConfig,
  json,
  type ProxyUnderTest,
} from '../../../tools/testing/proxy/proxy.ts';
import type { Receipt } from '../../contract/enquiry.ts';

const weekdays = ['09:00-17:30'];
const week = { mon: weekdays, tue: weekdays, wed: weekdays, thu: weekdays, fri: weekdays };
const { injury, other } = exampleConfig.case_types;
const config = {
  ...exampleConfig,
  hours: { time_zone: 'Europe/London', week },
  case_types: { injury, other: { ...other, hours: { time_zone: 'Europe/London', week: { sat: weekdays } } } },
};
const phone = '07700 900123';
const monday = Date.UTC(2026, 10, 23, 12);
const hourMs = 3_600_000;

let proxy: ProxyUnderTest;
beforeEach(async () => {
  proxy = await createProxyUnderTest(config);
  proxy.setClock(monday);
});
afterEach(() => proxy.stop());

const send = (enquiry: object, key?: string) =>
  json<Receipt>(proxy.postEnquiry({ ...ada, telephone_mobile: phone, ...enquiry }, key));

test.each<[string, object, string]>([
  ['will call', {}, 'We’ll call you today.'],
  ['will reply, without a phone number', { telephone_mobile: '' }, 'We’ll reply today.'],
  ['will call, in the visitor’s language', { lang: 'cy-GB' }, 'Byddwn yn eich ffonio heddiw.'],
  [
    'will call, by the hours of the case type',
    { case_type: 'other', answers: {} },
    'We’ll call you on Saturday from 9\u00a0am.',
  ],
])('the receipt says when the firm %s', async (_, enquiry, sentence) => {
  expect((await send(enquiry)).call_back).toBe(sentence);
});

test('a repeated request gets the same sentence, even after the delivery and after a change of the hours', async () => {
  const key = randomUUID();
  expect(await send({}, key)).toMatchObject({ status: 'delivered', call_back: 'We’ll call you today.' });
  proxy.setClock(monday + 5 * hourMs);
  expect((await send({}, key)).call_back).toBe('We’ll call you today.');
  await proxy.restart(exampleConfig);
  expect((await send({}, key)).call_back).toBe('We’ll call you today.');
  expect(await send({ forename: 'Grace' })).not.toHaveProperty('call_back');
});

test('the receipts of a test and of an enquiry in quarantine say it, too', async () => {
  proxy.setClock(Date.now()); // Test links are valid now.
  const always = Object.fromEntries(Object.keys(week).map(day => [day, ['00:00-24:00']]));
  await proxy.restart({
    ...exampleConfig,
    hours: { time_zone: 'UTC', week: { ...always, sat: ['00:00-24:00'], sun: ['00:00-24:00'] } },
    spam: { suspects: 'quarantine', proof: 'never' },
  });
  const sentence = /^We’ll call you (today|tomorrow)\.$/;
  expect((await send({ test: createTestToken() })).call_back).toMatch(sentence);
  const suspect = await send({ forename: 'https://spam.example.com' });
  expect(await proxy.outbox.intake.enquiry(suspect.reference)).toMatchObject({ state: 'quarantined' });
  expect(suspect.call_back).toMatch(sentence);
});
