import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { stopTimers } from '../visitor/page-actions.ts';

test('a failed attempt keeps everything, and the next has the same idempotency key', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, receipt, field } = formOn(page);
  const keys: (string | undefined)[] = [];
  // The response is lost: the proxy has the enquiry, but the visitor doesn't know.
  await page.route('**/enquiries', async route => {
    keys.push((await route.request().allHeaders())['idempotency-key']);
    if (keys.length === 1) await route.fetch();
    await (keys.length === 1 ? route.abort() : route.continue());
  });
  await fillHouseMove(page);
  await stopTimers(page);
  await send();
  await expect(form.getByText(/Your answers are safe/)).toBeVisible();
  await expect(field('First name')).toHaveValue('Grace');
  await send();
  await expect(receipt).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(await stack.listEnquiries()).toHaveLength(1);
});

test('a form that is offline says so and sends the enquiry when it is back online', async ({
  page,
  context,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, receipt, field } = formOn(page);
  await fillHouseMove(page);
  await context.setOffline(true);
  await send();
  await expect(form.locator('[part=note]')).toContainText(
    'You’re offline. We’ll send your enquiry when you’re back online. Keep this page open.',
  );
  await expect(form.getByRole('status')).toHaveText(
    'You’re offline. We’ll send your enquiry when you’re back online. Keep this page open.',
  );
  await expect(field('First name')).toHaveValue('Grace');
  await context.setOffline(false);
  await expect(receipt).toBeVisible();
  expect(await stack.listEnquiries()).toHaveLength(1);
});
