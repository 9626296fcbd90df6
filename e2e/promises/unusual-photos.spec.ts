// Photos with unusual metadata or proportions. Each one still arrives as a picture.

import type { Page } from '@playwright/test';
import type { TestFile } from '../files/documents.ts';
import { drawPicture, inspectPicture, phoneExif, webpWithExif } from '../files/photos.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

/** Sends the short form with these files. Resolves with the arrived files in the same order. */
async function sendAndDownload(page: Page, stack: Stack, ...files: TestFile[]): Promise<Buffer[]> {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send } = formOn(page);
  await fillHouseMove(page);
  await attach(...files);
  await send();
  await expect(form.getByText(/ · Sent$/)).toHaveCount(files.length);
  const [enquiry] = await stack.listEnquiries();
  const named = (name: string) => enquiry!.files.find(file => file.name === name.replace('webp', 'jpg'))!;
  return Promise.all(files.map(({ name }) => stack.downloadFile(named(name))));
}

/** A WebP with this EXIF segment. */
function webpWith(name: string, tiff: Buffer): TestFile {
  const { buffer } = webpWithExif();
  const at = buffer.indexOf('EXIF');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(tiff.length);
  const file = {
    name,
    mimeType: 'image/webp',
    buffer: Buffer.concat([buffer.subarray(0, at + 4), length, tiff]),
  };
  file.buffer.writeUInt32LE(file.buffer.length - 8, 4);
  return file;
}

test('a WebP arrives in its orientation, whether or not the browser applies it', async ({
  page,
  visitor,
  stack,
}) => {
  const files = [2, 3, 4, 6].map(orientation => {
    const tiff = phoneExif();
    tiff.writeUInt16BE(orientation, 30);
    return webpWith(`turned-${orientation}.webp`, tiff);
  });
  const arrived = await sendAndDownload(page, stack, ...files);
  const colours = await Promise.all(
    arrived.map(async bytes => (await inspectPicture(visitor, bytes)).colours),
  );
  expect(colours).toEqual([
    ['lime', 'red', 'yellow', 'blue'],
    ['yellow', 'blue', 'lime', 'red'],
    ['blue', 'yellow', 'red', 'lime'],
    ['blue', 'red', 'yellow', 'lime'],
  ]);
});

test("a long, narrow picture doesn't get a huge thumbnail", async ({ page, visitor, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach } = formOn(page);
  const [ribbon, ruler] = await Promise.all(
    [2_001, 2_000].map(height =>
      drawPicture(visitor, `${height}.png`, { type: 'image/png', width: 100, height }),
    ),
  );
  await attach(ribbon!, ruler!);
  const rows = form.locator('[part=file]');
  await expect(rows.nth(1).locator('canvas')).toBeVisible();
  await expect(rows.nth(0).locator('[part=thumbnail]')).toHaveText('png');
});
