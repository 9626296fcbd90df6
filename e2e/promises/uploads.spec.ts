import { jpeg } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { pauseRequests, warnsBeforeLeaving } from '../visitor/page-actions.ts';
import { uploadSuite } from './suites/uploads.ts';

uploadSuite(test);

test("files that aren't ready are uploaded after the enquiry, and closing the page shows a warning until then", async ({
  page,
  stack,
}) => {
  const resumeRequests = await pauseRequests(page, '**/assets/photos-*');
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(jpeg());
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Preparing…')).toBeVisible();
  await expect(form.getByText('We’re uploading your files.', { exact: false })).toBeVisible();
  expect(await warnsBeforeLeaving(page)).toBe(true);
  resumeRequests();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect((await stack.listEnquiries())[0]?.files).toHaveLength(1);
});
