import { jpeg, pdf, sha256 } from '../files/documents.ts';
import { referenceIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

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
