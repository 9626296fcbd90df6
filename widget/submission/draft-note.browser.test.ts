// Starting again instead of using the restored answers.
import { afterEach, beforeEach } from 'vitest';
import { kept, type } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { expect, sendHouseMove, stopClock, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

test('the visitor can start again instead, with the first field in focus', async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  form.element.remove();

  const again = await open();
  await again.press(textPatterns.startAgain);
  await expectFocus(again.field('First name'));
  await expect.element(again.field('First name')).toHaveValue('');
  await expect.element(again.text(textPatterns.restored)).not.toBeInTheDocument();
  expect(kept()).toBe('{}');
});

test('clearing the answers can be undone, which keeps what was typed since', async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  await form.fillIn('Last name', 'Byron');
  await form.choose('A will');
  form.element.remove();

  const again = await open();
  await expect.element(again.field('Last name')).toHaveValue('Byron');
  await again.attach(pdf('plan.pdf'));
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await again.press(textPatterns.startAgain);
  await expect.element(again.announcement()).toHaveTextContent('Answers cleared.');
  await expect.element(again.field('Last name')).toHaveValue('');
  await again.fillIn('First name', 'Grace');
  await again.press('Undo');
  await expect.element(again.field('First name')).toHaveValue('Grace');
  await expect.element(again.field('Last name')).toHaveValue('Byron');
  await expect.element(again.field('A will')).toBeChecked();
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await expect.element(again.button(textPatterns.startAgain)).toBeVisible();
  await expect.poll(kept).toContain('Byron');
});

test('answers that are sent again after clearing was undone arrive once', async ({ open, proxy }) => {
  proxy.next.enquiry.push({ status: 500, body: {} });
  stopClock();
  const form = await open();
  await sendHouseMove(form);
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  await form.fillIn('Last name', 'Byron'); // Ends the retries.
  await form.fillIn('Last name', '');
  await expect.element(form.text(textPatterns.notSentYet)).toBeVisible();
  form.element.remove();

  const again = await open();
  await again.press(textPatterns.startAgain);
  await again.press('Undo');
  await again.send();
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
});
