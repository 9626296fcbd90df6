import { jpeg, pdf, sha256 } from './files.ts';
import { expect, fillHouseMove, formOn, test } from './stack.ts';

test('while the enquiry API is down the visitor gets a reference; it arrives once, with its file, after a restart', async ({
  page,
  stack,
}) => {
  await stack.fault({ fault: 'down' });
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
  expect(await stack.arrived()).toEqual([]);

  await stack.restartProxy();
  await stack.fault({ fault: 'none' });
  await expect
    .poll(async () => (await stack.arrived()).flatMap(({ files }) => files.length), { timeout: 30_000 })
    .toEqual([1]);
  const [enquiry] = await stack.arrived();
  expect(enquiry?.meta.at(-1)).toEqual({ id: 'enquiry_reference', label: 'Reference', value: reference });
  expect(enquiry?.files[0]?.sha256).toBe(sha256(letter.buffer));
});

test('a proxy that is killed delivers what it acknowledged', async ({ page, stack }) => {
  await stack.fault({ fault: 'down' });
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(jpeg(3_000_000));
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  await stack.restartProxy('SIGKILL');
  await stack.fault({ fault: 'none' });
  await expect
    .poll(async () => (await stack.arrived()).map(({ files }) => files[0]?.size), { timeout: 30_000 })
    .toEqual([3_000_000]);
});

test('a send that fails keeps everything, and is repeated with the same key', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, receipt, field } = formOn(page);
  const keys: (string | undefined)[] = [];
  // The network breaks on the way back: the proxy has the enquiry, the visitor doesn't know.
  await page.route('**/enquiries', async route => {
    keys.push((await route.request().allHeaders())['idempotency-key']);
    if (keys.length === 1) await route.fetch();
    await (keys.length === 1 ? route.abort() : route.continue());
  });
  await fillHouseMove(page);
  await send();
  await expect(form.getByText(/Everything you typed is still here/)).toBeVisible();
  await expect(field('First name')).toHaveValue('Grace');
  await send();
  await expect(receipt).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(await stack.arrived()).toHaveLength(1);
});

test('a double click sends one enquiry', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, receipt } = formOn(page);
  await stack.fault({ fault: 'slow', delay_ms: 500 });
  await fillHouseMove(page);
  await form.getByRole('button', { name: 'Get my quote' }).dblclick();
  await page.keyboard.press('Enter');
  await expect(receipt).toBeVisible();
  expect(await stack.creates()).toBe(1);
});

test('an upload that dies never costs the lead, and can be tried again', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  let isBroken = true;
  await page.route('**/attachments', route => (isBroken ? route.abort() : route.continue()));
  await fillHouseMove(page);
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  const again = form.getByRole('button', { name: /^Try again/ });
  await expect(again).toBeVisible({ timeout: 30_000 });
  expect(await stack.arrived()).toHaveLength(1);
  isBroken = false;
  await again.click();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect((await stack.arrived())[0]?.files).toHaveLength(1);
});
