import type { Page } from '@playwright/test';
import { measureLayoutShift } from '../processes/measure.ts';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { takeoverSuite } from './suites/takeover.ts';

takeoverSuite(test);

/** Opens a page of the proxy whose script hasn't arrived yet. Returns a function that lets it arrive, and resolves when
 * the element has taken over the form. */
async function openForm(page: Page, stack: Stack, path: string): Promise<() => Promise<void>> {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/enquiry-form.js*', async route => {
    await promise;
    await route.continue();
  });
  await page.goto(`${stack.proxy}${path}`, { waitUntil: 'commit' });
  await formOn(page).form.locator('form').waitFor();
  return async () => {
    arrive();
    await formOn(page).form.locator('form:not([action])').waitFor({ state: 'attached' });
  };
}

/** Runs in the page: where everything in the form is. */
const readPlaces = () =>
  [...(document.querySelector('enquiry-form')?.shadowRoot?.querySelectorAll('.frame *') ?? [])].flatMap(
    element => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return width && height ? `${element.localName} ${[left, top, width, height].map(Math.round)}` : [];
    },
  );

for (const [caseType, languages] of [
  ['personal-injury', ['en', 'cy']],
  ['house-move', ['en', 'cy', 'ar']],
  ['employment', ['en', 'cy', 'ar']],
  ['boiler-repair', ['en', 'cy']],
  ['callback', ['en', 'cy']],
  ['book-demo', ['en']],
  ['playtest', ['en']],
] as const) {
  for (const lang of languages) {
    // The component tests compare the places in every form, too.
    const when = caseType === 'personal-injury' && lang === 'en' ? {} : beforeRelease;
    test(
      `the takeover of the page for ${caseType} in ${lang} shifts nothing`,
      when,
      async ({ page, stack, browserName }) => {
        const arrive = await openForm(page, stack, `/forms/${caseType}?lang=${lang}`);
        const before = await page.evaluate(readPlaces);
        // Before, the page may move because it was painted while it was being parsed.
        const start = await page.evaluate(() => performance.now());
        await arrive();
        expect(await page.evaluate(readPlaces)).toEqual(before);
        if (browserName === 'chromium') expect(await page.evaluate(measureLayoutShift, start)).toBe(0);
      },
    );
  }
}

test('if the takeover can’t be loaded, the form goes on working without the element', async ({
  page,
  stack,
}) => {
  await page.route('**/takeover-*', route => route.abort());
  const { form, fillIn, field } = formOn(page);
  await page.goto(`${stack.proxy}/forms/house-move?lang=en`);
  await fillIn('First name', 'Ada');
  await expect(field('First name')).toHaveValue('Ada');
  await expect(form.locator('form[action][method=post]')).toBeVisible();
});
