// axe finds nothing in any state of the form, nor on the proxy's own pages, before and after their script.
import type { Page } from '@playwright/test';
import { openState } from '../../tools/screenshots/states.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

const check = async (page: Page) => expect(await axeViolations(playwrightDriver(page))).toEqual([]);

const states =
  'empty problems receipt brands brands-chosen brands-problems brands-receipt contact contact-email contact-problems arabic-problems'.split(
    ' ',
  );
const statesBeforeRelease =
  'finishing waiting slow-contact failed draft countdown thanks receipt-reload steps-first steps-new-question steps-middle steps-problems steps-check chooser chooser-chosen chooser-steps chooser-arabic'.split(
    ' ',
  );
for (const state of [...states, ...statesBeforeRelease]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const when = colorScheme === 'light' && states.includes(state) ? { tag: '@wcag-1.1.1' } : beforeRelease;
    test(`axe finds no violation: ${state}, ${colorScheme}`, when, async ({ page, stack }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await openState(state, page, stack);
      await check(page);
    });
  }
}

for (const [scheme, lang, when] of [
  ['light', 'en', { tag: '@wcag-without-javascript' }],
  ['dark', 'en', beforeRelease],
  ['light', 'ar', beforeRelease],
] as const) {
  test(
    `axe finds no violation on a page without its script, ${scheme}, ${lang}`,
    when,
    async ({ page, stack }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.route('**/enquiry-form.js*', route => route.abort());
      await page.goto(`${stack.proxy}/forms/house-move?lang=${lang}`);
      await check(page);
      await page.locator('.send').click();
      await page.locator('.summary').waitFor();
      await check(page);
      await page.locator('#forename').fill('Ada');
      await page.locator('#surname').fill('Byron');
      await page.locator('#email').fill('ada@example.com');
      await page.locator('[name="answers.transaction"]').first().check();
      await page.locator('[id="answers.price"]').fill('285000');
      await page.locator('[name="answers.terms"]').check();
      await page.locator('.send').click();
      await page.waitForURL(/receipt=/);
      await check(page);
      await page.goto(`${stack.proxy}/forms/nothing?lang=${lang}`);
      await check(page);
    },
  );

  test(
    `axe finds no violation on a page with its script, ${scheme}, ${lang}`,
    when,
    async ({ page, stack }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(`${stack.proxy}/forms/house-move?lang=${lang}`);
      await page.locator('enquiry-form[ready]').waitFor();
      await check(page);
      await page.locator('.send').click();
      await formOn(page).summary.waitFor();
      await check(page);
    },
  );
}
