// The receipt survives a reload. The tests recreate the form, which then finds its receipt in session storage as it
// would after a reload.

import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { keep, kept } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import {
  receipt,
  respondDelivered,
  respondRefusal,
  respondUploaded,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  appendForm,
  eventTypes,
  expect,
  reload,
  sendHouseMove,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { sendWithFiles } from '../../tools/testing/widget/uploads.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

test('after a reload, the receipt has the reference and the time, and nothing that was typed', {
  tags: 'asvs-14.3.1',
}, async ({ open, proxy, events }) => {
  proxy.next.enquiry.push(respondDelivered(4711));
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(kept()).not.toMatch(/Ada|ada@/);
  const again = await reload(form);
  await expect.element(again.receipt()).toMatchTextContent(/You sent this at \d\d:\d\d\./);
  await expect.element(again.receipt()).not.toMatchTextContent(/Ada/);
  await expect.element(again.text('7K2PQ-2M9XD')).toBeVisible();
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  await expect.element(again.announcement()).toMatchTextContent(/You sent this at/);
  expect(eventTypes(events).filter(type => type === 'enquiry-accepted')).toHaveLength(1);
  expect(proxy.uploads).toHaveLength(1);
});

test('after a reload, the receipt learns that the scanner has refused a file meanwhile', async ({
  open,
  proxy,
}) => {
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await keep('"state\\":\\"sent');
  const key = proxy.uploads[0]!.headers.get('idempotency-key')!;
  proxy.room = { attachments: receipt.attachments, left: 3, refused: [{ key, name: 'plan.pdf' }] };
  const again = await reload(form);
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(textPatterns.unsafe);
  await keep(`"code\\":\\"unsupported-media-type`);
});

test('a file that a reload has interrupted can be chosen again, and keeps its key', async ({
  open,
  proxy,
}) => {
  proxy.next.upload.push(respondUploaded(), 'held');
  const form = await sendWithFiles(await open(), pdf('plan.pdf'), pdf('survey.pdf', 200));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  await expect.poll(() => proxy.uploads.length).toBe(2);
  await keep('"state\\":\\"sent');
  const again = await reload(form);
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  await expect.element(again.attachment('survey.pdf')).toMatchTextContent(/Not sent/);
  await again.chooseInstead('survey.pdf', pdf('survey.pdf', 200));
  await expect.element(again.attachment('survey.pdf')).not.toMatchTextContent(/Not sent/);
  await expect.poll(() => proxy.uploads.length).toBe(3);
  const [, before, after] = proxy.uploads;
  expect(after?.headers.get('idempotency-key')).toBe(before?.headers.get('idempotency-key'));
  expect(after?.headers.get('authorization')).toBe('Bearer token-1');
});

test('another file of the same name is uploaded with a new key', async ({ open, proxy }) => {
  proxy.next.upload.push('held', respondRefusal(422, 'idempotency-mismatch'), respondUploaded());
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.poll(() => proxy.uploads.length).toBe(1);
  const again = await reload(form);
  await again.chooseInstead('plan.pdf', pdf('plan.pdf', 300));
  await expect.poll(() => proxy.uploads.length).toBe(3);
  const [before, , after] = proxy.uploads.map(({ headers }) => headers.get('idempotency-key'));
  expect(after).not.toBe(before);
});

test('after a reload, files can be added up to the limit, which includes those already sent', async ({
  open,
  proxy,
}) => {
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  await keep('"state\\":\\"sent');
  const again = await reload(form);
  await again.addMore(pdf('a.pdf', 101), pdf('b.pdf', 102), pdf('c.pdf', 103));
  await expect.element(again.attachment('b.pdf')).toMatchTextContent(/Sent/);
  await expect.element(again.attachment('c.pdf')).toMatchTextContent(textPatterns.tooMany);
  await expect.element(again.addMoreInput()).not.toBeInTheDocument();
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['plan.pdf', 'a.pdf', 'b.pdf']);
});

test('after a reload, a file is refused when its token has expired', async ({ open, proxy }) => {
  const form = await sendWithFiles(await open());
  form.element.remove();
  proxy.next.upload.push(respondRefusal(401, 'upload-token-invalid'));
  const again = await open();
  await again.addMore(pdf('plan.pdf'));
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/send this file another way/);
  await expect.element(again.addMoreInput()).not.toBeInTheDocument();
  expect(proxy.enquiries).toHaveLength(1);
});

test('a new enquiry forgets the receipt and starts with the first field', async ({ open, proxy }) => {
  const form = await sendWithFiles(await open());
  const again = await reload(form);
  await again.press('Start a new enquiry');
  await expectFocus(again.field('First name'));
  await expect.element(again.field('First name')).toHaveValue('');
  expect(kept()).toBe('{}');
  await sendHouseMove(again, 'Grace');
  await expect.element(again.receipt()).toMatchTextContent(/Grace/);
  expect(proxy.enquiries).toHaveLength(2);
});

test('a page that sends the form at once after a reload doesn’t send it again', async ({
  open,
  proxy,
  events,
}) => {
  const form = await sendWithFiles(await open());
  form.element.remove();
  proxy.next.lookup.push('held');
  const again = appendForm();
  const submitted = again.element.submit();
  await expect.poll(() => proxy.lookups.length).toBe(2);
  proxy.lookups[1]?.respond({ status: 200, body: houseMove });
  expect(await submitted).toBe(true);
  await expect.element(again.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
  expect(eventTypes(events)).not.toContain('enquiry-refused');
});

test('neither draft="off" nor a case type without drafts keeps a receipt', async ({ open, proxy }) => {
  const off = await sendWithFiles(await open({ draft: 'off' }));
  expect(kept()).toBe('{}');
  off.element.remove();
  proxy.publish({ ...houseMove, draft: false });
  await sendWithFiles(await open());
  expect(kept()).toBe('{}');
});

test('a form that was removed while it uploads doesn’t overwrite the answers in the one that replaced it', async ({
  open,
  proxy,
  events,
}) => {
  proxy.next.upload.push('held');
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.poll(() => proxy.uploads.length).toBe(1);
  const again = await reload(form);
  await again.press('Start a new enquiry');
  await again.fillIn('First name', 'Grace');
  await keep('Grace');
  const isSent = new Promise(resolve => form.element.addEventListener('attachment-sent', resolve));
  proxy.uploads[0]?.respond(respondUploaded());
  await isSent;
  await form.element.updateComplete;
  expect(kept()).toContain('Grace');
  expect(eventTypes(events)).not.toContain('attachment-sent');
});

test('success-url opens once the missing files are sent after a reload', async ({
  open,
  proxy,
  destinations,
}) => {
  proxy.next.upload.push('held');
  const form = await sendWithFiles(await open({ 'success-url': '/thanks' }), pdf('plan.pdf'));
  await expect.poll(() => proxy.uploads.length).toBe(1);
  const again = await reload(form);
  await expect.element(again.link(/Continue without/)).toBeVisible();
  expect(destinations).toEqual([]);
  await again.chooseInstead('plan.pdf', pdf('plan.pdf'));
  await expect.poll(() => destinations).toEqual([`${location.origin}/thanks`]);
});
