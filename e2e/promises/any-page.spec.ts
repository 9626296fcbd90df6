import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('a form is usable after one request', async ({ page, stack }) => {
  const requestedUrls: string[] = [];
  // No further request gets a response.
  await page.route(`${stack.proxy}/**`, route => {
    requestedUrls.push(route.request().url());
    if (requestedUrls.length === 1) return route.continue();
  });
  // In Firefox, the page isn't loaded before the script's imports are.
  await page.goto(`${stack.site}/house-move.html`, { waitUntil: 'commit' });
  await expect(formOn(page).field('First name')).toBeVisible();
  expect(requestedUrls[0]).toBe(`${stack.proxy}/enquiry-form.js?case-type=house-move`);
});
