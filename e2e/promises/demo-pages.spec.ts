// The demo's pages on a phone.
import { expect, test } from '../test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test('each page of the demo leads to each other, and has its form’s first field on the first screen', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  const select = page.getByLabel('Page of the demo');
  const names = await select.locator('option').allTextContents();
  expect(names.length).toBeGreaterThan(5);
  const bottoms: Record<string, number> = {};
  for (const name of [...names.slice(1), names[0]!]) {
    await select.selectOption(name);
    await expect(page.locator('option[selected]')).toHaveText(name);
    await expect(page.locator('enquiry-form').first()).toHaveAttribute('ready');
    bottoms[name] = await page.evaluate(() => {
      const fields = document.querySelector('enquiry-form')!.shadowRoot!.querySelectorAll('[name]');
      const first = [...fields].find(field => field.checkVisibility() && field.clientHeight > 0);
      return (first?.closest('.choice') ?? first)!.getBoundingClientRect().bottom;
    });
  }
  expect(Object.entries(bottoms).filter(([, bottom]) => bottom > 740)).toEqual([]);
  await page.getByRole('link', { name: 'By the tag' }).click();
  await expect(page.locator('enquiry-form')).toHaveAttribute('ready');
  await expect(page.getByRole('link', { name: 'By the tag' })).toHaveAttribute('aria-current');
});
