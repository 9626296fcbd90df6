import { expect, test } from 'vitest';
import { frame, join, photo, repeatBytes, scan, soi, toLatin1 } from '../../tools/testing/jpeg.ts';
import { parseExif } from './parse-jpeg.ts';
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

test('a photo whose metadata is too complex is sent without any of it', async () => {
  const bytes = join(photo(), repeatBytes('Exif\0\0II*\0\x08\0\0\0\xff\xff', 100_000));
  const prepared = await prepareJpeg(bytes, 'location');
  if (typeof prepared === 'string') return expect.unreachable();
  expect(prepared.did).toEqual(['detailsRemoved']);
  const sent = new Uint8Array(await prepared.body.arrayBuffer());
  expect(parseExif(sent)?.orientation).toBe(6);
  expect(toLatin1(sent)).not.toMatch(/2026|Nobody|II\*/);
  expect(sent.subarray(-frame.length - scan.length)).toEqual(join(frame, scan));
});

test('a photo is refused when its header is too complex to remove all metadata', async () => {
  const bytes = join(soi, repeatBytes('\xff\xe0\0\x02', 10_000), photo());
  expect(await prepareJpeg(bytes, 'all')).toBe('photo_broken');
});
