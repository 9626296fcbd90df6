import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ada, exampleConfig, json, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
import {
  respond,
  respondCreatedFrom,
  respondMissingField,
} from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import { hourMs } from '../../contract/durations.ts';
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
const today = 'Monday 23\u00a0November 2026';

const proxy = proxyForEachTest(config);
beforeEach(async () => {
  proxy.setClock(monday);
});

const send = (enquiry: object, key?: string) =>
  json<Receipt>(proxy.postEnquiry({ ...ada, telephone_mobile: phone, ...enquiry }, key));

test.each<[string, object, string]>([
  ['will call', {}, `We’ll call you on ${today}.`],
  ['will reply, without a phone number', { telephone_mobile: '' }, `We’ll reply on ${today}.`],
  [
    'will call, in the visitor’s language',
    { lang: 'cy-GB' },
    'Byddwn yn eich ffonio ddydd Llun 23\u00a0Tachwedd 2026.',
  ],
  [
    'will call, by the hours of the case type',
    { case_type: 'other', answers: {} },
    'We’ll call you on Saturday 28\u00a0November 2026 from 9\u00a0am.',
  ],
])('the receipt says when the firm %s', async (_, enquiry, sentence) => {
  expect((await send(enquiry)).call_back).toBe(sentence);
});

test('the receipt says that the firm will reply if the form hasn’t asked for the phone number it gets', async () => {
  const options = ['phone', 'email'];
  const contact = [
    { field: 'forename' },
    { field: 'surname' },
    { id: 'by', type: 'radio', label: 'How?', options },
    { field: 'telephone_mobile', shown_when: { question: 'by', is: 'phone' } },
    { field: 'email' },
  ];
  await proxy.restart({ ...config, contact });
  const by = (channel: string) => ({ answers: { ...ada.answers, by: channel } });
  expect((await send(by('email'))).call_back).toBe(`We’ll reply on ${today}.`);
  expect(proxy.enquiryApi.requests.at(-1)?.body).not.toHaveProperty('telephone_mobile');
  expect((await send(by('phone'))).call_back).toBe(`We’ll call you on ${today}.`);
});

test('the receipt has the promise in the words of today, and the name of the firm', async () => {
  const brand = { name: { en: 'Hartley & Rowe', cy: 'Hartley a Rowe' } };
  await proxy.restart({ ...config, pages: { brand } });
  expect(await send({})).toMatchObject({
    promise: {
      to: 'telephone_mobile',
      text: 'We’ll call you on {to} today, {date}.',
      date: 'Monday 23\u00a0November',
    },
    firm: 'Hartley & Rowe',
  });
  expect(await send({ telephone_mobile: '', lang: 'cy-GB' })).toMatchObject({
    promise: { to: 'email', text: 'Byddwn yn ateb i {to} heddiw, {date}.' },
    firm: 'Hartley a Rowe',
  });
});

test('a repeated request gets the same sentence, even after the delivery and after a change of the hours', async () => {
  const key = randomUUID();
  const call_back = `We’ll call you on ${today}.`;
  expect(await send({}, key)).toMatchObject({ status: 'delivered', call_back });
  proxy.setClock(monday + 5 * hourMs);
  expect((await send({}, key)).call_back).toBe(call_back);
  await proxy.restart(exampleConfig);
  expect((await send({}, key)).call_back).toBe(call_back);
  expect(await send({ forename: 'Grace' })).not.toHaveProperty('call_back');
});

/** What the back office is told in the last enquiry that it got. */
function told() {
  const { meta } = proxy.enquiryApi.requests.at(-1)!.body as { meta: { id: string; value: string }[] };
  const ids = ['enquiry_received', 'contact_promised', 'preferred_channel'];
  return Object.fromEntries(meta.filter(({ id }) => ids.includes(id)).map(({ id, value }) => [id, value]));
}

test.each<[string, object, object, string, string]>([
  ['a call', {}, {}, `We’ll call you on ${phone} today, Monday 23\u00a0November.`, 'call'],
  [
    'a reply, in the main language',
    { telephone_mobile: '', lang: 'cy-GB' },
    {},
    'We’ll reply to ada@example.com today, Monday 23\u00a0November.',
    'email',
  ],
  [
    'what the site’s owner promises',
    {},
    { next: { phone: 'Ada will call {contact} {day}.\nHave a pen ready.', email: 'We’ll write.' } },
    `Ada will call ${phone} today, Monday 23\u00a0November.`,
    'call',
  ],
  [
    'the proxy’s own promise beside other text of the site’s owner',
    { email: 'ada@example.com' },
    { next: 'Have a pen ready.' },
    `We’ll call you on ${phone} today, Monday 23\u00a0November.`,
    'call',
  ],
])('the back office is told %s', async (_, enquiry, caseType, promised, channel) => {
  await proxy.restart({ ...config, case_types: { injury: { ...injury, ...caseType } } });
  await send(enquiry);
  expect(told()).toEqual({
    enquiry_received: expect.stringMatching(/^2026-11-23T12:00:\d\d\+00:00$/),
    contact_promised: promised,
    preferred_channel: channel,
  });
});

