import { expect, test } from 'vitest';
import { detectPhotoKind } from './photo-kind.ts';

const bytesOf = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));

test.each([
  ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'image/avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'image/avif'],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic'],
  ['\0\0\0\x18ftypmif1\n\0\0\0mif1heic', 'image/heic'],
  ['\0\0\0\x18ftypmif3\0\0\0\0mif3unif', 'image/heic'],
  ['\0\0\0\x18ftypmiaf\0\0\0\0mif1MiHE', 'image/heic'],
  ['\0\0\0\x18ftyp1pic\0\0\0\0mif2', 'image/heic'],
  ['\0\0\0\x18ftypmif2\0\0\0\0mif2avif', 'image/avif'],
  [`BM${'\0'.repeat(12)}\x28\0\0\0`, 'image/bmp'],
  ['BM is no picture but a note', undefined],
  ['\0\0\0\x18ftypmp42\0\0\0\0isommp42', undefined],
  ['PK\x03\x04', undefined],
  ['<svg xmlns=', undefined],
  ['', undefined],
])('a file that begins with %j is %s', (start, kind) => {
  expect(detectPhotoKind(bytesOf(start))).toBe(kind);
});
