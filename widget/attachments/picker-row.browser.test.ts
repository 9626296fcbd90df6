// The row that opens the drop zone, in forms where files are rare.
import { userEvent } from 'vitest/browser';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { test as base, completeHouseMove, expect } from '../../tools/testing/widget/test.ts';
import { expectFocus, type FormPage } from '../../tools/testing/widget/visitor.ts';

const rowName = 'Add photos or documents (optional)';

/** `test` with a form that has the row. */
const test = base.extend<{ openRow(attributes?: Record<string, string>): Promise<FormPage> }>({
  openRow: async ({ open, proxy }, use) => {
    proxy.publish({ ...houseMove, attachments: { ...houseMove.attachments, look: 'row' } });
    await use(open);
  },
});

test('the row opens the drop zone and closes it, and keeps the focus', async ({ openRow }) => {
  const form = await openRow();
  const row = form.button(rowName);
  await expect.element(row).toHaveAttribute('aria-expanded', 'false');
  await expect.element(form.fileInput()).not.toBeVisible();
  await form.press(rowName);
  await expect.element(row).toHaveAttribute('aria-expanded', 'true');
  await expect.element(form.fileInput()).toBeVisible();
  await expectFocus(row);
  await userEvent.keyboard('{Tab}');
  await expectFocus(form.fileInput());
  await form.press(rowName);
  await expect.element(form.fileInput()).not.toBeVisible();
});

test('files that are dropped or pasted open the drop zone, which then stays open', async ({
  openRow,
  proxy,
}) => {
  const form = await openRow();
  await form.press('Send enquiry');
  await expect.element(form.problems()).toBeVisible();
  expect(await form.drop(pdf('plan.pdf'))).toBe(false);
  await expect.element(form.attachment('plan.pdf')).toBeVisible();
  await form.press(rowName);
  await expectFocus(form.fileInput());
  await expect.element(form.attachment('plan.pdf')).toBeVisible();
  await form.press('Remove: plan.pdf');
  await expectFocus(form.fileInput());
  await form.attach(pdf('letter.pdf'));
  await completeHouseMove(form);
  await expect.element(form.text(/file was sent/)).toBeVisible();
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['letter.pdf']);
  await form.press('Start a new enquiry');
  await expect.element(form.button(rowName)).toHaveAttribute('aria-expanded', 'false');
});

test('a step of its own for files has the drop zone and no row', async ({ openRow }) => {
  const form = await openRow({
    layout: 'steps',
    values: '{"forename":"Ada","email":"ada@example.com","answers":{"plan":"remortgage"}}',
  });
  await form.go('Continue', /Step 2 of 4/);
  await form.press('Continue');
  await expect.element(form.fileInput()).toBeVisible();
  await expect.element(form.button(rowName)).not.toBeInTheDocument();
});
