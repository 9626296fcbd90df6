import { pdf } from '../files/documents.ts';
import {
  type EnquiryForm,
  elementOn,
  openHouseMove,
  sampleValuesAttribute,
} from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { pauseRequests } from '../visitor/page-actions.ts';

const thanks = '<template slot="thanks"><p id="own">Your voucher is on its way.</p></template>';

test("the site's own thanks appear on the receipt and not before", async ({ page, stack }) => {
  await openHouseMove(page, stack, sampleValuesAttribute, thanks);
  const { send, receipt, field } = formOn(page);
  await expect(field('First name')).toBeVisible();
  await expect(page.getByText('Your voucher')).toHaveCount(0);
  await send();
  await expect(receipt).toBeFocused();
  await expect(page.getByText('Your voucher')).toBeVisible();
  await elementOn(page).evaluate((form: EnquiryForm) => form.reset());
  await expect(page.getByText('Your voucher')).toHaveCount(0);
});

test('success-url opens after the event and the last upload, with the reference if the site wants it', async ({
  page,
  stack,
}) => {
  const script = `addEventListener('enquiry-accepted', event => {
    sessionStorage.reference = event.detail.reference;
  })`;
  await openHouseMove(
    page,
    stack,
    `${sampleValuesAttribute} success-url="/thanks?a=1" success-reference="ref"`,
    '',
    script,
  );
  const { send, attach, receipt } = formOn(page);
  const resumeRequests = await pauseRequests(page, '**/attachments');
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  resumeRequests();
  await page.waitForURL('**/thanks**');
  const reference = await page.evaluate('sessionStorage.reference');
  expect(new URL(page.url()).search).toBe(`?a=1&ref=${reference}`);
});

test('a visitor whose upload failed continues to success-url through a link', async ({ page, stack }) => {
  await openHouseMove(page, stack, `${sampleValuesAttribute} success-url="/thanks"`);
  const { form, send, attach, receipt } = formOn(page);
  await page.route('**/attachments', route => route.fulfill({ status: 415 }));
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Your file wasn’t sent.')).not.toHaveCount(0);
  await form.getByRole('link', { name: 'Continue without these files' }).click();
  await page.waitForURL('**/thanks');
});

test('success-url never runs a script', async ({ page, stack }) => {
  await openHouseMove(
    page,
    stack,
    `${sampleValuesAttribute} success-url="javascript:document.title='owned'"`,
  );
  await formOn(page).send();
  await expect(formOn(page).receipt).toBeFocused();
  await expect(page).toHaveTitle('Prefill');
});
