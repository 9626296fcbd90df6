// When sending fails, the visitor gets another way to reach the firm: at once where a retry can't help, otherwise from the
// second failed attempt on or ten seconds after Send. The clock is stopped unless a test advances it.
import { beforeEach } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import {
  respondAccepted,
  respondInvalid,
  respondRefusal,
  type ScriptedProxy,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  expect,
  fillInHouseMove,
  recordAnnouncements,
  sendInVain,
  stopClock,
  test,
  wouldWarn,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { type FormPage, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

const contact_us = {
  phone: '+44 (0)1632 960001',
  email: 'hello@firm.example',
  url: 'https://firm.example/contact',
};
const call = /^Call \+44 \(0\)1632 960001$/;
const fallback = '<p>Call 020 7946 0000</p>';
const portal = { status: 200, body: '<!doctype html><title>Log in</title>' };

beforeEach(stopClock);

/** Opens the form with `contact_us`, and waits until its links are loaded. */
async function openWithContact(open: () => Promise<FormPage>, proxy: ScriptedProxy): Promise<FormPage> {
  proxy.publish({ ...houseMove, contact_us });
  const form = await fillInHouseMove(await open());
  const isLoaded = () =>
    form.element.shadowRoot!.adoptedStyleSheets.some(({ cssRules }) =>
      [...cssRules].some(rule => rule.cssText.startsWith('.ways .quiet')),
    );
  await expect.poll(isLoaded).toBe(true);
  return form;
}

test('after a captive portal’s page, the phone number is there from the second failed attempt on', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(portal, portal, 'held');
  const form = await openWithContact(open, proxy);
  await form.send();
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  await expect.element(form.link(call)).not.toBeInTheDocument();
  await advanceClock(4);
  await expect.element(form.link(call)).toBeVisible();
  await expect.element(form.link(call)).toHaveAttribute('href', 'tel:+441632960001');
  await expect.element(form.text('Don’t want to wait?')).toBeVisible();
  await expect.element(form.text(textPatterns.tryAgainIn)).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/Don’t want to wait\? Call .*1632 960001$/);
  await form.press(textPatterns.tryNow);
  await expect.element(form.button('Sending…')).toBeVisible();
  await expect.element(form.link(call)).toBeVisible();
});

test('while a request hangs, the visitor learns after six seconds that it takes long, and after ten what else to do', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await openWithContact(open, proxy);
  await form.send();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await advanceClock(5.9);
  await expect.element(form.button('Sending…')).toBeVisible();
  await advanceClock(0.2);
  await expect.element(form.button('Still sending…')).toBeVisible();
  await expect.element(form.text('Your connection is slow. Keep this page open.')).toBeVisible();
  await expect
    .element(form.announcement())
    .toHaveTextContent('Your connection is slow. Keep this page open.');
  await expect.element(form.link(call)).not.toBeInTheDocument();
  await advanceClock(4);
  await expect.element(form.heading(textPatterns.notSentHeading)).toBeVisible();
  await expect.element(form.link(call)).toBeVisible();
  proxy.enquiries[0]?.respond(respondAccepted());
  await expect.element(form.receipt()).toBeVisible();
});

test('a slow connection is announced once, although a later attempt hangs, too', async ({ open, proxy }) => {
  proxy.next.enquiry.push('held', 'held');
  const form = await openWithContact(open, proxy);
  const announced = recordAnnouncements(form);
  await form.send();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await advanceClock(8);
  proxy.enquiries[0]?.respond('lost');
  await form.press(textPatterns.tryNow);
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  await advanceClock(8);
  await expect.element(form.button('Still sending…')).toBeVisible();
  expect(announced.filter(text => text.includes('slow'))).toHaveLength(1);
});

test('after a refusal of the request itself, the phone number is there at once', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondRefusal(413, 'too-large'));
  const form = await openWithContact(open, proxy);
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(/couldn’t send.*contact us another way/);
  await expect.element(form.link(call)).toBeVisible();
  await expect.element(form.text('Don’t want to wait?')).not.toBeInTheDocument();
  await advanceClock(600);
  expect(proxy.enquiries).toHaveLength(1);
});

