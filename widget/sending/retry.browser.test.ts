// Tests of retries when the connection fails or the proxy is busy. The clock is stopped unless a test advances it.
import { beforeEach, vi } from 'vitest';
import {
  respondAccepted,
  respondInvalid,
  respondRefusal,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  expect,
  expectOneEnquiry,
  fillInHouseMove,
  sendAndHold,
  sendInVain,
  setOnline,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';

beforeEach(stopClock);

const unavailable = respondRefusal(503, 'unavailable');

test('a lost connection is tried again after a few seconds, with the same request', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('lost');
  const form = await sendInVain(await open());
  await advanceClock(3.9);
  expect(proxy.enquiries).toHaveLength(1);
  await advanceClock(0.1);
  await expect.element(form.receipt()).toBeVisible();
  expectOneEnquiry(proxy);
});

test('the visitor sees the seconds pass, and hears once that there will be another attempt', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('lost');
  const form = await sendInVain(await open());
  await expect.element(form.text(/safe on this page.*in 4 seconds/)).toBeVisible();
  await expect.element(form.heading(textPatterns.notSentHeading)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/keep trying/);
  expect(form.element.matches(':state(sending)')).toBe(true);
  await advanceClock(1);
  await expect.element(form.text(/in 3 seconds/)).toBeVisible();
  await advanceClock(2);
  await expect.element(form.text(/in 1 second\./)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/keep trying/);
});

test('Try now is announced, and so is its failure', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost', 'held');
  const form = await sendInVain(await open());
  await expect.element(form.announcement()).toMatchTextContent(/keep trying/);
  await form.press(textPatterns.tryNow);
  await expect.element(form.announcement()).toHaveTextContent('Sending…');
  proxy.enquiries[1]?.respond('lost');
  await expect.element(form.announcement()).toMatchTextContent(/keep trying/);
});

test('submit() of the page tries now too', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await sendInVain(await open());
  expect(await form.element.submit()).toBe(true);
  expect(proxy.enquiries).toHaveLength(2);
});

test('one failure is reported to the page, however many attempts follow', async ({ open, proxy, events }) => {
  proxy.next.enquiry.push('lost', unavailable);
  const form = await sendInVain(await open());
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
  const form = await sendInVain(await open());
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
  const form = await sendInVain(await open());
  await form.fillIn('First name', 'Grace');
  await expect.element(form.text(textPatterns.notSentYet)).toBeVisible();
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(1);
  await form.complete();
  expect(proxy.enquiries[1]?.enquiry.forename).toBe('Grace');
  expect(proxy.enquiries[1]?.key).not.toBe(proxy.enquiries[0]?.key);
});

test('an edit while a request is under way is sent when that request fails and the visitor sends', async ({
  open,
  proxy,
}) => {
  const form = await sendAndHold(await open(), proxy);
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
  const form = await sendAndHold(await open(), proxy);
  await form.fillIn('First name', 'Grace');
  proxy.enquiries[0]?.respond(respondAccepted());
  await expect.element(form.receipt()).toMatchTextContent(/Ada/);
  expect(proxy.enquiries).toHaveLength(1);
});

test('a later attempt may find problems', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost', respondInvalid({ field: 'email', rule: 'refused' }));
  const form = await sendInVain(await open());
  await advanceClock(4);
  await expect.element(form.problems()).toBeVisible();
  await expect.element(form.text(textPatterns.notSentHeading)).not.toBeInTheDocument();
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(2);
});

test('a reset while it waits stops the attempts', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await sendInVain(await open());
  form.element.reset();
  await expect.element(form.field('First name')).toHaveValue('');
  await expect.element(form.button(textPatterns.send)).toBeVisible();
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(1);
});

test.for([
  ['is offline', true],
  ['goes offline while the form waits', false],
] as const)(
  'a visitor who %s is told so, and the enquiry goes when the connection is back',
  async ([, isOfflineBefore], { open, proxy }) => {
    const form = await fillInHouseMove(await open());
    if (isOfflineBefore) setOnline(false);
    proxy.next.enquiry.push('lost', 'held');
    await form.send();
    if (isOfflineBefore) await expect.element(form.announcement()).toMatchTextContent(textPatterns.offline);
    else await expect.element(form.text(/in 4 seconds/)).toBeVisible();
    setOnline(false);
    await advanceClock(1);
    await expect.element(form.text(textPatterns.offline)).toBeVisible();
    expect(proxy.enquiries).toHaveLength(1);
    setOnline(true);
    await expect.poll(() => proxy.enquiries.length).toBe(2);
    // Send takes the focus, and it doesn't say yet what it does.
    if (isOfflineBefore) await expect.element(form.announcement()).toMatchTextContent('Sending…');
    proxy.enquiries[1]?.respond(respondAccepted());
    await expect.element(form.receipt()).toBeVisible();
  },
);

test('a browser that is wrong about being offline delays no attempt', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  setOnline(false);
  const form = await sendInVain(await open());
  await expect.element(form.text(/in 4 seconds/)).toBeVisible();
  await advanceClock(4);
  await expect.element(form.receipt()).toBeVisible();
  expectOneEnquiry(proxy);
});

test('being offline uses up no attempts', async ({ open, proxy }) => {
  proxy.next.enquiry.push(...Array<'lost'>(15).fill('lost'));
  const form = await fillInHouseMove(await open());
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

test('once the connection is back, the attempts begin anew', async ({ open, proxy }) => {
  proxy.next.enquiry.push(...Array<'lost'>(14).fill('lost'));
  const form = await fillInHouseMove(await open());
  setOnline(false);
  await form.send();
  for (let attempts = 2; attempts <= 14; attempts++) {
    if (attempts === 6) setOnline(true);
    else await form.press(textPatterns.tryNow);
    await expect.poll(() => proxy.enquiries.length).toBe(attempts);
  }
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
});

test('if a script of the page has read the response, the same request is sent again', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push({ status: 202, body: '' });
  const form = await open();
  const connected = fetch;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const response = await connected(...given);
    await (proxy.enquiries.length === 1 && response.text());
    return response;
  });
  await sendInVain(form);
  await expect.element(form.text(textPatterns.outcomeUnknown)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(textPatterns.outcomeUnknown);
  await expect.element(form.text(textPatterns.notSentHeading)).not.toBeInTheDocument();
  await advanceClock(4);
  await expect.element(form.receipt()).toBeVisible();
  expectOneEnquiry(proxy);
});

test('an enquiry whose outcome stays unknown isn’t called unsent', async ({ open, proxy }) => {
  proxy.next.enquiry.push({ status: 202, body: '' }, respondRefusal(413, 'too-large'));
  const form = await sendInVain(await open());
  await form.press(textPatterns.tryNow);
  await expect.element(form.alert()).toMatchTextContent(textPatterns.outcomeUnknown);
  await expect.element(form.alert()).toMatchTextContent(textPatterns.stoppedTrying);
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  expectOneEnquiry(proxy);
});
