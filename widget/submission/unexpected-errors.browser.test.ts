// The page breaks the browser, or the form has a bug. The enquiry isn't lost, and the visitor isn't left at "Sending…".
import { vi } from 'vitest';
import {
  advanceClock,
  appendForm,
  expect,
  expectOneEnquiry,
  sendHouseMove,
  sendInVain,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { EnquiryForm } from '../enquiry-form.ts';

test('after an unexpected error, the visitor sees that the enquiry wasn’t sent, and can try again', async ({
  open,
  proxy,
}) => {
  const error = new Error('The page has broken the browser.');
  const broken = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw error;
  });
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const form = await sendHouseMove(await open());
  await expect.element(form.alert()).toMatchTextContent(textPatterns.failed);
  expect(log.mock.calls).toEqual([["enquiry-form: can't send the enquiry", error]]);
  await expect.element(form.announcement()).toMatchTextContent(/^$/);
  expect(proxy.enquiries).toEqual([]);
  broken.mockRestore();
  await form.fillIn('First name', 'Grace');
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries.map(({ enquiry }) => enquiry.forename)).toEqual(['Grace']);
});

test('if the page’s own fetch never ends, the enquiry is sent again', async ({ open, proxy }) => {
  proxy.next.enquiry.push('held');
  stopClock();
  const form = await sendHouseMove(await open());
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await advanceClock(31);
  await form.press(textPatterns.tryNow);
  await expect.element(form.receipt()).toBeVisible();
  expectOneEnquiry(proxy);
});

test('an enquiry is sent again although the time of day stands still', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  stopClock();
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const form = await sendInVain(await open());
  await advanceClock(6);
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(2);
});

test('a subclass that attaches the internals of the element itself is reported on the console', async () => {
  class Subclass extends EnquiryForm {
    internals = this.attachInternals();
  }
  customElements.define('subclass-form', Subclass);
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const form = appendForm({}, '', 'subclass-form');
  await form.fillIn('First name', 'Grace');
  await expect.poll(() => log.mock.calls).toContainEqual(['enquiry-form:', expect.any(DOMException)]);
});
