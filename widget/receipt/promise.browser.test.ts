// What the receipt promises, and what a visitor can do about a wrong number or address.
import { onTestFinished, vi } from 'vitest';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import { contactDetails, houseMove } from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { respondAccepted, respondUploaded } from '../../tools/testing/widget/scripted-proxy.ts';
import { expect, fillInHouseMove, reload, sendHouseMove, test } from '../../tools/testing/widget/test.ts';
import { sendWithFiles } from '../../tools/testing/widget/uploads.ts';
import { expectFocus, type FormPage } from '../../tools/testing/widget/visitor.ts';

const call: Partial<Receipt> = {
  call_back: 'We’ll call you on Tuesday 24 November 2026 from 9 am.',
  promise: {
    to: 'telephone_mobile',
    text: 'We’ll call you on {to} tomorrow, {date}.',
    date: 'Tuesday 24 November, from 9 am',
  },
};
const reply: Partial<Receipt> = { promise: { to: 'email', text: 'We’ll reply to {to}.' } };

async function sendWithNumber(form: FormPage): Promise<void> {
  await fillInHouseMove(form);
  await form.fillIn('Mobile number', '07700 900123');
  await form.complete();
}

test('the receipt promises a call to the visitor’s number, with the number and the date in bold', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondAccepted(call));
  const form = await open();
  await sendWithNumber(form);
  await expect
    .element(form.text(/We’ll call you on 07700\s900123 tomorrow, Tuesday 24 November, from 9 am\./))
    .toBeVisible();
  await expect.element(form.text(/^07700\s900123$/)).toBeVisible();
  await expect.element(form.text(/^Tuesday 24 November, from 9 am$/)).toBeVisible();
  await expect.element(form.button('Change the number')).toBeVisible();
  await expect.element(form.text(call.call_back!)).not.toBeVisible(); // It is for paper.
});

test('the receipt promises a reply to the visitor’s address', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted(reply));
  const form = await open();
  await sendWithNumber(form);
  await expect.element(form.text(/We’ll reply to ada@example\.com\./)).toBeVisible();
  await expect.element(form.button('Change the email address')).toBeVisible();
});

test('a receipt that is shown again on another day has only the date', async ({ open, proxy }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 12) });
  onTestFinished(() => void vi.useRealTimers());
  proxy.next.enquiry.push(respondAccepted(call));
  const form = await open();
  await sendWithNumber(form);
  await expect.element(form.text(/tomorrow, Tuesday/)).toBeVisible();
  vi.setSystemTime(Date.UTC(2026, 10, 24, 12));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(form.text(call.call_back!)).toBeVisible();
  await expect.element(form.text(/tomorrow, Tuesday/)).not.toBeInTheDocument();
});

test('a receipt after a reload has only the date, and none without a promise of one', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondAccepted(call), respondAccepted(reply));
  for (const isShown of [true, false]) {
    const form = await open();
    await sendWithNumber(form);
    const again = await reload(form);
    await expect.element(again.receipt()).toBeVisible();
    await expect.element(again.receipt()).not.toMatchTextContent(/tomorrow,|07700|We’ll reply/);
    expect(again.text(call.call_back!).query() !== null).toBe(isShown);
    again.element.remove();
    sessionStorage.clear();
  }
});

test('a receipt without a promise has only the site owner’s text, and the number can be corrected', async ({
  open,
}) => {
  const form = await open();
  await sendWithNumber(form);
  await expect.element(form.text('We’ll call you tomorrow.')).toBeVisible(); // The text of the case type.
  await expect.element(form.receipt()).not.toMatchTextContent(/We’ll (call|reply).*We’ll (call|reply)/);
  await expect.element(form.button('Change the number')).toBeVisible();
});

const pair = {
  phone: 'A solicitor will call you on {contact} {day}.\nThere’s nothing to pay.',
  email: 'A solicitor will write to {contact} {day}.',
};

