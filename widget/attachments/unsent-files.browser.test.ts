// Files that visitors cancel, leave out or replace after the enquiry was accepted.
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { docx, pdf } from '../../tools/testing/widget/files.ts';
import { respondUploaded } from '../../tools/testing/widget/scripted-proxy.ts';
import { expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { upload } from '../../tools/testing/widget/uploads.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

test('the visitor can cancel an upload and start it again', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, 'plan.pdf');
  await form.press('Cancel: plan.pdf');
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(textPatterns.cancelled);
  expect(proxy.uploads[0]?.isAborted).toBe(true);
  await form.press('Try again: plan.pdf');
  await expect.poll(() => proxy.uploads.length).toBe(2);
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  const [first, second] = proxy.uploads.map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

test('a cancelled upload makes way for the next file', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  await form.press('Cancel: 1.pdf');
  await expect.poll(() => proxy.uploads.map(({ fileName }) => fileName)).toEqual(['1.pdf', '2.pdf', '3.pdf']);
});

test('a failed file can be left out', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  proxy.uploads[1]?.respond(respondUploaded());
  await form.press('Cancel: 1.pdf');
  await expect.element(form.text(textPatterns.someFilesFailed)).toBeVisible();
  await form.press(textPatterns.skip);
  await expect.element(form.attachment('1.pdf')).not.toBeInTheDocument();
  await expect.element(form.text(/file was sent/)).toBeVisible();
});

test('a waiting file can be left out before its turn', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  await form.press(textPatterns.skip);
  await expect.element(form.attachment('3.pdf')).not.toBeInTheDocument();
  for (const sent of proxy.uploads) sent.respond(respondUploaded());
  await expect.element(form.text(textPatterns.filesSent)).toBeVisible();
  expect(proxy.uploads).toHaveLength(2);
});

test('a refused file is still there on the receipt', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  await form.attach(pdf('plan.pdf'), docx('notes.docx'));
  await expect.element(form.attachment('notes.docx')).toMatchTextContent(textPatterns.wrongType);
  await form.send();
  await expect.element(form.text('1 of 2 files was sent.')).toBeVisible();
  await expect.element(form.announcement()).toHaveTextContent('1 of 2 files was sent.');
  await expect.element(form.attachment('notes.docx')).toMatchTextContent(/Not sent\. We can’t accept/);
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['plan.pdf']);
});

test('a file without room isn’t replaced by another of its name', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, attachments: { ...houseMove.attachments!, max_files: 1 } });
  const form = await open();
  for (let count = 1; count < 4; count++) {
    await form.attach(pdf('image.pdf')); // Cameras give all photos one name.
    await expect.poll(() => form.attachment('image.pdf').elements().length).toBe(count);
  }
});

test('the receipt says so when no file was sent', async ({ open }) => {
  const form = await fillInHouseMove(await open());
  await form.attach(docx('a.docx'), docx('b.docx'));
  await expect.element(form.attachment('b.docx')).toMatchTextContent(textPatterns.wrongType);
  await form.send();
  await expect.element(form.text('None of your 2 files were sent.')).toBeVisible();
});

test('another file can be chosen on the receipt in place of a refused one, which is then sent', async ({
  open,
  proxy,
}) => {
  const form = await fillInHouseMove(await open());
  await form.attach(docx('notes.docx'));
  await expect.element(form.attachment('notes.docx')).toMatchTextContent(textPatterns.wrongType);
  await form.complete();
  await form.chooseInstead('notes.docx', pdf('summary.pdf'));
  await expect.element(form.text('Your file was sent.')).toBeVisible();
  await expect.element(form.attachment('notes.docx')).not.toBeInTheDocument();
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['summary.pdf']);
});

test('a file over the limit is sent another way, unless another one can still be skipped', async ({
  open,
  proxy,
}) => {
  const form = await open();
  proxy.next.upload.push('held');
  await fillInHouseMove(form);
  await form.attach(...['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(name => pdf(name)));
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(/Sent/);
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(/remove another first/);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.element(form.attachment('4.pdf')).toMatchTextContent(/send this one another way/);
  await expect.element(form.text('3 of 4 files were sent.')).toBeVisible();
});

test('reset() cancels what is being uploaded', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf', '3.pdf');
  form.element.reset();
  await expect.poll(() => proxy.uploads.every(({ isAborted }) => isAborted)).toBe(true);
  await expect.element(form.field('First name')).toHaveValue('');
  expect(proxy.uploads).toHaveLength(2);
});

test('the focus stays in the list when the button that had it goes', async ({ open, proxy }) => {
  const form = await open();
  await upload(form, proxy, '1.pdf', '2.pdf');
  await form.press('Cancel: 1.pdf');
  await expectFocus(form.button('Try again: 1.pdf'));
});
