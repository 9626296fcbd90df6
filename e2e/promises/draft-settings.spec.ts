import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

for (const [condition, script] of [
  [
    'blocked',
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
  ],
  ['full', "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"],
] as const) {
  test(`the form works without a draft when the storage is ${condition}`, async ({ page, stack }) => {
    const errors: Error[] = [];
    page.on('pageerror', error => errors.push(error));
    await page.addInitScript(script);
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    await formOn(page).send();
    await expect(formOn(page).receipt).toBeVisible();
    expect(errors).toEqual([]);
  });
}
