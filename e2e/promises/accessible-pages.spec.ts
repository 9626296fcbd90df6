// axe finds nothing on the proxy's own pages, before and after their script.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

const check = async (page: Page) => expect(await axeViolations(playwrightDriver(page))).toEqual([]);

/** Resolves with the address of the page that adds files to a new enquiry. */
async function addFilesAddress(stack: Stack, lang: string): Promise<string> {
  const response = await fetch(`${stack.proxy}/enquiries`, {
    method: 'POST',
    headers: {
      origin: new URL(stack.site).origin,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      case_type: 'house-move',
      lang,
      forename: 'Ada',
      surname: 'Byron',
      email: 'ada@example.com',
      answers: { transaction: 'both', price: '285000', terms: 'yes' },
    }),
  });
  const { reference, add_later } = (await response.json()) as {
    reference: string;
    add_later: { token: string };
  };
  return `${stack.proxy}/enquiries/${reference}/files?lang=${lang}#${add_later.token}`;
}

for (const [scheme, lang, when] of [
  ['light', 'en', {}],
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
      await page.goto(await addFilesAddress(stack, lang));
      await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
      await check(page);
    },
  );
}
