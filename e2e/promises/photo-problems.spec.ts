import { jpeg } from '../files/documents.ts';
import { animatedGif, drawPicture, heic, phonePhoto, webp } from '../files/photos.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { fileRows } from '../visitor/page-actions.ts';
import { serveWithLimits } from '../visitor/photo-form.ts';

const brokenWebp = 'RIFF\x40\0\0\0WEBPVP8 \x30\0\0\0\0\0\0\x9d\x01\x2a\x10\0\x10\0';

test("each photo that can't be sent says why, with advice", async ({ page, visitor, stack }) => {
  await serveWithLimits(page, { max_bytes: 50_000, max_files: 20 });
  await page.goto(`${stack.site}/house-move.html`);
  const clear = await drawPicture(visitor, 'plan.png', {
    type: 'image/png',
    width: 400,
    height: 300,
    isTransparent: true,
  });
  const large = await drawPicture(visitor, 'noise.png', { type: 'image/png', width: 400, height: 300 });
  const moving = { ...animatedGif(), buffer: Buffer.concat([animatedGif().buffer, Buffer.alloc(60_000)]) };
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
    { ...webp(), name: 'broken.webp', buffer: Buffer.from(brokenWebp.padEnd(200, '\0'), 'latin1') },
    { ...jpeg(60_000), name: 'one pixel, much comment.jpg' },
  );
  const row = (name: string) => fileRows(page).filter({ hasText: name });
  await expect(row('large plan.png')).toContainText('Reduced in size');
  await expect(row('noise.png')).toContainText('Reduced in size');
  await expect(row('moving.gif')).toContainText('This animation is larger than');
  await expect(row('huge.png')).toContainText('more than 250 megapixels');
  await expect(row('IMG_0007.HEIC')).toContainText('can’t open HEIC photos');
  await expect(row('broken.webp')).toContainText('We can’t open this image');
  await expect(row('one pixel')).toContainText('Reduced in size');
  await expect(formOn(page).form.getByRole('status')).toHaveText('4 files added, 4 can’t be sent.');
});

test("photos are sent unchanged if the photo code can't be loaded, and converted if a retry loads it", async ({
  page,
  visitor,
  stack,
}) => {
  let isThere = false;
  await page.route('**/assets/photos-*', route => (isThere ? route.continue() : route.abort()));
  await page.goto(`${stack.site}/house-move.html`);
  const { attach, form } = formOn(page);
  const photo = await drawPicture(visitor, 'image.jpg', { type: 'image/jpeg', width: 300, height: 200 });
  await attach(photo, webp());
  await expect(fileRows(page).nth(0)).toContainText(/kB/);
  await expect(fileRows(page).nth(0)).not.toContainText(/couldn’t|JPEG/);
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
      image.data.set(image.data.map((_, at) => (at * 167) % 251));
      return image;
    };
  });
  await formOn(page).attach(webp(), photo);
  await expect(fileRows(page).nth(0)).toContainText('Your browser’s privacy settings');
  await expect(fileRows(page).nth(1)).toContainText('Location removed');
});
