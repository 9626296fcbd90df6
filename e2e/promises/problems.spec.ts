import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

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
