import type { Page } from '@playwright/test';
import { jpeg, pdf, sha256, type TestFile } from '../files/documents.ts';
import { draw, heic, lookAt, movingGif, phonePhoto, webp } from '../files/photos.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows } from '../visitor/page-actions.ts';
import { photoSuite } from './suites/photos.ts';

photoSuite(test);

/** Serves the form with limits that differ from the proxy's. */
async function withLimits(page: Page, limits: Record<string, unknown>): Promise<void> {
  await page.route('**/enquiry-form.js*', async route => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/("attachments":)(\{"max_files"[^}]*\})/g, (_, key, is) => {
      return key + JSON.stringify({ ...JSON.parse(is), ...limits });
    });
    await route.fulfill({ response, body });
  });
}

/** Sends the short form with these files. Resolves with the text of their rows and what arrived. */
async function sendWith(page: Page, stack: Stack, ...files: TestFile[]) {
  const { attach, send, form, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(...files);
  await expect(fileRows(page)).toHaveCount(files.length);
  await expect(form.getByText('Preparing…')).toHaveCount(0);
  const rows = await fileRows(page).allInnerTexts();
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toHaveCount(files.length);
  const [enquiry] = await stack.arrived();
  const arrived = (enquiry?.files ?? []).map(async ({ id, name, mime }) => {
    return { name, mime, buffer: await stack.bytesOf({ id }) };
  });
  return { rows, arrived: await Promise.all(arrived) };
}

test('photos arrive byte for byte where no metadata is removed', async ({ page, visitor, stack }) => {
  await withLimits(page, { strip_metadata: 'none' });
  await page.goto(`${stack.site}/house-move.html`);
  const photo = await phonePhoto(visitor);
  const { rows, arrived } = await sendWith(page, stack, photo);
  expect(rows[0]).not.toContain('removed');
  expect(sha256(arrived[0]!.buffer)).toBe(sha256(photo.buffer));
});

test('a photo keeps its orientation where all metadata is removed', async ({ page, visitor, stack }) => {
  await withLimits(page, { strip_metadata: 'all' });
  await page.goto(`${stack.site}/house-move.html`);
  const { rows, arrived } = await sendWith(page, stack, await phonePhoto(visitor));
  expect(rows[0]).toContain('Hidden details removed');
  const { buffer } = arrived[0]!;
  expect(buffer.subarray(0, 1_000).toString('latin1')).not.toMatch(/GPS|2026|Nobody|\x88\x25/);
  expect((await lookAt(visitor, buffer)).colours).toEqual(['blue', 'red', 'yellow', 'lime']);
});

test('a photo above the limit is scaled down until it fits and keeps its time', async ({
  page,
  visitor,
  stack,
}) => {
  await withLimits(page, { max_bytes: 1_000_000 });
  await page.goto(`${stack.site}/house-move.html`);
  const photo = await phonePhoto(visitor, 'IMG_2042.jpg', 0.95);
  expect(photo.buffer.length).toBeGreaterThan(1_000_000);
  const { rows, arrived } = await sendWith(page, stack, photo);
  expect(rows[0]).toContain('Reduced in size · Location removed');
  const { buffer } = arrived[0]!;
  expect(buffer.length).toBeLessThanOrEqual(1_000_000);
  expect(buffer.subarray(0, 1_000).toString('latin1')).toContain('2026:02:01 08:15:00');
  const { width, height, colours } = await lookAt(visitor, buffer);
  expect(width / height).toBeCloseTo(3 / 4, 2);
  expect(height).toBeGreaterThanOrEqual(2048);
  expect(colours).toEqual(['blue', 'red', 'yellow', 'lime']);
});

test("each file that can't be sent says why, with advice", async ({ page, visitor, stack }) => {
  await withLimits(page, { max_bytes: 50_000, max_files: 20 });
  await page.goto(`${stack.site}/house-move.html`);
  const clear = await draw(visitor, 'plan.png', {
    type: 'image/png',
    width: 400,
    height: 300,
    isClear: true,
  });
  const large = await draw(visitor, 'noise.png', { type: 'image/png', width: 400, height: 300 });
  const moving = { ...movingGif(), buffer: Buffer.concat([movingGif().buffer, Buffer.alloc(60_000)]) };
  const named = (name: string, start: string, mimeType = ''): TestFile => ({
    name,
    mimeType,
    buffer: Buffer.from(start.padEnd(200, '\0'), 'latin1'),
  });
  const huge = { ...large, name: 'huge.png', buffer: Buffer.from(large.buffer) };
  huge.buffer.writeUInt32BE(60_000, 16);
  huge.buffer.writeUInt32BE(60_000, 20);
  await formOn(page).attach(
    clear,
    { ...clear, buffer: Buffer.concat([clear.buffer, Buffer.alloc(60_000)]), name: 'large plan.png' },
    large,
    moving,
    huge,
    heic(),
    named('broken.webp', 'RIFF\x40\0\0\0WEBPVP8 \x30\0\0\0\0\0\0\x9d\x01\x2a\x10\0\x10\0'),
    named('dashcam.jpg', '\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'image/jpeg'),
    named('letter.docx', 'PK\x03\x04'),
    { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    { ...jpeg(60_000), name: 'one pixel, much comment.jpg' },
    { ...pdf(), buffer: Buffer.concat([pdf().buffer, Buffer.alloc(60_000)]) },
    { ...clear, name: 'plan (1).png' },
  );
  const row = (name: string) => fileRows(page).filter({ hasText: name });
  await expect(row('large plan.png')).toContainText('This image is larger than');
  await expect(row('noise.png')).toContainText('Reduced in size');
  await expect(row('moving.gif')).toContainText('This animation is larger than');
  await expect(row('huge.png')).toContainText('more than 250 megapixels');
  await expect(row('IMG_0007.HEIC')).toContainText('can’t open HEIC photos');
  await expect(row('broken.webp')).toContainText('We can’t open this image');
  await expect(row('dashcam.jpg')).toContainText('You can’t send video or audio');
  await expect(row('letter.docx')).toContainText('Save it as a PDF');
  await expect(row('nothing.jpg')).toContainText('This file is empty');
  await expect(row('one pixel')).toContainText('Reduced in size');
  await expect(row('police report.pdf')).toContainText('Choose a smaller one');
  await expect(row('plan (1).png')).toContainText('You’ve already added this file');
  await expect(formOn(page).form.getByRole('status')).toContainText(
    'plan (1).png: You’ve already added this file',
  );
  await row('plan.png')
    .filter({ hasNotText: 'large' })
    .getByRole('button', { name: 'Remove: plan.png' })
    .click();
  await expect(row('plan (1).png')).not.toContainText('already');
});

test('a pasted picture is added and shown in its row', async ({ page, visitor, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { field, form } = formOn(page);
  const { buffer } = await draw(visitor, 'image.png', { type: 'image/png', width: 300, height: 200 });
  const paste = (withText: boolean) =>
    field('First name').evaluate(
      (input, { base64, withText }) => {
        const event = new ClipboardEvent('paste', {
          clipboardData: new DataTransfer(),
          bubbles: true,
          composed: true,
          cancelable: true,
        });
        // Firefox ignores the clipboard that is passed in and creates its own.
        const clipboard = event.clipboardData!;
        const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
        clipboard.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
        if (withText) clipboard.setData('text/plain', 'words');
        input.dispatchEvent(event);
      },
      { base64: buffer.toString('base64'), withText },
    );
  await field('First name').focus();
  await form.getByText('we couldn’t add your files').waitFor({ state: 'hidden' });
  await expect(async () => {
    await paste(false);
    await expect(fileRows(page).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await paste(true);
  await expect(form.getByRole('status')).toHaveText('image.png added.');
  await expect(fileRows(page)).toHaveCount(1);
  const canvas = fileRows(page).locator('canvas');
  await expect(canvas).toBeVisible();
  const pixel = await canvas.evaluate((canvas: HTMLCanvasElement) => [
    ...canvas.getContext('2d')!.getImageData(4, 4, 1, 1).data,
  ]);
  expect(pixel).toEqual([255, 0, 0, 255]);
});

test('photos are shown and converted under a strict content security policy', async ({ page, stack }) => {
  const policy = `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html`;
  const tag = `<script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`;
  await page.goto(
    stack.page(`<!doctype html>${tag}<enquiry-form case-type="house-move"></enquiry-form>`, policy),
  );
  const violations: string[] = [];
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const { rows, arrived } = await sendWith(page, stack, webp());
  expect(rows[0]).toContain('Converted to JPEG');
  await expect(fileRows(page).locator('canvas')).toBeVisible();
  expect(arrived.map(({ name, mime }) => `${name} ${mime}`)).toEqual(['street.jpg image/jpeg']);
  expect(violations.filter(text => !text.includes('favicon'))).toEqual([]);
});

test("photos are sent unchanged if the photo code can't be loaded, or after it loads on a retry", async ({
  page,
  visitor,
  stack,
}) => {
  let isThere = false;
  await page.route('**/assets/photos-*', route => (isThere ? route.continue() : route.abort()));
  await page.goto(`${stack.site}/house-move.html`);
  const { attach, form } = formOn(page);
  const photo = await draw(visitor, 'image.jpg', { type: 'image/jpeg', width: 300, height: 200 });
  await attach(photo, webp());
  await expect(fileRows(page).nth(0)).not.toContainText('ready');
  await expect(fileRows(page).nth(1)).toContainText('We couldn’t prepare this photo');
  isThere = true;
  await form.getByRole('button', { name: 'Try again: street.webp' }).click();
  await expect(fileRows(page).nth(1)).toContainText('Converted to JPEG');
});

test('a browser with randomized canvases sends photos unchanged where possible and explains the rest', async ({
  page,
  visitor,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const photo = await phonePhoto(visitor);
  await page.evaluate(() => {
    const { getImageData } = OffscreenCanvasRenderingContext2D.prototype;
    OffscreenCanvasRenderingContext2D.prototype.getImageData = function (...given) {
      const image = getImageData.apply(this, given as Parameters<typeof getImageData>);
      crypto.getRandomValues(image.data);
      return image;
    };
  });
  await formOn(page).attach(webp(), photo);
  await expect(fileRows(page).nth(0)).toContainText('Your browser’s privacy settings');
  await expect(fileRows(page).nth(1)).toContainText('Location removed');
});

test('a HEIC photo becomes a JPEG where the browser decodes it, as Safari does', async ({
  page,
  visitor,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  await page.evaluate(() => {
    const decode = createImageBitmap as (...given: unknown[]) => Promise<ImageBitmap>;
    const standIn = async (...given: unknown[]) => {
      const [source] = given;
      const isHeic = source instanceof Blob && (await source.slice(4, 12).text()) === 'ftypheic';
      if (!isHeic) return decode(...given);
      const canvas = new OffscreenCanvas(4032, 3024);
      const context = canvas.getContext('2d')!;
      for (const [at, colour] of ['red', 'lime', 'blue', 'yellow'].entries()) {
        context.fillStyle = colour;
        context.fillRect((at % 2) * 2016, Math.floor(at / 2) * 1512, 2016, 1512);
      }
      return canvas.transferToImageBitmap();
    };
    Object.assign(window, { createImageBitmap: standIn });
  });
  const { rows, arrived } = await sendWith(page, stack, heic());
  expect(rows[0]).toContain('Converted to JPEG');
  expect(arrived.map(({ name, mime }) => `${name} ${mime}`)).toEqual(['IMG_0007.jpg image/jpeg']);
  expect(await lookAt(visitor, arrived[0]!.buffer)).toEqual({
    width: 4032,
    height: 3024,
    colours: ['red', 'lime', 'blue', 'yellow'],
  });
});
