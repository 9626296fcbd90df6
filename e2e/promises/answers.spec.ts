// The form understands what visitors type, and says what it understood.
import { expect } from '@playwright/test';
import { openAnswers, test } from '../pages/answers-page.ts';
import type { Stack } from '../processes/stack.ts';
import { formOn } from '../visitor/form.ts';

/** The answers of the only enquiry by their questions. */
async function sentAnswers(stack: Stack): Promise<Record<string, unknown>> {
  const [enquiry] = await stack.listEnquiries();
  return Object.fromEntries((enquiry?.meta ?? []).map(({ id, value }) => [id, value]));
}

for (const arrival of ['before', 'during'] as const) {
  test(`Send is clicked even if a suggestion for the email address appears above it, from a part that loads ${arrival} the click`, async ({
    page,
    stack,
  }) => {
    const pressed = Promise.withResolvers<void>();
    const part = page.waitForResponse('**/submission-*');
    if (arrival === 'during')
      await page.route('**/submission-*', async route => {
        await pressed.promise;
        await route.continue();
      });
    await openAnswers(page, stack, 'short');
    const { fillIn, form, receipt } = formOn(page);
    await fillIn('First name', 'Grace');
    await fillIn('Which town?', 'Leeds');
    await fillIn('Email address', 'grace@gmial.com');
    if (arrival === 'before') await part;
    const { x, y } = (await form.getByRole('button', { name: 'Send' }).boundingBox())!;
    await page.mouse.move(x + 20, y + 3);
    await page.mouse.down();
    pressed.resolve();
    await part;
    // The focus has left the field, and two frames are enough for an update.
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await page.mouse.up();
    await expect(receipt).toBeVisible();
  });
}

test('hidden questions are answered at Send if the part that answers them couldn’t be loaded before', async ({
  page,
  stack,
}) => {
  const { fillIn, form, field, send, receipt } = formOn(page);
  const part = '**/rare-fields-*';
  await page.route(part, route => route.abort());
  await openAnswers(page, stack, 'product', { query: '?product=boiler' });
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await expect(field('Do you smell gas?')).toBeHidden();
  await expect(form.getByText('Office')).toHaveCount(0);
  await page.unroute(part);
  await send();
  await expect(receipt).toBeVisible();
  expect(await sentAnswers(stack)).toMatchObject({ product: 'boiler', office: 'York' });
});
