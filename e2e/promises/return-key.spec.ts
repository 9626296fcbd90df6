// The part of the form that handles the Return key arrives late.
import { expect } from '@playwright/test';
import { openAnswers, test } from '../pages/answers-page.ts';
import { formOn } from '../visitor/form.ts';

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
  await expect(page.locator('enquiry-form .send')).toHaveCSS('display', 'flex'); // Its style sheet comes with that part.
  await keyboard.type('eds');
  await expect(field('Which town?')).toHaveValue('Leeds');
  await expect(field('Which town?')).toBeFocused();
  await expect(summary).toHaveCount(0);
});
