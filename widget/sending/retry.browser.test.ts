// Tests of retries when the connection fails or the proxy is busy. The clock is stopped unless a test advances it.
import { beforeEach, vi } from 'vitest';
import {
  respondAccepted,
  respondInvalid,
  respondRefusal,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  advanceClockUntil,
  eventTypes,
  expect,
  fillInHouseMove,
  sendHouseMove,
  setOnline,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

beforeEach(stopClock);

const unavailable = respondRefusal(503, 'unavailable');

/** Fills in the form and sends it, and waits until it waits for the next attempt. */
async function sendInVain(form: FormPage): Promise<void> {
  await sendHouseMove(form);
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
}

test('a lost connection is tried again after a few seconds, with the same request', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  await advanceClock(3.9);
  expect(proxy.enquiries).toHaveLength(1);
  await advanceClock(0.1);
  await expect.element(form.receipt()).toBeVisible();
  const [first, second] = proxy.enquiries;
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toBe(first?.body);
});

test('the visitor sees the seconds pass, and hears once that there will be another attempt', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  await expect.element(form.text(/safe on this page.*in 4 seconds/)).toBeVisible();
  await expect.element(form.heading(textPatterns.notSentHeading)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/keep trying/);
  await advanceClock(1);
  await expect.element(form.text(/in 3 seconds/)).toBeVisible();
  await advanceClock(2);
  await expect.element(form.text(/in 1 second\./)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/keep trying/);
});

test.for([
  ['503 unavailable', unavailable],
  ['500 internal error', respondRefusal(500, 'internal-error')],
  ['a gateway’s 502', { status: 502, body: '<html>' }],
  ['429 too many requests', respondRefusal(429, 'too-many-requests')],
  ['409 in progress', respondRefusal(409, 'in-progress')],
] as const)('%s is tried again', async ([, response], { open, proxy }) => {
  proxy.next.enquiry.push(response);
  const form = await open();
  await sendInVain(form);
  await advanceClock(4);
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(2);
});

test('attempts grow rarer', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost', 'lost', 'lost', 'lost', 'lost');
  const form = await open();
  await sendInVain(form);
  for (const [at, seconds] of [4, 8, 16, 32, 60].entries()) {
    await expect.element(form.text(new RegExp(`in ${seconds} seconds`))).toBeVisible();
    expect(proxy.enquiries).toHaveLength(at + 1);
    await advanceClock(seconds);
    await expect.poll(() => proxy.enquiries.length).toBe(at + 2);
  }
  await expect.element(form.receipt()).toBeVisible();
});

test('the proxy’s Retry-After is respected', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondRefusal(429, 'too-many-requests', { 'retry-after': '90' }));
  const form = await open();
  await sendInVain(form);
  await expect.element(form.text(/in 90 seconds/)).toBeVisible();
  await advanceClock(89);
  expect(proxy.enquiries).toHaveLength(1);
  await advanceClock(1);
  await expect.element(form.receipt()).toBeVisible();
});

test('a busy proxy that asks for a few seconds gets them without a word to the visitor', async ({
  open,
  proxy,
  events,
}) => {
  proxy.next.enquiry.push(respondRefusal(409, 'in-progress', { 'retry-after': '2' }));
  const form = await open();
  await sendHouseMove(form);
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await expect.element(form.button(/Sending/)).toBeVisible();
  await advanceClockUntil(2, () => proxy.enquiries.length === 2);
  await expect.element(form.receipt()).toBeVisible();
  expect(eventTypes(events)).not.toContain('enquiry-failed');
});

test('the visitor can try now instead of waiting', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  await form.press(textPatterns.tryNow);
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(2);
});

test('submit() of the page tries now too', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  expect(await form.element.submit()).toBe(true);
  expect(proxy.enquiries).toHaveLength(2);
});

test('one failure is reported to the page, however many attempts follow', async ({ open, proxy, events }) => {
  proxy.next.enquiry.push('lost', unavailable);
  const form = await open();
  await sendInVain(form);
  await form.press(textPatterns.tryNow);
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  await form.press(textPatterns.tryNow);
  await expect.element(form.receipt()).toBeVisible();
  const failures = events.filter(({ type }) => type === 'enquiry-failed');
  expect(failures).toEqual([
    { type: 'enquiry-failed', detail: { case_type: 'house-move', code: 'network' } },
  ]);
});

test('after twelve attempts it stops, says so and leaves the next one to the visitor', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(...Array<'lost'>(12).fill('lost'));
  const form = await open();
  await sendInVain(form);
  for (let attempts = 2; attempts <= 12; attempts++) {
    await form.press(textPatterns.tryNow);
    await expect.poll(() => proxy.enquiries.length).toBe(attempts);
  }
  await expect.element(form.alert()).toMatchTextContent(textPatterns.stoppedTrying);
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(12);
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  expect(new Set(proxy.enquiries.map(({ key }) => key)).size).toBe(1);
});

