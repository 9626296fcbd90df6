// The Return key moves to the next field while something required is missing.
import { expect } from '@playwright/test';
import { openAnswers, test } from '../pages/answers-page.ts';
import { formOn } from '../visitor/form.ts';

test('Return in a part of a date or an address moves to the next part', async ({ page, stack }) => {
  await openAnswers(page, stack);
  const { fillIn, part, receipt, summary } = formOn(page);
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await part('When did it happen?', 'Day').fill('2');
  await expect(part('When did it happen?', 'Day')).toHaveAttribute('enterkeyhint', 'next');
  await page.keyboard.press('Enter');
  await expect(part('When did it happen?', 'Month')).toBeFocused();
  await part('When did it happen?', 'Month').fill('2');
  await part('When did it happen?', 'Year').fill('2026');
  await part('Where do you live?', 'Address line 1').fill('1 High Street');
  await page.keyboard.press('Enter');
  await expect(part('Where do you live?', 'Address line 2')).toBeFocused();
  await expect(summary).toHaveCount(0);
  await part('Where do you live?', 'Postcode').fill('LS1 4AP');
  await page.keyboard.press('Enter');
  await expect(receipt).toBeVisible();
});

test('Return doesn’t move the focus late, when the visitor has typed on over a slow network', async ({
  page,
  stack,
}) => {
  let loadPart = () => {};
  const canLoad = new Promise<void>(resolve => {
    loadPart = resolve;
  });
  await page.route(/submission-[^/]*\.js/, async route => {
    await canLoad;
    await route.continue();
  });
  await openAnswers(page, stack, 'short');
  const { field, summary } = formOn(page);
  const { keyboard } = page;
  await field('First name').focus();
  await keyboard.type('Ada');
  await keyboard.press('Enter');
  await field('Which town?').focus();
  await keyboard.type('Le');
  loadPart();
  await expect(field('Which town?')).toHaveAttribute('enterkeyhint', /./);
  await keyboard.type('eds');
  await expect(field('Which town?')).toHaveValue('Leeds');
  await expect(field('Which town?')).toBeFocused();
  await expect(summary).toHaveCount(0);
});
