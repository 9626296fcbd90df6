import { expect, test } from 'vitest';
import { photo } from '../../tools/testing/jpeg.ts';
import { preparePhoto } from './photos.ts';

const prepareJpeg = (bytes: Uint8Array<ArrayBuffer>, strip_metadata: 'location' | 'all') =>
  preparePhoto(new File([bytes], 'photo.jpg'), 'image/jpeg', {
    max_files: 1,
    max_bytes: 10_485_760,
    strip_metadata,
  });

test('a photo stays as it is where no metadata is removed', async () => {
  const file = new File([photo()], 'photo.jpg');
  const prepared = await preparePhoto(file, 'image/jpeg', {
    max_files: 1,
    max_bytes: 1_000_000,
    strip_metadata: 'none',
  });
  if (typeof prepared === 'string') return expect.unreachable();
  expect(prepared.did).toEqual([]);
  expect(await prepared.body.bytes()).toEqual(photo());
});

test('a photo is refused when nothing says where its picture is', async () => {
  expect(await prepareJpeg(photo().slice(0, 100), 'location')).toBe('photo_broken');
});