test('the site owner’s promise replaces the form’s own, for the way in which the visitor will be answered', async ({
  open,
  proxy,
}) => {
  const callToday: Partial<Receipt> = { ...call, promise: { ...call.promise!, day: 'tomorrow, {date}' } };
  proxy.publish({ ...houseMove, next: pair });
  proxy.next.enquiry.push(respondAccepted(callToday), respondAccepted(reply));
  const form = await open();
  await sendWithNumber(form);
  const promised = /A solicitor will call you on 07700\s900123 tomorrow, Tuesday 24 November, from 9 am\./;
  await expect.element(form.text(promised)).toBeVisible();
  await expect.element(form.text(/^Tuesday 24 November, from 9 am$/)).toBeVisible();
  await expect.element(form.text('There’s nothing to pay.')).toBeVisible();
  await expect.element(form.receipt()).not.toMatchTextContent(/We’ll call you on 07700|write/);
  const again = await reload(form);
  // The page doesn't know the number any more.
  await expect.element(again.text(call.call_back!)).toBeVisible();
  await expect.element(again.text('There’s nothing to pay.')).toBeVisible();
  await expect.element(again.receipt()).not.toMatchTextContent(/solicitor|[{}]/);
  again.element.remove();
  sessionStorage.clear();

  const other = await sendHouseMove(await open());
  await expect.element(other.text(/^A solicitor will write to ada@example\.com\.$/)).toBeVisible();
  await expect.element(other.receipt()).not.toMatchTextContent(/We’ll|call|nothing to pay/);
});

test('the site owner’s promise is made without a day when the proxy promises none', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, next: pair });
  const form = await open();
  await sendWithNumber(form);
  await expect.element(form.text(/^A solicitor will call you on 07700\s900123\.$/)).toBeVisible();
});

test('after a reload, too, the site owner’s text is the one for the way in which the visitor will be answered', async ({
  open,
  proxy,
}) => {
  proxy.publish({
    ...houseMove,
    next: { ...pair, phone: 'A solicitor will call.\nThere’s nothing to pay.' },
  });
  const form = await open();
  await sendWithNumber(form);
  await expect.element(form.text('A solicitor will call.')).toBeVisible();
  const again = await reload(form);
  await expect.element(again.text('A solicitor will call.')).toBeVisible();
  await expect.element(again.text('There’s nothing to pay.')).toBeVisible();
});

test('in Arabic, too, the groups of a phone number are in their order', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted(call));
  proxy.publish({ ...houseMove, lang: 'ar', questions: contactDetails });
  const values = '{"forename":"Ada","email":"ada@example.com","telephone_mobile":"+447700900123"}';
  const form = await open({ lang: 'ar', values });
  await form.element.submit();
  await expect.element(form.text(/^\+44\s7700\s900123$/)).toBeVisible();
  const text = form.text(/^\+44\s7700\s900123$/).element().firstChild!;
  const leftOf = (at: number) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  const offsets = [0, 4, 9].map(leftOf);
  expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
});

test('an address that the site has filled in and doesn’t show isn’t on the receipt', async ({ open }) => {
  const form = await open({ 'hidden-fields': 'email', values: '{"email":"desk@example.com"}' });
  await form.fillIn('First name', 'Ada');
  await form.choose('Remortgaging');
  await form.complete();
  await expect.element(form.receipt()).not.toMatchTextContent(/desk@example\.com/);
});

test('“Change the email address” shows how to reach the firm', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, receipt: { ...houseMove.receipt, contact: 'Call us on 020 7946 0000.' } });
  const form = await sendHouseMove(await open());
  await expect.element(form.text('Call us on 020 7946 0000.')).not.toBeVisible();
  const button = form.button('Change the email address');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect.element(form.text('Call us on 020 7946 0000.')).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expect.element(form.button('Correct my details')).not.toBeInTheDocument();
});

test('without a contact text, the visitor can correct the details and send a second enquiry', async ({
  open,
  proxy,
}) => {
  const form = await sendHouseMove(await open());
  await form.button('Change the email address').click();
  await expect.element(form.text(/send a second enquiry/)).toBeVisible();
  await form.press('Correct my details');
  await expectFocus(form.field('First name'));
  await expect.element(form.field('Email address')).toHaveValue('ada@example.com');
  await expect.element(form.field('Remortgaging')).toBeChecked();
  await form.fillIn('Email address', 'ada.byron@example.com');
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent(/ada\.byron@example\.com/);
  const [first, second] = proxy.enquiries;
  expect(second?.key).not.toBe(first?.key);
});

test('another enquiry can’t be started while files are being uploaded, because it would abort them', async ({
  open,
  proxy,
}) => {
  proxy.next.upload.push('held');
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.element(form.button('Change the email address')).not.toBeInTheDocument();
  await expect.element(form.button('Start a new enquiry')).not.toBeInTheDocument();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.element(form.button('Start a new enquiry')).toBeVisible();
});
