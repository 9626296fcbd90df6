import { heic, inspectPicture, phonePhoto, webp } from '../files/photos.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { fileRows } from '../visitor/page-actions.ts';
import { sendWithFiles, serveWithLimits } from '../visitor/photo-form.ts';
import { photoSuite } from './suites/photos.ts';

photoSuite(test);

test(
  'a photo above the limit is scaled down until it fits and keeps its time',
  beforeRelease,
  async ({ page, visitor, stack }) => {
    await serveWithLimits(page, { max_bytes: 1_000_000 });
    await page.goto(`${stack.site}/house-move.html`);
    const photo = await phonePhoto(visitor, 'IMG_2042.jpg', 0.95);
    expect(photo.buffer.length).toBeGreaterThan(1_000_000);
    const { rows, arrived } = await sendWithFiles(page, stack, photo);
    expect(rows[0]).toContain('Reduced in size · Location removed');
    const { buffer } = arrived[0]!;
    expect(buffer.length).toBeLessThanOrEqual(1_000_000);
    expect(buffer.subarray(0, 1_000).toString('latin1')).toContain('2026:02:01 08:15:00');
    const { width, height, colours } = await inspectPicture(visitor, buffer);
    expect(width / height).toBeCloseTo(3 / 4, 2);
    expect(height).toBeGreaterThanOrEqual(2048);
    expect(colours).toEqual(['blue', 'red', 'yellow', 'lime']);
  },
);

test('photos are shown and converted under a strict content security policy', async ({ page, stack }) => {
  const policy = `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html`;
  const tag = `<script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`;
  const violations: string[] = [];
  page.on('console', message => {
    if (/Content.Security.Policy/.test(message.text())) violations.push(message.text());
  });
  await page.goto(
    stack.servePage(`<!doctype html>${tag}<enquiry-form case-type="house-move"></enquiry-form>`, policy),
  );
  const { rows, arrived } = await sendWithFiles(page, stack, webp());
  expect(rows[0]).toContain('Converted to JPEG');
  await expect(fileRows(page).locator('canvas')).toBeVisible();
  expect(arrived.map(({ name, mime }) => `${name} ${mime}`)).toEqual(['street.jpg image/jpeg']);
  expect(violations.filter(text => !text.includes('favicon'))).toEqual([]);
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
  const { rows, arrived } = await sendWithFiles(page, stack, heic());
  expect(rows[0]).toContain('Converted to JPEG');
  expect(arrived.map(({ name, mime }) => `${name} ${mime}`)).toEqual(['IMG_0007.jpg image/jpeg']);
  expect(await inspectPicture(visitor, arrived[0]!.buffer)).toEqual({
    width: 4032,
    height: 3024,
    colours: ['red', 'lime', 'blue', 'yellow'],
  });
});
