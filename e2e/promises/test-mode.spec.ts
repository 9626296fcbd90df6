import { testLinkTo } from '../pages/test-link.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { formInStepsOn } from '../visitor/form-in-steps.ts';
import { testModeSuite } from './suites/test-mode.ts';

testModeSuite(test);

for (const part of ['measurement', 'test-mode']) {
  test(`a test isn't delivered even if the part ${part} can't be loaded`, async ({ page, stack }) => {
    await page.route(`**/assets/${part}-*`, route => route.abort());
    await page.goto(await testLinkTo(stack, `${stack.site}/house-move.html`));
    const { send, receipt } = formOn(page);
    await fillHouseMove(page);
    await send();
    await expect(receipt).toBeVisible();
    expect(await stack.countRequests()).toBe(0);
  });
}

for (const fragment of ['test link', 'forged link']) {
  test(`the ${fragment}'s message fits on a page 320 px wide, in steps, too`, async ({ page, stack }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    const address = `${stack.site}/steps.html`;
    await page.goto(
      fragment === 'test link' ? await testLinkTo(stack, address) : `${address}#enquiry-test=1.forged`,
    );
    const ribbon = page.locator('enquiry-form [part=test-ribbon]');
    await expect(ribbon).toBeVisible();
    await formInStepsOn(page).fillInAccident();
    await expect(ribbon).toBeVisible();
    const box = (await ribbon.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.emulateMedia({ media: 'print' });
    await expect(ribbon).toBeVisible();
  });
}
