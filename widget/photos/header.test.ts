import { expect, test } from 'vitest';
import { join, photo, repeatBytes } from '../../tools/testing/jpeg.ts';
import { isAnimated, readSize } from './header.ts';

const bytesOf = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));
const png = '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\0\0\0\0\x80\x08\x02\0\0\0CRC!\0\0\0\0IDAT';
const gif = (...frames: string[]) =>
  `GIF89a\0\x01\x80\0\x80\0\0${frames.map(flags => `!\xf9\x04${flags}\0\0\0\0`).join('')}`;

test.each([
  ['image/png', png],
  ['image/gif', gif()],
  ['image/bmp', `BM${'\0'.repeat(12)}\x28\0\0\0\0\x01\0\0\x80\0\0\0`],
  ['image/bmp', `BM${'\0'.repeat(12)}\x28\0\0\0\0\x01\0\0\x80\xff\xff\xff`], // The rows are upside down, so the height is -128.
  ['image/bmp', `BM${'\0'.repeat(12)}\x0c\0\0\0\0\x01\x80\0`],
  ['image/webp', 'RIFF....WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\0\0\x7f\0\0'],
  ['image/webp', 'RIFF....WEBPVP8L....\x2f\xff\xc0\x1f\0'],
  ['image/webp', 'RIFF....WEBPVP8 ....\0\0\0\x9d\x01\x2a\0\x01\x80\0'],
  ['image/avif', '....ftypavif....ispe\0\0\0\0\0\0\0\x10\0\0\0\x10....ispe\0\0\0\0\0\0\x01\0\0\0\0\x80'],
  ['image/jpeg', '\xff\xd8\xff\xfe\0\x04hi\xff\xc2\0\x0b\x08\0\x80\x01\0\x01\x01\x11\0'],
])('reads the size of %s from its header (%#)', (kind, text) => {
  const bytes = bytesOf(text);
  expect(readSize(bytes, kind)).toEqual({ width: 256, height: 128 });
  for (let length = 0; length < bytes.length; length++) readSize(bytes.slice(0, length), kind);
});

test('an invalid header has no size', () => {
  expect(readSize(bytesOf('\xff\xd8\xff\xd9'), 'image/jpeg')).toBeUndefined();
  expect(readSize(bytesOf(''), 'image/png')).toBeUndefined();
  const endless = repeatBytes('\xff\xe0\0\x02', 2_000_000);
  expect(readSize(join(bytesOf('\xff\xd8'), endless, photo().subarray(2)), 'image/jpeg')).toBeUndefined();
  expect(readSize(bytesOf('anything'), 'application/pdf')).toBeUndefined();
});

test.each([
  ['image/gif', gif('\0', '\0'), true],
  ['image/gif', gif('\x01'), false],
  ['image/png', png, false],
])('reads from the header of %s whether it is animated (%#)', async (kind, text, animated) => {
  expect(await isAnimated(bytesOf(text), kind)).toBe(animated);
});
