import { expect, test } from '../test.ts';
import { framedFormSuite, framingPage, readFrameHeight } from './suites/framed-form.ts';

framedFormSuite(test);

test('the frame shrinks to the receipt, and a form that is posted without its script keeps the frame', async ({
  page,
  stack,
}) => {
  let isFormBlocked = false;
  await page.route('**/enquiry-form.js?*', route => (isFormBlocked ? route.abort() : route.continue()));
  for (isFormBlocked of [false, true]) {
    await page.goto(stack.servePage(framingPage(stack), ''));
    const frame = page.frameLocator('iframe');
    const form = frame.locator('enquiry-form').or(frame.locator('main')).first();
    await expect.poll(() => page.evaluate(readFrameHeight)).toBeGreaterThan(900);
    if (!isFormBlocked) await expect(frame.locator('enquiry-form[ready]')).toBeVisible();
    await form.getByLabel('First name').fill('Grace');
    await form.getByLabel('Last name').fill('Hopper');
    await form.getByRole('textbox', { name: 'Email address', exact: true }).fill('grace@example.com');
    await form.getByLabel('Remortgaging').check();
    await form.getByLabel('Roughly how much is the property?').fill('285000');
    await form.getByRole('button', { name: 'Get my quote' }).click();
    // The terms.
    await expect(form.getByText(/Tick the box|Tick to confirm/).first()).toBeVisible();
    await form.getByLabel(/I have read the terms/).check();
    await form.getByRole('button', { name: 'Get my quote' }).click();
    await expect(frame.getByText(/received your enquiry/).first()).toBeVisible();
    await expect.poll(() => page.evaluate(readFrameHeight)).toBeLessThan(900);
  }
  expect(await stack.listEnquiries()).toHaveLength(2);
});

test('a page that isn’t in the config’s origins can’t show the form in a frame', {
  tag: '@asvs-3.4.6',
}, async ({ page, stack }) => {
  const heights: unknown[] = [];
  await page.exposeFunction('report', (height: unknown) => heights.push(height));
  const elsewhere = stack.proxy.replace('127.0.0.1', 'localhost');
  await page.route(`${elsewhere}/elsewhere`, route =>
    route.fulfill({
      contentType: 'text/html',
      body: `${framingPage(stack)}<script>addEventListener('message', ({ data }) => report(data))</script>`,
    }),
  );
  await page.goto(`${elsewhere}/elsewhere`);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(readFrameHeight)).toBe(300);
  expect(heights).toEqual([]);
});
