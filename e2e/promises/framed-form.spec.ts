import type { Page } from '@playwright/test';
import { framingPage, readFrameHeight, serveFramingPage } from '../pages/framing-page.ts';
import { expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { framedFormSuite } from './suites/framed-form.ts';

framedFormSuite(test);

/** Runs axe in the frame, because a page can't look into one of another origin. */
function axeViolationsInFrame(page: Page): Promise<string[]> {
  const frame = page.frames()[1]!;
  return axeViolations({
    loadAxe: async source => void (await frame.evaluate(source)),
    run: (script, input) => frame.evaluate(script as (input: unknown) => never, input),
  });
}

test('the frame shrinks to the receipt, and a form that is posted without its script keeps the frame', async ({
  page,
  stack,
}) => {
  let isFormBlocked = false;
  await page.route('**/enquiry-form.js?*', route => (isFormBlocked ? route.abort() : route.continue()));
  for (isFormBlocked of [false, true]) {
    // The old address, which the browser completes with its referrer.
    await page.goto(serveFramingPage(stack, isFormBlocked ? '1' : undefined));
    const frame = page.frameLocator('iframe');
    const form = frame.locator('enquiry-form').or(frame.locator('main')).first();
    await expect.poll(() => page.evaluate(readFrameHeight)).toBeGreaterThan(900);
    if (!isFormBlocked) await expect(frame.locator('enquiry-form[ready]')).toBeVisible();
    expect(await axeViolationsInFrame(page)).toEqual([]);
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
    await expect(frame.getByRole('heading', { name: /received your enquiry/ })).toBeVisible();
    expect(await axeViolationsInFrame(page)).toEqual([]);
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
      body: `${framingPage(stack.proxy, '1')}<script>addEventListener('message', ({ data }) => report(data))</script>`,
    }),
  );
  await page.goto(`${elsewhere}/elsewhere`);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(readFrameHeight)).toBe(300);
  expect(heights).toEqual([]);
});

test('a frame with the old address on a page that hides itself has a link that opens the form in a tab', async ({
  page,
  stack,
}) => {
  const policy = '<meta name="referrer" content="no-referrer">';
  await page.goto(serveFramingPage(stack, '1', policy));
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Open the form and fill it in there.')).toBeVisible();
  await expect(frame.getByRole('textbox')).toHaveCount(0);
  const tab = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Go to the form' }).click();
  await expect((await tab).locator('enquiry-form[ready]')).toBeVisible();
  await page.goto(serveFramingPage(stack, undefined, policy));
  await expect(frame.locator('enquiry-form[ready]')).toBeVisible();
});
