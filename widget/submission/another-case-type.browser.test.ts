// A page may change the case type or the proxy at any time: while an enquiry is being sent, while the form waits for
// a retry, or on the receipt. The enquiry that was sent must arrive once, and the form must stay usable.

import { contactDetails, houseMove } from '../../tools/testing/widget/case-types.ts';
import { keep, kept } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { respondAccepted, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  eventTypes,
  expect,
  fillInHouseMove,
  reload,
  sendAndHold,
  sendInVain,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { sendWithFiles } from '../../tools/testing/widget/uploads.ts';

const will = { ...houseMove, case_type: 'will', label: 'Making a will', questions: contactDetails };

test('a receipt is shown even if the form meanwhile shows another case type and its draft', async ({
  open,
  proxy,
  events,
}) => {
  proxy.publish(will);
  const form = await open({ 'case-type': 'will' });
  await form.fillIn('Last name', 'Lovelace');
  await keep('Lovelace');
  form.element.caseType = 'house-move';
  await expect.element(form.heading('Moving house')).toBeVisible();
  await sendAndHold(form, proxy);

  form.element.caseType = 'will';
  await expect.element(form.heading('Making a will')).toBeVisible();
  expect(kept()).toContain('Ada');
  proxy.enquiries[0]?.respond(respondAccepted());
  await expect.element(form.receipt()).toMatchTextContent(/Ada/);
  expect(eventTypes(events)).toContain('enquiry-accepted');
  expect(kept()).toBe('{}'); // The receipt belongs to another case type, and what was typed isn't needed any more.
});

test('an upload token is renewed with the enquiry that was respondAccepted, whatever the form shows now', async ({
  open,
  proxy,
}) => {
  proxy.publish(will);
  proxy.next.enquiry.push(respondAccepted(), respondAccepted({ upload_token: 'token-2' }));
  proxy.next.upload.push('held');
  const first = await open({ 'case-type': 'will' });
  await first.fillIn('Last name', 'Lovelace');
  await keep('Lovelace');
  first.element.remove();
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.poll(() => proxy.uploads.length).toBe(1);

  form.element.caseType = 'will';
  await expect.poll(() => proxy.lookups.length).toBe(3);
  await expect.element(form.receipt()).toBeVisible();
  proxy.uploads[0]?.respond(respondRefusal(401, 'upload-token-invalid'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(proxy.enquiries[1]?.body).toBe(proxy.enquiries[0]?.body);
  expect(proxy.uploads[1]?.headers.get('authorization')).toBe('Bearer token-2');
});

test('files follow the enquiry to its proxy even if the form has another one by then', async ({
  open,
  proxy,
}) => {
  const form = await open();
  proxy.next.enquiry.push('held');
  await fillInHouseMove(form);
  await form.attachReady(pdf('plan.pdf'));
  await form.send();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  form.element.proxy = 'https://proxy.example.com/other/';
  await form.element.updateComplete;
  proxy.enquiries[0]?.respond(respondAccepted());
  await expect.poll(() => proxy.uploads.length).toBe(1);
  expect(proxy.uploads[0]?.url).toBe('https://proxy.example.com/enquiries/7K2PQ-2M9XD/attachments');
});

test('a form whose case type changes while it waits for a retry can be sent', async ({ open, proxy }) => {
  proxy.publish(will);
  stopClock();
  proxy.next.enquiry.push('lost');
  const form = await sendInVain(await open());
  proxy.next.lookup.push('held');
  form.element.caseType = 'will';
  await expect.poll(() => proxy.lookups.at(-1)?.caseType).toBe('will');
  await advanceClock(6);
  proxy.lookups.at(-1)?.respond({ status: 200, body: will });
  await expect.element(form.heading('Making a will')).toBeVisible();
  await form.complete();
  expect(proxy.enquiries.at(-1)?.enquiry.case_type).toBe('will');
});

test('a retry never sends another case type than the visitor did', async ({ open, proxy, events }) => {
  proxy.publish(will);
  stopClock();
  proxy.next.enquiry.push('lost');
  const form = await sendInVain(await open());
  form.element.caseType = 'will';
  await expect.element(form.heading('Making a will')).toBeVisible();
  await advanceClock(6);
  expect(proxy.enquiries.map(({ enquiry }) => enquiry.case_type)).not.toContain('will');
  expect(eventTypes(events)).not.toContain('enquiry-refused');
});

test('values set right after the case type fill in its questions', async ({ open, proxy }) => {
  proxy.publish(will);
  const form = await open({ 'case-type': 'will' });
  form.element.caseType = 'house-move';
  form.element.values = { answers: { notes: 'Hello' } };
  await expect.element(form.field('Is there anything else?')).toHaveValue('Hello');
});

test('values set before the case type fill in its questions', async ({ open, proxy }) => {
  proxy.publish(will);
  const form = await open({ 'case-type': 'will' });
  form.element.values = { answers: { notes: 'Hello' } };
  form.element.caseType = 'house-move';
  await expect.element(form.field('Is there anything else?')).toHaveValue('Hello');
});

test('the draft of a case type has the last edit before another one was shown', async ({ open, proxy }) => {
  proxy.publish(will);
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await keep('Ada');
  await form.fillIn('Is there anything else?', 'No');
  form.element.caseType = 'will';
  await expect.element(form.heading('Making a will')).toBeVisible();
  const again = await reload(form);
  await expect.element(again.field('Is there anything else?')).toHaveValue('No');
});
