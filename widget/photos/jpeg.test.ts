import { expect, test } from 'vitest';
import {
  fromLatin1,
  join,
  photo,
  repeatBytes,
  segment,
  soi,
  toLatin1,
  xmp,
} from '../../tools/testing/widget/jpeg.ts';
import { parseExif, parseSegments, pictureEnd, stripMetadata } from './jpeg.ts';

test('the header ends at the scan, and the picture at its end marker', async () => {
  const bytes = join(photo(), fromLatin1('a tail'));
  expect(parseSegments(bytes).map(({ marker }) => marker)).toEqual([0xe1, 0xe2, 0xc0, 0xda]);
  expect(await pictureEnd(bytes)).toBe(bytes.length - 'a tail'.length);
  expect(await pictureEnd(bytes.subarray(0, bytes.length - 10))).toBe(bytes.length - 10);
});

test.each(['\xff', '\xff\xc4', '\xff\xc4\0'])(
  'a picture that is truncated in a marker ends there (%#)',
  async end => {
    const bytes = join(soi, segment(0xda, ''), fromLatin1(end));
    expect(await pictureEnd(bytes)).toBe(bytes.length);
  },
);

test.each<[string, ...Uint8Array[]]>([
  ['has too many segments', repeatBytes('\xff\xe0\0\x02', 2_000_000), photo()],
  ['has too many fill bytes', repeatBytes('\xff', 2_000_000), photo()],
  ['is truncated', photo().subarray(2, 175)],
])('finds no picture behind a header that %s', async (_, ...parts) => {
  const bytes = join(soi, ...parts);
  expect(parseSegments(bytes).length).toBeLessThan(5_000);
  expect(await stripMetadata(bytes)).toBeUndefined();
});

test('keeps its colours and orientation when its metadata is removed', async () => {
  const bytes = join(
    photo(xmp('<x/>'), segment(0xfe, 'a comment'), segment(0xed, 'Photoshop 3.0')),
    fromLatin1('tail'),
  );
  const parts = join(...(await stripMetadata(bytes))!);
  expect(parseSegments(parts).map(({ marker }) => marker)).toEqual([0xe1, 0xe2, 0xc0, 0xda]);
  expect(parseExif(parts)?.orientation).toBe(6);
  expect(toLatin1(parts)).not.toMatch(/2026|Nobody|comment|Photoshop|tail/);
  expect(await pictureEnd(parts)).toBe(parts.length);
  expect(join(...(await stripMetadata(parts))!)).toEqual(parts);
});
