import type { Page } from '@playwright/test';
import { readFrameHeight, serveFramingPage } from '../pages/framing-page.ts';
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
