import { expect, test } from 'vitest';
import { photo } from '../../tools/testing/jpeg.ts';
import { preparePhoto } from './photos.ts';

const prepare = (bytes: Uint8Array<ArrayBuffer>, strip_metadata: 'location' | 'none') =>
  preparePhoto(new File([bytes], 'photo.jpg'), 'image/jpeg', {
    max_files: 1,
    max_bytes: 1_000_000,
    strip_metadata,
  });

test('a photo stays as it is where no metadata is removed', async () => {
  const prepared = await prepare(photo(), 'none');
  if (typeof prepared === 'string') return expect.unreachable();
  expect(prepared.did).toEqual([]);
  expect(await prepared.body.bytes()).toEqual(photo());
});

test('a photo is refused when nothing says where its picture is', async () => {
  expect(await prepare(photo().slice(0, 100), 'location')).toBe('photo_broken');
});