test.each([
  ['Europe/London', /^2026-07-06T13:00:\d\d\+01:00$/],
  ['America/St_Johns', /^2026-07-06T09:30:\d\d-02:30$/],
])('the back office is told when the enquiry was accepted, in %s', async (time_zone, received) => {
  proxy.setClock(Date.UTC(2026, 6, 6, 12));
  await proxy.restart({ ...config, hours: { time_zone, week } });
  await send({});
  expect(told().enquiry_received).toMatch(received);
});

test('an enquiry that is accepted during an outage arrives with what was said then, after a restart', async () => {
  proxy.enquiryApi.otherwise = respond(503, {});
  const key = randomUUID();
  await send({}, key);
  proxy.setClock(monday + 24 * hourMs);
  proxy.enquiryApi.otherwise = respondCreatedFrom(4711);
  await proxy.restart({ ...config, language: 'cy' });
  await expect.poll(() => send({}, key)).toMatchObject({ status: 'delivered' });
  expect(told()).toMatchObject({
    enquiry_received: expect.stringMatching(/^2026-11-23T12:00:\d\d\+00:00$/),
    contact_promised: `We’ll call you on ${phone} today, Monday 23\u00a0November.`,
  });
});

const always = {
  time_zone: 'UTC',
  week: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ['00:00-24:00']]),
  ),
};

describe('the receipt says nothing about a call', () => {
  const hasPromise = ({ call_back, promise }: Receipt) => !!(call_back ?? promise);
  const waitForLog = (message: string) => expect.poll(() => proxy.lines(message)).not.toEqual([]);

  test('if the enquiry is held as a suspect, even when it is repeated after its release', async () => {
    const spam = { suspects: 'hold', proof: 'never' };
    await proxy.restart({ ...exampleConfig, hours: always, spam });
    const key = randomUUID();
    const suspect = { forename: 'https://spam.example.com' };
    const first = await send(suspect, key);
    expect(hasPromise(first)).toBe(false);
    expect(await proxy.outbox.intake.enquiry(first.reference)).toMatchObject({ state: 'held' });
    expect(hasPromise(await send(suspect, key))).toBe(false);
    await proxy.outbox.operator.release(first.reference);
    expect(hasPromise(await send(suspect, key))).toBe(false);
    // The same enquiry gets a promise where suspects are only marked.
    await proxy.restart({ ...exampleConfig, hours: always, spam: { ...spam, suspects: 'mark' } });
    expect(hasPromise(await send(suspect))).toBe(true);
  });

  test('while the enquiry API is down, and each repeated request gets the first receipt’s sentence', async () => {
    proxy.enquiryApi.otherwise = respond(503, {});
    proxy.enquiryApi.loginTest = respond(503, {});
    const before = randomUUID();
    // The test that follows a failure finds the outage.
    await Promise.all([send({ forename: 'A' }, before), send({ forename: 'B' }), send({ forename: 'C' })]);
    await waitForLog('enquiry API unavailable');
    const during = randomUUID();
    const unpromised = await send({}, during);
    expect(hasPromise(unpromised)).toBe(false);
    expect(hasPromise(await send({}, during))).toBe(false);
    const { content } = (await proxy.outbox.intake.enquiry(unpromised.reference))!;
    expect(content).toContain('preferred_channel');
    expect(content).not.toContain('contact_promised');
    expect((await send({ forename: 'A' }, before)).call_back).toBe(`We’ll call you on ${today}.`);

    proxy.enquiryApi.otherwise = respondCreatedFrom(4711);
    proxy.enquiryApi.loginTest = respondMissingField('forename');
    await waitForLog('enquiry API available');
    expect((await send({ forename: 'D' })).call_back).toBe(`We’ll call you on ${today}.`);
    expect(hasPromise(await send({}, during))).toBe(false);
  });

  test('once the test of the login has failed, until it succeeds', async () => {
    proxy.enquiryApi.loginTest = respond(401, {});
    await proxy.reload();
    await waitForLog('login test failed');
    expect(hasPromise(await send({}))).toBe(false);
    proxy.enquiryApi.loginTest = respondMissingField('forename');
    await proxy.reload();
    await waitForLog('enquiry API available');
    expect(hasPromise(await send({ forename: 'Grace' }))).toBe(true);
  });
});
