// Drafts of enquiries that were sent or may have been sent. The tests recreate the form instead of reloading the page.
import { afterEach, beforeEach } from 'vitest';
import { kept, reloadWhileSending } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import {
  respondAccepted,
  respondRefusal,
  respondUploaded,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  completeHouseMove,
  eventTypes,
  expect,
  fillInHouseMove,
  sendHouseMove,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

test('nothing that the visitor typed is kept after the enquiry is accepted', { tags: 'asvs-14.3.1' }, async ({
  open,
}) => {
  const form = await open();
  await completeHouseMove(form);
  expect(kept()).not.toMatch(/Ada|example\.com.*@|remortgage/);
  expect(kept()).not.toContain('values');
});

test('a refused enquiry keeps its draft', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondRefusal(403, 'origin-not-allowed'));
  const form = await open();
  await sendHouseMove(form);
  await expect.element(form.alert()).toBeVisible();
  form.element.remove();
  const again = await open();
  await expect.element(again.field('First name')).toHaveValue('Ada');
  expect(proxy.enquiries).toHaveLength(1);
});

test('a request without a response is repeated unchanged after a reload', async ({ open, proxy }) => {
  const form = await open({ campaign: 'spring-tv' });
  await reloadWhileSending(form, proxy);

  const again = await open({ campaign: 'another' });
  await expect.element(again.receipt()).toMatchTextContent(/Ada/);
  const [first, second] = proxy.enquiries;
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toBe(first?.body);
  expect(kept()).not.toContain('Ada');
});

test('enquiry-before-submit does not fire again for the repeat', async ({ open, proxy, events }) => {
  await reloadWhileSending(await open(), proxy);
  const again = await open();
  await expect.element(again.receipt()).toBeVisible();
  expect(eventTypes(events)).toEqual(['enquiry-start', 'enquiry-before-submit', 'enquiry-accepted']);
});

test('after a reload during the submission the receipt names the files that are missing', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push('held');
  const form = await open();
  await fillInHouseMove(form);
  await form.attach(pdf('plan.pdf'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  form.element.remove();
  const again = await open();
  await expect.element(again.receipt()).toBeVisible();
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/Not sent/);
  expect(proxy.uploads).toEqual([]);
});

test('a repeat that fails is tried again', async ({ open, proxy }) => {
  await reloadWhileSending(await open(), proxy);
  proxy.next.enquiry.push('lost');
  stopClock();
  const again = await open();
  await again.press(textPatterns.tryNow);
  await expect.element(again.receipt()).toBeVisible();
  expect(new Set(proxy.enquiries.map(({ key }) => key)).size).toBe(1);
});

test('after a reload, an enquiry that was given up is sent only if the visitor presses Send', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondRefusal(404, 'unknown-case-type'));
  const form = await open();
  await sendHouseMove(form);
  await expect.element(form.alert()).toBeVisible();
  form.element.remove();
  const again = await open();
  await expect.element(again.text(textPatterns.restored)).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
  await again.send();
  await expect.element(again.receipt()).toBeVisible();
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
});

test('files are uploaded after a form was restored and sent', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  await expect.poll(kept).toContain('Ada');
  form.element.remove();
  const again = await open();
  await expect.element(again.text(textPatterns.restored)).toBeVisible();
  proxy.next.enquiry.push(respondAccepted());
  proxy.next.upload.push(respondUploaded());
  await again.attach(pdf('plan.pdf'));
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await again.send();
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(proxy.uploads).toHaveLength(1);
});
