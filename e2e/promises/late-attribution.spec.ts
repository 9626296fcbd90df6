// The attribution of an enquiry whose request is repeated after a reload, or whose code for attribution is missing.
import type { Route } from '@playwright/test';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

test('an enquiry that is repeated after a reload has the attribution of its first request', async ({
  page,
  stack,
}) => {
  const sent: (string | null)[] = [];
  await page.route('**/enquiries', async route => {
    sent.push(route.request().postData());
    if (sent.length > 1) return await route.continue();
    await route.fetch(); // The proxy stores the enquiry, but its response is lost.
    await route.abort();
  });
  await page.goto(`${stack.site}/house-move.html?gclid=click`);
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).form.getByText(/Your answers are safe on this page/)).toBeVisible();
  await page.goto(`${stack.site}/house-move.html?gclid=other`);
  await expect(formOn(page).receipt).toBeVisible();
  expect(sent[1]).toBe(sent[0]);
  expect(await stack.listEnquiries()).toHaveLength(1);
});

for (const [title, respond, waitMs] of [
  ['can’t be loaded', (route: Route) => route.abort(), 0],
  ['never arrives', () => undefined, 3_000],
] as const) {
  test(`if the code for attribution ${title}, the enquiry has the values of the page`, async ({
    page,
    stack,
  }) => {
    await page.clock.install();
    await page.route('**/measurement-*', respond);
    await page.goto(`${stack.site}/house-move.html?gclid=click&utm_campaign=autumn`);
    await fillHouseMove(page);
    await formOn(page).send();
    await page.clock.runFor(waitMs);
    await expect(formOn(page).receipt).toBeVisible();
    const [enquiry] = await stack.listEnquiries();
    expect(enquiry!.body.marketing_campaign).toBe('autumn');
    const values = Object.fromEntries(enquiry!.meta.map(({ id, value }) => [id, value]));
    expect(values).toMatchObject({
      attribution_gclid: 'click',
      attribution_landing_page: `${stack.site}/house-move.html`,
    });
  });
}
