// Support for assistive technology: names, roles and the keyboard.
import type { Page } from '@playwright/test';
import { pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { describeHiddenFocus } from '../visitor/accessibility-checks.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

/** Presses Tab until a button or link with this name has the focus, and checks that the focus stays visible. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  const target = formOn(page).form.getByRole(role, { name }).first();
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate(element => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(describeHiddenFocus)).toBeUndefined();
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test('fields have names, roles and descriptions, and groups have legends', {
  tag: ['@wcag-1.3.1', '@wcag-1.3.5', '@wcag-2.4.4', '@wcag-2.4.6', '@wcag-2.5.3', '@wcag-3.3.2'],
}, async ({ page, stack }) => {
  await page.goto(stack.site);
  const { form, field } = formOn(page);
  await expect(form.getByRole('heading', { level: 2, name: 'Tell us what happened' })).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'First name' })).toHaveAttribute(
    'autocomplete',
    'given-name',
  );
  await expect(form.getByRole('group', { name: 'Where did it happen?' }).getByRole('radio')).toHaveCount(4);
  // The legend contains the help, because Orca doesn't read the description of a group.
  await expect(form.getByRole('group', { name: /^When did it happen\?/ })).toHaveAccessibleName(
    'When did it happen? If you’re not sure, give your best guess.',
  );
  await expect(field('First name')).toHaveAttribute('aria-required', 'true');
  await expect(field('Mobile number')).toHaveAttribute('aria-required', 'false');
  // Otherwise Firefox calls the form invalid while a required answer is missing.
  await expect(form.locator('form')).toHaveRole('none');
  const group = form.getByRole('group', { name: 'Were you injured?' });
  await expect(group.getByRole('radio')).toHaveCount(2);
  await group.getByRole('radio', { name: 'Yes' }).check();
  await expect(form.getByRole('group', { name: /What was injured\?/ })).toHaveAccessibleName(
    'What was injured? (optional) Choose all that apply.',
  );
  const picker = form.getByLabel(/^Photos or documents/);
  await expect(picker).toHaveAccessibleName('Photos or documents (optional): Choose files');
  // Screen readers would say the label in addition to the name.
  expect(await picker.evaluate((input: HTMLInputElement) => input.labels?.length)).toBe(0);
  await expect(picker).toHaveAccessibleDescription(/^Up to 5 PDFs or photos/);
  await expect(
    form.getByRole('link', { name: 'Read our privacy notice (opens in a new tab)' }),
  ).toBeVisible();
});

test('a keyboard is enough for errors, files and a retry, and the focus is never lost or hidden', {
  tag: ['@wcag-2.1.1', '@wcag-2.4.3'],
}, async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, field, attach, receipt, summary } = formOn(page);
  await field('First name').focus();
  await tabTo(page, 'Get my quote');
  await page.keyboard.press('Enter');
  await expect(summary).toBeFocused();
  await tabTo(page, 'Enter your email address', 'link');
  await page.keyboard.press('Enter');
  await expect(field('Email address')).toBeFocused();
  await fillHouseMove(page);
  await attach(pdf(), pdf('second.pdf'));
  for (const left of [1, 0]) {
    await tabTo(page, /^Remove/);
    await page.keyboard.press('Enter');
    await expect(form.locator('[part=file]')).toHaveCount(left);
    expect(await page.evaluate(describeHiddenFocus)).toBeUndefined();
  }
  await tabTo(page, 'Get my quote');
  await page.keyboard.press('Enter');
  await expect(receipt).toBeFocused();
  expect(await page.evaluate(describeHiddenFocus)).toBeUndefined();
});

test('the focus stays on Try again after sending failed', async ({ page, stack }) => {
  await page.route('**/assets/submission-*', route => route.abort());
  await page.goto(`${stack.site}/house-move.html`);
  const { form, receipt } = formOn(page);
  await fillHouseMove(page);
  await form.getByRole('button', { name: 'Get my quote' }).press('Enter');
  await expect(form.getByRole('alert')).toContainText('Your answers are still here');
  await expect(form.getByRole('button', { name: 'Try again' })).toBeFocused();
  expect(await page.evaluate(describeHiddenFocus)).toBeUndefined();
  await page.unroute('**/assets/submission-*');
  await page.keyboard.press('Enter');
  await expect(receipt).toBeFocused();
});
