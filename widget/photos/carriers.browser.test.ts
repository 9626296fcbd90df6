// What the browser's decoder makes of photos whose location was removed.

import { detectFileKind } from '../../proxy/contract/definition.ts';
import { canariesIn, carriers, convertedCarriers } from '../../tools/testing/carriers.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';
import { preparePhoto } from './photos.ts';

const limits = { max_files: 1, max_bytes: 1_000_000, strip_metadata: 'location' } as const;

async function pixelsOf(blob: Blob): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  const picture = await createImageBitmap(blob);
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

test.each(Object.entries(carriers))('%s shows the same pixels without its location', async (_, bytes) => {
  const photo = new File([bytes], 'photo', { lastModified: 1 });
  const prepared = await preparePhoto(photo, detectFileKind(bytes)!, limits);
  if (typeof prepared === 'string') return expect.unreachable(prepared);
  expect(canariesIn(new Uint8Array(await prepared.body.arrayBuffer()))).toEqual([]);
  expect(`${prepared.did}`).toMatch(/^(location|details)Removed$/);
  // PNG readers reject an unknown critical chunk, so only the copy has pixels.
  const shown = pixelsOf(photo).catch(() => pixelsOf(prepared.body));
  expect(await pixelsOf(prepared.body)).toEqual(await shown);
});

test.each(Object.entries(convertedCarriers))('%s is converted without it', async (_, bytes) => {
  const prepared = await preparePhoto(new File([bytes], 'photo'), 'image/webp', limits);
  if (typeof prepared === 'string') return expect.unreachable(prepared);
  expect(canariesIn(new Uint8Array(await prepared.body.arrayBuffer()))).toEqual([]);
  expect(
    Math.max(
      ...Object.values(await pixelsOf(prepared.body))
        .filter(Number.isInteger)
        .map(Number),
    ),
  ).toBe(64);
});
