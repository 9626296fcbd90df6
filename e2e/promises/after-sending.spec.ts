import { pdf } from '../files/documents.ts';
import { openHouseMove, sampleValuesAttribute } from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { pauseRequests } from '../visitor/page-actions.ts';

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

test('success-url never runs a script', { tag: '@asvs-1.2.2' }, async ({ page, stack }) => {
  await openHouseMove(
    page,
    stack,
    `${sampleValuesAttribute} success-url="javascript:document.title='owned'"`,
  );
  await formOn(page).send();
  await expect(formOn(page).receipt).toBeFocused();
  await expect(page).toHaveTitle('Prefill');
});
