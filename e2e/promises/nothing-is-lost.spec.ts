import { jpeg, pdf, sha256 } from '../files/documents.ts';
import { referenceIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { pauseRequests, shortenWaits, warnsBeforeLeaving } from '../visitor/page-actions.ts';

test('an enquiry sent while the enquiry API is down gets a reference and arrives once, with its file, after a restart', async ({
  page,
  stack,
}) => {
  await stack.setFault({ fault: 'down' });
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  const letter = pdf();
  await fillHouseMove(page);
  await attach(letter);
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  const reference = await form.locator('[part=number] b').textContent();
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(await stack.listEnquiries()).toEqual([]);

  await stack.restartProxy();
  await stack.setFault({ fault: 'none' });
  await expect
    .poll(async () => (await stack.listEnquiries()).flatMap(({ files }) => files.length), { timeout: 30_000 })
    .toEqual([1]);
  const [enquiry] = await stack.listEnquiries();
  expect(referenceIn(enquiry!)).toBe(reference);
  expect(enquiry?.files[0]?.sha256).toBe(sha256(letter.buffer));
});

test('a killed proxy delivers what it acknowledged once it is back', async ({ page, stack }) => {
  await stack.setFault({ fault: 'down' });
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(jpeg(3_000_000));
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  await stack.restartProxy('SIGKILL');
  await stack.setFault({ fault: 'none' });
  await expect
    .poll(async () => (await stack.listEnquiries()).map(({ files }) => files[0]?.size), { timeout: 30_000 })
    .toEqual([3_000_000]);
});

test("a failed upload doesn't affect the enquiry and can be retried", async ({ page, stack }) => {
  await shortenWaits(page);
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  let isBroken = true;
  await page.route('**/attachments', route => (isBroken ? route.abort() : route.continue()));
  await fillHouseMove(page);
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  const again = form.getByRole('button', { name: /^Try again/ });
  await expect(again).toBeVisible();
  expect(await stack.listEnquiries()).toHaveLength(1);
  isBroken = false;
  await again.click();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect((await stack.listEnquiries())[0]?.files).toHaveLength(1);
});

test('a page reloaded while sending repeats the request and shows the receipt of one enquiry', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, receipt } = formOn(page);
  const requests: { key: string | undefined; body: string | null }[] = [];
  let reached = () => {};
  const isReached = new Promise<void>(resolve => {
    reached = resolve;
  });
  // The first request reaches the proxy, but its response never arrives.
  await page.route('**/enquiries', async route => {
    const request = route.request();
    requests.push({ key: (await request.allHeaders())['idempotency-key'], body: request.postData() });
    if (requests.length > 1) return route.continue();
    await route.fetch();
    reached();
  });
  await fillHouseMove(page);
  await send();
  await isReached;
  await page.reload();
  await expect(receipt).toHaveText(/Thank you, Grace/);
  await expect(form.locator('[part=number] b')).toHaveText(/^\w{5}-\w{5}$/);
  expect(requests).toHaveLength(2);
  expect(requests[1]).toEqual(requests[0]);
  expect(await stack.listEnquiries()).toHaveLength(1);
  await page.reload();
  await expect(receipt).not.toContainText('Grace');
  expect(requests).toHaveLength(2);
});

test('closing the page shows a warning while the form sends, waits or uploads, but not before or after', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, attach, receipt } = formOn(page);
  const { promise: isAborted, resolve: abort } = Promise.withResolvers<void>();
  await page.route('**/enquiries', async route => {
    await isAborted;
    await route.abort();
  });
  await fillHouseMove(page);
  await attach(pdf());
  expect(await warnsBeforeLeaving(page)).toBe(false);
  await send();
  await expect(form.getByRole('button', { name: 'Sending…' })).toBeVisible();
  expect(await warnsBeforeLeaving(page)).toBe(true);
  page.on('dialog', dialog => dialog.accept());
  await page.reload();
  abort();
  await expect(form.locator('[part=note]')).toContainText('We’ll try again in');
  expect(await warnsBeforeLeaving(page)).toBe(true);

  // An edit ends the countdown, so that no retry succeeds before the test is ready.
  await attach(pdf());
  await expect(form.locator('[part=note]')).not.toContainText('We’ll try again in');
  await page.unroute('**/enquiries');
  const resumeRequests = await pauseRequests(page, '**/attachments');
  await send();
  await expect(receipt).toBeVisible();
  expect(await warnsBeforeLeaving(page)).toBe(true);
  resumeRequests();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect(await warnsBeforeLeaving(page)).toBe(false);
});
