import { readdirSync } from 'node:fs';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('a keyboard is enough from the first field to the receipt', {
  tag: ['@wcag-1.3.2', '@wcag-2.1.2'],
}, async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, receipt, field } = formOn(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await press('Tab');
  };
  await expect(field('First name')).toBeVisible();
  // Starts at the last link before the form, like a visitor who tabs through the page.
  await page.getByRole('link', { name: '01632 960001' }).first().focus();
  await press('Tab');
  await expect(form.getByLabel('Buying', { exact: true })).toBeFocused();
  await press('Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Tab');
  await expect(field('Roughly how much is the property?')).toBeFocused();
  await type('285000');
  await type('01632 960099');
  await expect(form.getByLabel(/I have read the terms/)).toBeFocused();
  await press('Space', 'Tab', 'Tab'); // Past the link to the terms.
  await expect(field('First name')).toBeFocused();
  await type('Grace');
  await type('Hopper');
  await type('07700 900456');
  await type('grace@example.com');
  for (let presses = 0; presses < 8; presses++) {
    if (await form.getByRole('button', { name: 'Get my quote' }).evaluate(button => button.matches(':focus')))
      break;
    await press('Tab');
  }
  await press('Enter');
  await expect(receipt).toBeVisible();
  // The receipt has the focus, so screen readers and Tab continue from it.
  expect(await form.evaluate(element => element.shadowRoot?.activeElement?.textContent)).toContain(
    'Thank you',
  );
  expect((await stack.listEnquiries()).map(({ body }) => body.telephone_mobile)).toEqual(['07700 900456']);
});

const siteFolder = new URL('../../demo/site/', import.meta.url);
const pages = readdirSync(siteFolder)
  .filter(file => file.endsWith('.html'))
  .map(file => `/${file.replace('index.html', '')}`);

test('no page of the demo scrolls sideways at 320 px, nor with text at 200 %', {
  tag: ['@wcag-1.3.4', '@wcag-1.4.10'],
}, async ({ page, stack }) => {
  const expectToFit = async (width: number) => {
    await page.setViewportSize({ width, height: 640 });
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow), page.url()).toBe(0);
  };
  for (const path of pages) {
    await page.goto(`${stack.site}${path}`);
    await expect(page.locator('enquiry-form').first()).toHaveAttribute('ready');
    await expectToFit(320);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectToFit(320);
    await expectToFit(360);
  }
});
