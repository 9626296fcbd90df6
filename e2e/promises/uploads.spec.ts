import { jpeg, pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { pauseRequests, warnsBeforeLeaving } from '../visitor/page-actions.ts';
import { uploadSuite } from './suites/uploads.ts';

uploadSuite(test);

test('an expired upload token is renewed by repeating the enquiry, and nothing arrives twice', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send } = formOn(page);
  const enquiries: { key: string | undefined; body: string | null }[] = [];
  page.on('request', request => {
    if (request.method() !== 'POST' || !request.url().endsWith('/enquiries')) return;
    enquiries.push({ key: request.headers()['idempotency-key'], body: request.postData() });
  });
  let isExpired = true;
  await page.route('**/attachments', async route => {
    const headers = await route.request().allHeaders();
    if (isExpired) headers.authorization = 'Bearer expired';
    isExpired = false;
    await route.continue({ headers });
  });
  await fillHouseMove(page);
  await attach(pdf());
  await send();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect(enquiries).toHaveLength(2);
  expect(enquiries[1]).toEqual(enquiries[0]);
  const arrived = await stack.listEnquiries();
  expect(arrived.map(({ files }) => files.length)).toEqual([1]);
});

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
