// The form that asks how to reach the visitor: a call or an email, the best time to call, and a row for files.
import { openState } from '../../tools/screenshots/states.ts';
import { expect, test } from '../test.ts';
import { findClippedElements } from '../visitor/accessibility-checks.ts';

for (const state of ['contact', 'contact-german', 'contact-arabic']) {
  test(`nothing is cut off at 320 px or with large text: ${state}`, async ({ page, stack }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await openState(state, page, stack);
    expect(await page.evaluate(findClippedElements)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 900 });
    await page.locator('enquiry-form').evaluate(form => form.style.setProperty('--enquiry-size', '34px'));
    expect(await page.evaluate(findClippedElements)).toEqual([]);
  });
}
