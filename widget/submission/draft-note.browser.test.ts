// Starting again instead of using the restored answers.
import { afterEach } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keep, kept, type } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { expect, reload, sendInVain, stopClock, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

afterEach(() => {
  document.body.removeAttribute('style');
  document.documentElement.removeAttribute('style');
});

test('the visitor can start again instead, with the first field in focus', async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  const again = await reload(form);
  await again.press(textPatterns.startAgain);
  await expectFocus(again.field('First name'));
  await expect.element(again.field('First name')).toHaveValue('');
  await expect.element(again.text(textPatterns.restored)).not.toBeInTheDocument();
  expect(kept()).toBe('{}');
});

/** Scrolls past everything above a field. */
const scrollPast = (field: Element) => field.scrollIntoView({ block: 'start' });

test('the note disappears with the visitor’s own edit below it, and asks for lost files at their list from then on', async ({
  open,
}) => {
  document.body.style.padding = '0 0 2000px';
  const form = await open();
  await type(form, 'Ada');
  await form.attachReady(pdf('plan.pdf'));
  await keep('hadFiles\\":true');
  const again = await reload(form);
  await again.fillIn('Last name', 'Byron');
  await expect.element(again.button(textPatterns.startAgain)).toBeVisible();
  scrollPast(await waitUntilVisible(again.field('Is there anything else?')));
  await again.fillIn('Last name', 'Byron King'); // Its events come from a script.
  await expect.element(again.button(textPatterns.startAgain)).toBeInTheDocument();
  await userEvent.type(again.field('Is there anything else?'), 'No');
  await expect.element(again.button(textPatterns.startAgain)).not.toBeInTheDocument();
  await expect.element(again.text(textPatterns.chooseFilesAgain)).toBeVisible();
  await again.attach(pdf('plan.pdf'));
  await expect.element(again.text(textPatterns.chooseFilesAgain)).not.toBeInTheDocument();
});

const topOf = (field: Element) => field.getBoundingClientRect().top;

test.for([
  ['in the middle of a page', '1000px 0'],
  ['at the beginning of a page', '0 0 1000px'],
] as const)('%s, nothing moves when the note disappears, and no gap stays', async ([, padding], { open }) => {
  document.documentElement.style.overflowAnchor = 'none'; // As in WebKit.
  document.body.style.padding = padding;
  const form = await open();
  await type(form, 'Ada');
  const again = await reload(form);
  await expect.element(again.button(textPatterns.startAgain)).toBeVisible();
  const buying = await waitUntilVisible(again.field('Buying'));
  scrollPast(buying);
  const top = topOf(buying);
  buying.click();
  await expect.element(again.button(textPatterns.startAgain)).not.toBeInTheDocument();
  await expect.poll(() => topOf(buying)).toBeCloseTo(top, 0);
  expect(again.element.renderRoot.querySelector('form')?.style.marginTop).toBe('');
});

test('clearing the answers can be undone, which keeps what was typed since', async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  await form.fillIn('Last name', 'Byron');
  await form.choose('A will');
  const again = await reload(form);
  await expect.element(again.field('Last name')).toHaveValue('Byron');
  await again.attachReady(pdf('plan.pdf'));
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
  await keep('Byron');
});

test('answers that are sent again after clearing was undone arrive once', async ({ open, proxy }) => {
  proxy.next.enquiry.push({ status: 500, body: {} });
  stopClock();
  const form = await sendInVain(await open());
  await form.fillIn('Last name', 'Byron'); // Ends the retries.
  await form.fillIn('Last name', '');
  await expect.element(form.text(textPatterns.notSentYet)).toBeVisible();
  const again = await reload(form);
  await again.press(textPatterns.startAgain);
  await again.press('Undo');
  await again.send();
  await expect.poll(() => proxy.enquiries.length).toBe(2);
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
});
