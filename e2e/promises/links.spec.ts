import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { linkSuite, linkTo, pageWithLinks } from './suites/links.ts';

linkSuite(test);

test('a visitor who presses the link while its form appears gets the form, and one who clicks before gets the page', async ({
  page,
  stack,
}) => {
  const script = `<script type="module" src="${stack.proxy}/enquiry-form.js"></script>`;
  const { promise, resolve: respond } = Promise.withResolvers<void>();
  await page.route('**/case-types/**', async route => {
    await promise;
    await route.continue();
  });
  const site = pageWithLinks(stack, `${script}<p>${linkTo(stack)}</p>`);
  const link = page.getByRole('link', { name: 'Send us an enquiry' });
  const requested = page.waitForRequest('**/case-types/**');
  await page.goto(site);
  await requested;
  await link.click();
  await expect(page).toHaveURL(`${stack.proxy}/forms/house-move`);
  await page.goto(site);
  await link.hover();
  await page.mouse.down();
  respond();
  await expect(formOn(page).field('First name')).toBeVisible();
  await page.mouse.up();
  await expect(formOn(page).field('First name')).toBeVisible();
  expect(page.url()).toBe(site);
});

test('a page without links doesn’t load the code for them', async ({ page, stack }) => {
  const requested: string[] = [];
  page.on('request', request => requested.push(request.url()));
  await page.goto(`${stack.site}/house-move.html`);
  await formOn(page).field('First name').focus();
  await expect.poll(() => requested.filter(url => url.includes('/submission-'))).toHaveLength(1);
  expect(requested.filter(url => url.includes('/takeover-'))).toEqual([]);
});
