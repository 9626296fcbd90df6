import { expect, test } from 'vitest';
import { bare, endOf, exifOf, segmentsOf } from './jpeg.ts';
import { bytesOf, join, photo, repeated, segment, soi, textOf, xmp } from './jpeg-for-tests.ts';

test('the head is read up to the scan, and the picture ends with its marker', async () => {
  const bytes = join(photo(), bytesOf('a tail'));
  expect(segmentsOf(bytes).map(({ marker }) => marker)).toEqual([0xe1, 0xe2, 0xc0, 0xda]);
  expect(await endOf(bytes)).toBe(bytes.length - 'a tail'.length);
  expect(await endOf(bytes.subarray(0, bytes.length - 10))).toBe(bytes.length - 10);
});

test.each(['\xff', '\xff\xc4', '\xff\xc4\0'])(
  'a picture that is cut off in a marker ends there (%#)',
  async end => {
    const bytes = join(soi, segment(0xda, ''), bytesOf(end));
    expect(await endOf(bytes)).toBe(bytes.length);
  },
);

test.each<[string, ...Uint8Array[]]>([
  ['has too many segments', repeated('\xff\xe0\0\x02', 2_000_000), photo()],
  ['has too many fill bytes', repeated('\xff', 2_000_000), photo()],
  ['is cut off', photo().subarray(2, 175)],
])('a head that %s shows no picture that could be kept', async (_, ...parts) => {
  const bytes = join(soi, ...parts);
  expect(segmentsOf(bytes).length).toBeLessThan(5_000);
  expect(await bare(bytes)).toBeUndefined();
});

test('without all details it keeps its colours, and the way it is turned', async () => {
  const bytes = join(
    photo(xmp('<x/>'), segment(0xfe, 'a comment'), segment(0xed, 'Photoshop 3.0')),
    bytesOf('tail'),
  );
  const parts = join(...(await bare(bytes))!);
  expect(segmentsOf(parts).map(({ marker }) => marker)).toEqual([0xe1, 0xe2, 0xc0, 0xda]);
  expect(exifOf(parts)?.orientation).toBe(6);
  expect(textOf(parts)).not.toMatch(/2026|Nobody|comment|Photoshop|tail/);
  expect(await endOf(parts)).toBe(parts.length);
  expect(join(...(await bare(parts))!)).toEqual(parts);
});
