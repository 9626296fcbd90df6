import { expect, fillHouseMove, formOn, test } from './stack.ts';

test('nothing is said before it is asked for; then a summary with links, and a message at each field', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, fillIn, send, summary } = formOn(page);
  await fillIn('Email address', 'grace@');
  await form.getByLabel('First name').focus();
  await form.getByLabel('Last name').focus();
  await expect(form.getByText(/^Enter/)).toHaveCount(0);

  await send();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(6);
  await expect(form.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('First name')).toHaveAccessibleDescription(/Enter your first name/);
  await expect(form.getByLabel('Email address')).toHaveAccessibleDescription(/like name@example\.com/);
  await summary.getByRole('link', { name: /first name/i }).click();
  await expect(form.getByLabel('First name')).toBeFocused();

  await fillIn('First name', 'Grace');
  await expect(form.getByLabel('First name')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(summary.getByRole('link')).toHaveCount(5);
  expect(await stack.creates()).toBe(0);
});

test('what the enquiry API refuses is shown at its field, and can be mended', async ({ page, stack }) => {
  await stack.fault({ fault: '400', field: 'surname', times: 1 });
  await page.goto(`${stack.site}/house-move.html`);
  const { form, fillIn, send, summary, receipt } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(1);
  await expect(form.getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('First name')).toHaveValue('Grace');
  await fillIn('Last name', 'Murray');
  await send();
  await expect(receipt).toBeVisible();
  expect((await stack.arrived()).map(({ body }) => body.surname)).toEqual(['Murray']);
});

test('a question that the enquiry API refuses is shown at the question', async ({ page, stack }) => {
  await stack.fault({ fault: '400', field: 'price', times: 1 });
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, summary } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(summary).toBeFocused();
  await expect(form.getByLabel('About what price, in pounds?')).toHaveAttribute('aria-invalid', 'true');
});