test('an edit while it waits stops the attempts until the visitor sends', { tags: 'wcag-2.2.2' }, async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  await form.fillIn('First name', 'Grace');
  await expect.element(form.text(textPatterns.notSentYet)).toBeVisible();
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(1);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries[1]?.enquiry.forename).toBe('Grace');
  expect(proxy.enquiries[1]?.key).not.toBe(proxy.enquiries[0]?.key);
});

test('an edit while a request is under way is sent when that request fails and the visitor sends', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await open();
  await sendHouseMove(form);
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await form.fillIn('First name', 'Grace');
  proxy.enquiries[0]?.respond('lost');
  await expect.element(form.text(textPatterns.notSentYet)).toBeVisible();
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent(/Grace/);
  expect(proxy.enquiries).toHaveLength(2);
});

test('a request that was accepted although the visitor went on typing is accepted', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await open();
  await sendHouseMove(form);
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await form.fillIn('First name', 'Grace');
  proxy.enquiries[0]?.respond(respondAccepted());
  await expect.element(form.receipt()).toMatchTextContent(/Ada/);
  expect(proxy.enquiries).toHaveLength(1);
});

test('a later attempt may find problems', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost', respondInvalid({ field: 'email', rule: 'refused' }));
  const form = await open();
  await sendInVain(form);
  await advanceClock(4);
  await expect.element(form.problems()).toBeVisible();
  await expect.element(form.text(textPatterns.notSentHeading)).not.toBeInTheDocument();
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(2);
});

test('a reset while it waits stops the attempts', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('');
  await expect.element(form.button(textPatterns.send)).toBeVisible();
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(1);
});

test('the page warns before it is closed while the enquiry waits', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  expect(form.element.matches(':state(sending)')).toBe(true);
});

test('an offline visitor is told so, and the enquiry goes when the connection is back', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await fillInHouseMove(form);
  setOnline(false);
  proxy.next.enquiry.push('lost');
  await form.send();
  await expect.element(form.text(textPatterns.offline)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(textPatterns.offline);
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(1);
  setOnline(true);
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(2);
});

test('a visitor who goes offline while it waits sees no more seconds', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await sendInVain(form);
  await expect.element(form.text(textPatterns.tryAgainIn)).toBeVisible();
  setOnline(false);
  await expect.element(form.text(textPatterns.tryAgainIn)).not.toBeInTheDocument();
  await expect.element(form.text(textPatterns.offline)).toBeVisible();
});

test('being offline uses up no attempts', async ({ open, proxy }) => {
  proxy.next.enquiry.push(...Array<'lost'>(15).fill('lost'));
  const form = await open();
  await fillInHouseMove(form);
  setOnline(false);
  await form.send();
  for (let attempts = 2; attempts <= 15; attempts++) {
    await form.press(textPatterns.tryNow);
    await expect.poll(() => proxy.enquiries.length).toBe(attempts);
  }
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  setOnline(true);
  await expect.element(form.receipt()).toBeVisible();
});

test.for([
  ['a script of the page has read it', ''],
  ['the connection was lost before its end', '{"reference":"7K2'],
])(
  'if the response can’t be read because %s, the same request is sent again',
  async ([, body], { open, proxy }) => {
    proxy.next.enquiry.push({ status: 202, body });
    const form = await open();
    if (!body) {
      const connected = fetch;
      vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
        const response = await connected(...given);
        await (proxy.enquiries.length === 1 && response.text());
        return response;
      });
    }
    await sendInVain(form);
    await expect.element(form.text(textPatterns.outcomeUnknown)).toBeVisible();
    await expect.element(form.announcement()).toMatchTextContent(textPatterns.outcomeUnknown);
    await expect.element(form.text(textPatterns.notSentHeading)).not.toBeInTheDocument();
    await advanceClock(4);
    await expect.element(form.receipt()).toBeVisible();
    const [first, second] = proxy.enquiries;
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toBe(first?.body);
  },
);

test('an enquiry whose outcome stays unknown isn’t called unsent', async ({ open, proxy }) => {
  proxy.next.enquiry.push(...Array(12).fill({ status: 202, body: '' }));
  const form = await open();
  await sendInVain(form);
  await advanceClockUntil(60, () => proxy.enquiries.length === 12);
  await expect.element(form.alert()).toMatchTextContent(textPatterns.outcomeUnknown);
  await expect.element(form.alert()).toMatchTextContent(textPatterns.stoppedTrying);
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  expect(new Set(proxy.enquiries.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
});
