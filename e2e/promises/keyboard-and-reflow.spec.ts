import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('a keyboard is enough from the first field to the receipt', async ({ page, stack }) => {
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
  await page.getByRole('link', { name: '01632 960002' }).first().focus();
  await press('Tab');
  await expect(field('First name')).toBeFocused();
  await type('Grace');
  await type('Hopper');
  await type('07700 900456');
  await type('grace@example.com');
  await expect(form.getByLabel('Buying', { exact: true })).toBeFocused();
  await press('Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Tab');
  await expect(field('Roughly how much is the property?')).toBeFocused();
  await type('285000');
  await type('01632 960099');
  await expect(form.getByLabel(/I have read the terms/)).toBeFocused();
  await press('Space');
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

test('nothing scrolls sideways at 320 px', async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/house-move.html']) {
    await page.goto(`${stack.site}${path}`);
    await expect(formOn(page).field('First name')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});