test('a refusal of something that the form doesn’t show comes with the phone number', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'answers.gone', rule: 'unknown' }));
  const form = await openWithContact(open, proxy);
  await form.send();
  await expect.element(form.problems()).toMatchTextContent(/contact us another way/);
  await expect.element(form.problems().getByRole('link', { name: call })).toBeVisible();
});

test('without contact_us, the fallback content is shown at the same moments', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost', 'lost', respondRefusal(413, 'too-large'));
  const form = await sendInVain(await open({}, fallback));
  await expect.element(form.text('Call 020 7946 0000')).not.toBeVisible();
  await advanceClock(4);
  await expect.element(form.text('Call 020 7946 0000')).toBeVisible();
  await expect.element(form.text('Don’t want to wait?')).toBeVisible();
  await form.press(textPatterns.tryNow);
  await expect.element(form.alert()).toMatchTextContent(textPatterns.stoppedTrying);
  await expect.element(form.text('Call 020 7946 0000')).toBeVisible();
});

test('a page without any way to reach the firm isn’t asked to offer one', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost', 'lost');
  const form = await sendInVain(await open());
  await advanceClock(4);
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  await expect.element(form.text(textPatterns.tryAgainIn)).toBeVisible();
  await expect.element(form.text('Don’t want to wait?')).not.toBeInTheDocument();
});

test('an email contains the answers as the visitor reads them, in the order of the form', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondRefusal(413, 'too-large'));
  const form = await openWithContact(open, proxy);
  await form.choose('Buying');
  await form.fillIn('How much is the property?', '£285,000');
  await form.attach(new File(['%PDF-'], 'plan.pdf'));
  await form.send();
  const link = form.link('Email your answers to us');
  await expect.element(link).toBeVisible();
  const { href } = link.element() as HTMLAnchorElement;
  const { protocol, pathname, searchParams } = new URL(href);
  expect([protocol, pathname, searchParams.get('subject')]).toEqual([
    'mailto:',
    'hello@firm.example',
    'Moving house',
  ]);
  expect(searchParams.get('body')?.split('\r\n\r\n')).toEqual([
    'First name\r\nAda',
    'Email address\r\nada@example.com',
    'What are you planning?\r\nBuying',
    'How much is the property?\r\n285,000',
  ]);
});

test('the page with other ways to reach the firm opens in a new tab', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondRefusal(413, 'too-large'));
  const form = await openWithContact(open, proxy);
  await form.send();
  const link = form.link('Contact us (opens in a new tab)');
  await expect.element(link).toHaveAttribute('href', contact_us.url);
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('a call or an email isn’t taken for leaving the page, wherever its link is', async ({ open, proxy }) => {
  document.body.insertAdjacentHTML('beforeend', '<a href="mailto:hello@firm.example"><b>Write</b></a>');
  proxy.next.enquiry.push('lost', 'lost');
  const form = await openWithContact(open, proxy);
  await form.send();
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  await advanceClock(4);
  for (const link of [await waitUntilVisible(form.link(call)), document.querySelector('a b')!]) {
    link.addEventListener('click', event => event.preventDefault()); // This browser has no phone.
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }));
    expect(wouldWarn()).toBe(false);
    await advanceClock(1);
    expect(wouldWarn()).toBe(true);
  }
});

test('a note that appears above Send doesn’t move it out of the window', async ({ open, proxy }) => {
  await page.viewport(360, 480);
  proxy.next.enquiry.push('lost', 'lost', 'held');
  const form = await openWithContact(open, proxy);
  const send = form.element.shadowRoot!.querySelector<HTMLElement>('.send')!;
  const hiddenPx = () => Math.max(0, send.getBoundingClientRect().bottom - innerHeight);
  send.focus({ preventScroll: true });
  send.scrollIntoView({ block: 'end' });
  await userEvent.keyboard('{Enter}');
  await expect.element(form.text('Not sent yet')).toBeVisible();
  expect(hiddenPx()).toBe(0);
  await advanceClock(4);
  await expect.element(form.link(call)).toBeVisible();
  expect(hiddenPx()).toBe(0);
  scrollTo(0, 0); // The visitor looks at something else.
  await advanceClock(2);
  expect(scrollY).toBe(0);
  await page.viewport(414, 896);
});
