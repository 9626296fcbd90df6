import type { Page } from '@playwright/test';
import { brotliBytes } from '../processes/measure.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

/** Opens a page with this markup and the strictest content security policy that a site can have. */
async function openPage(page: Page, stack: Stack, html: string, ...scripts: string[]): Promise<void> {
  const tags = scripts.map(
    query => `<script type="module" src="${stack.proxy}/enquiry-form.js${query}"></script>`,
  );
  const policy = `default-src 'none'; img-src data:; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'`;
  await page.goto(
    stack.servePage(
      `<!doctype html><html lang="en"><title>Built</title><link rel="icon" href="data:,">${tags.join('')}${html}`,
      policy,
    ),
  );
}

test('a form is usable after one request', async ({ page, stack }) => {
  const requestedUrls: string[] = [];
  // No further request gets a response.
  await page.route(`${stack.proxy}/**`, route => {
    requestedUrls.push(route.request().url());
    if (requestedUrls.length === 1) return route.continue();
  });
  // In Firefox, the page isn't loaded before the script's imports are.
  await page.goto(`${stack.site}/house-move.html`, { waitUntil: 'commit' });
  await expect(formOn(page).field('First name')).toBeVisible();
  expect(requestedUrls[0]).toBe(`${stack.proxy}/enquiry-form.js?case-type=house-move`);
});

test('the form fits the first round trip: at most 16.0 kB with the questions of any case type', async ({
  stack,
}) => {
  for (const caseType of ['personal-injury', 'house-move', 'callback']) {
    const url = `${stack.proxy}/enquiry-form.js?case-type=${caseType}`;
    expect(await brotliBytes(url)).toBeLessThanOrEqual(16_000);
  }
});

test('sending works after a part of the widget failed to load once', async ({ page, stack }) => {
  let isBroken = true;
  await page.route('**/assets/submission-*', route => (isBroken ? route.abort() : route.continue()));
  await page.goto(`${stack.site}/house-move.html`);
  const { form, field, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(form.getByText(/Your answers are still here/)).toBeVisible();
  await expect(field('First name')).toHaveValue('Grace');
  isBroken = false;
  await send();
  await expect(receipt).toBeVisible();
  expect(await stack.listEnquiries()).toHaveLength(1);
});

test("the element's own content is shown until the form is ready, and when the form cannot load", async ({
  page,
  stack,
}) => {
  const html = '<enquiry-form case-type="house-move"><p>Call us on 01632 960002</p></enquiry-form>';
  let isDown = true;
  await page.route('**/case-types/*', route => (isDown ? route.abort() : route.continue()));
  await openPage(page, stack, html, '');
  const { form, field } = formOn(page);
  await expect(form.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByText('Call us on 01632 960002')).toBeVisible();
  isDown = false;
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(field('First name')).toBeVisible();
  await expect(page.getByText('Call us on 01632 960002')).toBeHidden();
});
