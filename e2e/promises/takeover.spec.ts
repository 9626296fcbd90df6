import type { Page } from '@playwright/test';
import { jpeg, pdf } from '../files/documents.ts';
import { measureLayoutShift } from '../processes/measure.ts';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
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

/** Runs in the page: remembers the elements of the form. */
const rememberElements = () => {
  const root = document.querySelector('enquiry-form')?.shadowRoot;
  Object.assign(window, { remembered: [...(root?.querySelectorAll('.frame *:not([data-plain])') ?? [])] });
};

/** Runs in the page: describes the elements that were added or have gone since. */
const changedElements = () => {
  const root = document.querySelector('enquiry-form')?.shadowRoot;
  const before = new Set((window as unknown as { remembered: Element[] }).remembered);
  const now = new Set(root?.querySelectorAll('.frame *'));
  const describe = ({ localName, className, id }: Element) => `${localName}.${className}#${id}`;
  return [...now.symmetricDifference(before)].map(describe);
};

for (const [caseType, languages] of [
  ['personal-injury', ['en', 'cy']],
  ['house-move', ['en', 'cy', 'ar']],
  ['employment', ['en', 'cy', 'ar']],
  ['callback', ['en']],
  ['book-demo', ['en']],
  ['playtest', ['en']],
] as const) {
  for (const lang of languages) {
    const when = lang === 'en' ? {} : beforeRelease;
    test(
      `the page for ${caseType} in ${lang} keeps all of its elements and shifts nothing`,
      when,
      async ({ page, stack, browserName }) => {
        const arrive = await openForm(page, stack, `/forms/${caseType}?lang=${lang}`);
        await page.evaluate(rememberElements);
        await arrive();
        expect(await page.evaluate(changedElements)).toEqual([]);
        if (browserName === 'chromium') expect(await page.evaluate(measureLayoutShift)).toBe(0);
      },
    );
  }
}

test('files that were chosen before the script arrived are sent with the enquiry', async ({
  page,
  stack,
}) => {
  const arrive = await openForm(page, stack, '/forms/house-move?lang=en');
  const { attach, form, send, receipt } = formOn(page);
  await attach(pdf('letter.pdf'), jpeg(2_000, 'plan.jpg'));
  await fillHouseMove(page);
  await arrive();
  await expect(form.getByText('letter.pdf', { exact: true })).toBeVisible();
  await send();
  await expect(receipt).toBeVisible();
  await expect.poll(async () => (await stack.listEnquiries())[0]?.files.length).toBe(2);
  expect(await stack.listEnquiries()).toHaveLength(1);
});

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
