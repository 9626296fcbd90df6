// The place where a photo was taken doesn't arrive. The tests of the proxy's routes send photos in all four ways.
import type { TestFile } from '../files/documents.ts';
import { drawPicture, phonePhoto, placesIn, pngWithExif, webpWithExif } from '../files/photos.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { sendWithFiles } from '../visitor/photo-form.ts';
import type { Visitor } from '../visitor/visitor.ts';

/** A JPEG, a PNG and a WebP with the place where they were taken. */
async function photosOf(visitor: Visitor): Promise<TestFile[]> {
  const png = await drawPicture(visitor, 'screen.png', { type: 'image/png', width: 64, height: 48 });
  const photos = [await phonePhoto(visitor), { ...png, buffer: pngWithExif(png.buffer) }, webpWithExif()];
  expect(photos.map(({ buffer }) => placesIn(buffer).length)).toEqual([2, 1, 1]);
  return photos;
}

/** Expects that photos with these names have arrived, without their places. */
async function expectNoPlaces(stack: Stack, names: string[]): Promise<void> {
  const files = (await stack.listEnquiries()).flatMap(each => each.files);
  expect(files.map(({ name }) => name).toSorted()).toEqual(names);
  for (const file of files) expect(placesIn(await stack.downloadFile(file))).toEqual([]);
}

test('no photo’s place arrives from the element', async ({ page, visitor, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  await sendWithFiles(page, stack, ...(await photosOf(visitor)));
  await expectNoPlaces(stack, ['IMG_2041.jpg', 'screen.png', 'turned.jpg']);
});

test('no photo’s place arrives from a page without JavaScript, which can’t convert a WebP', async ({
  browser,
  page,
  visitor,
  stack,
}) => {
  await page.goto(stack.site);
  const photos = await photosOf(visitor);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${stack.proxy}/forms/house-move`);
  await plain.getByLabel('First name', { exact: true }).fill('Ada');
  await plain.getByLabel('Last name', { exact: true }).fill('Byron');
  await plain.getByLabel('Email address', { exact: true }).fill('ada@example.com');
  await plain.getByLabel('Selling', { exact: true }).check();
  await plain.getByLabel(/how much/).fill('200000');
  await plain.getByLabel(/I have read the terms/).check();
  await plain.locator('#files').setInputFiles(photos);
  await plain.getByRole('button', { name: /^Send|quote/ }).click();
  await expect(plain.getByText('2 of 3 files were sent.')).toBeVisible();
  await plain.close();
  await expectNoPlaces(stack, ['IMG_2041.jpg', 'screen.png']);
});
