import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

test('problems appear only on Send, in a summary with links and at each field', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, fillIn, send, summary, field } = formOn(page);
  await fillIn('Email address', 'grace@');
  await field('First name').focus();
  await field('Last name').focus();
  await expect(form.getByText(/^Enter/)).toHaveCount(0);

  await send();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(6);
  await expect(field('First name')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('First name')).toHaveAccessibleDescription(/Enter your first name/);
  await expect(field('Email address')).toHaveAccessibleDescription(/like name@example\.com/);
  await summary.getByRole('link', { name: /first name/i }).click();
  await expect(field('First name')).toBeFocused();

  await fillIn('First name', 'Grace');
  await expect(field('First name')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(summary.getByRole('link')).toHaveCount(5);
  expect(await stack.countCreateRequests()).toBe(0);
});

test('a contact field that the enquiry API refuses shows the problem and can be corrected', async ({
  page,
  stack,
}) => {
  await stack.setFault({ fault: '400', field: 'surname', times: 1 });
  await page.goto(`${stack.site}/house-move.html`);
  const { fillIn, send, summary, receipt, field } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(1);
  await expect(field('Last name')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('First name')).toHaveValue('Grace');
  await fillIn('Last name', 'Murray');
  await send();
  await expect(receipt).toBeVisible();
  expect((await stack.listEnquiries()).map(({ body }) => body.surname)).toEqual(['Murray']);
});

test('a question that the enquiry API refuses shows the problem', async ({ page, stack }) => {
  await stack.setFault({ fault: '400', field: 'price', times: 1 });
  await page.goto(`${stack.site}/house-move.html`);
  const { send, summary, field } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(summary).toBeFocused();
  await expect(field('Roughly how much is the property?')).toHaveAttribute('aria-invalid', 'true');
});
