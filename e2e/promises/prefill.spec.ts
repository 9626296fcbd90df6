import { openHouseMove, sampleValuesAttribute } from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('the values attribute fills in the form, which can be sent', async ({ page, stack }) => {
  await openHouseMove(page, stack, sampleValuesAttribute);
  const { form, field, send, receipt } = formOn(page);
  await expect(field('First name')).toHaveValue('Grace');
  await expect(form.getByLabel('Remortgaging')).toBeChecked();
  await send();
  await expect(receipt).toBeVisible();
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.body).toMatchObject({ forename: 'Grace', email: 'grace@example.com' });
});
