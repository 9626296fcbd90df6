import type { Page } from '@playwright/test';
import { jpeg, pdf, png, sha256 } from './files.ts';
import { expect, fillHouseMove, formOn, test } from './stack.ts';
import { startWeakLine } from './weak-line.ts';

/** How fast the connection is from now on. */
async function connection(page: Page) {
  const engine = page.context().browser()?.browserType().name();
  test.skip(engine !== 'chromium', 'only CDP makes a connection slow while it lasts');
  const session = await page.context().newCDPSession(page);
  return (bytesPerSecond: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
}

/** The idempotency key of each request that brings a file. */
function keysOf(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', request => {
    if (request.method() !== 'POST' || !request.url().endsWith('/attachments')) return;
    keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

const barOf = (page: Page, name: string) => formOn(page).form.getByRole('progressbar', { name });

/** Resolves when so much of a file is up. */
const upTo = (page: Page, name: string, share: number) =>
  expect
    .poll(() => barOf(page, name).evaluate((bar: HTMLProgressElement) => bar.value, null, { timeout: 1_000 }))
    .toBeGreaterThanOrEqual(share);

test('a slow connection that breaks at 60 % and comes back costs nothing', async ({ page, stack }) => {
  const line = await startWeakLine(stack.proxy, 3_000_000);
  const tag = `<script type="module" src="${line.url}/enquiry-form.js?case-type=house-move"></script>`;
  await page.goto(
    stack.page(`<!doctype html>${tag}<enquiry-form case-type="house-move"></enquiry-form>`, ''),
  );
  const { form, attach, send, receipt } = formOn(page);
  const keys = keysOf(page);
  const photo = jpeg(5_000_000);
  await fillHouseMove(page);
  await attach(photo);
  await expect(form.getByText('Getting it ready…')).toHaveCount(0);
  const isCut = line.cutAfter(0.6 * photo.buffer.length);
  await send();
  await expect(receipt).toBeVisible();
  await isCut;
  line.mend();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect((await stack.arrived())[0]?.files.map(file => file.sha256)).toEqual([sha256(photo.buffer)]);
  await line.stop();
});

test('a proxy that is killed during the upload gets the file again when it is back', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  const keys = keysOf(page);
  const connect = await connection(page);
  const photo = jpeg(3_000_000);
  await fillHouseMove(page);
  await attach(photo);
  await connect(1_000_000);
  await send();
  await expect(receipt).toBeVisible();
  await upTo(page, photo.name, 0.3);
  await stack.restartProxy('SIGKILL');
  await connect(10_000_000);
  await expect(form.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(new Set(keys).size).toBe(1);
  await expect
    .poll(async () => (await stack.arrived())[0]?.files.map(file => file.sha256))
    .toEqual([sha256(photo.buffer)]);
});

test('two files at a time go up, with a bar for each and one for all, which is told by quarters', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const status = document.querySelector('enquiry-form')!.shadowRoot!.querySelector('[role=status]')!;
    new MutationObserver(() => said.push(status.textContent!.trim())).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const connect = await connection(page);
  await fillHouseMove(page);
  await attach(jpeg(700_000, 'a.jpg'), jpeg(700_001, 'b.jpg'), png(500, 400, 'c.png'));
  await expect(form.getByText('Getting it ready…')).toHaveCount(0);
  await connect(500_000);
  await send();
  await expect(receipt).toBeVisible();
  await expect(barOf(page, 'a.jpg')).toBeVisible();
  await expect(barOf(page, 'b.jpg')).toBeVisible();
  await expect(barOf(page, 'c.png')).toHaveCount(0);
  await expect(form.getByText(/^[\d.]+ (kB|MB) of [\d.]+ MB sent$/)).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toHaveCount(3);
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.filter(Boolean));
  expect(said.filter(text => text.includes('%'))).toEqual([
    '25% of your files sent.',
    '50% of your files sent.',
    '75% of your files sent.',
  ]);
  expect(said.at(-1)).toBe('Your files were sent, too.');
});

test('a file is cancelled at once, tried again, or left out', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  const connect = await connection(page);
  const button = (name: string) => form.getByRole('button', { name });
  await fillHouseMove(page);
  await attach(jpeg(3_000_000, 'a.jpg'), jpeg(3_000_001, 'b.jpg'));
  await connect(300_000);
  await send();
  await expect(receipt).toBeVisible();
  const failed = page.waitForEvent('requestfailed', request => request.url().endsWith('/attachments'));
  await button('Cancel: a.jpg').click();
  await failed;
  await button('Cancel: b.jpg').click();
  await expect(form.getByText('Not sent. Your enquiry is safe.')).toHaveCount(2);
  await button('Leave it out: a.jpg').click();
  await connect(10_000_000);
  await button('Try again: b.jpg').click();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect((await stack.arrived())[0]?.files.map(({ name }) => name)).toEqual(['b.jpg']);
});

test('an upload token that has expired is renewed by the same enquiry, and nothing is sent twice', async ({
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
  const arrived = await stack.arrived();
  expect(arrived.map(({ files }) => files.length)).toEqual([1]);
});

test('what is not ready yet when the enquiry goes follows it, and the page is not left before', async ({
  page,
  stack,
}) => {
  let letGo = () => {};
  const isFree = new Promise<void>(resolve => {
    letGo = resolve;
  });
  await page.route('**/assets/photos-*', async route => {
    await isFree;
    await route.continue();
  });
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(jpeg());
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Getting it ready…')).toBeVisible();
  await expect(form.getByText('Your files are still going up.', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(
    true,
  );
  letGo();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect((await stack.arrived())[0]?.files).toHaveLength(1);
});
