import { expect, test } from 'vitest';
import { fromLatin1, join, photo, repeatBytes, soi } from '../../tools/testing/jpeg.ts';
import { parseExif, parseSegments } from './parse-jpeg.ts';

test('the header ends at the scan', () => {
  const bytes = join(photo(), fromLatin1('a tail'));
  expect(parseSegments(bytes).map(({ marker }) => marker)).toEqual([0xe1, 0xe2, 0xc0, 0xda]);
  expect(parseExif(bytes)?.orientation).toBe(6);
});

test.each(['\xff\xe0\0\x02', '\xff'])('a header that is too long is read in part (%#)', text => {
  const segments = parseSegments(join(soi, repeatBytes(text, 2_000_000), photo()));
  expect(segments.length).toBeLessThan(5_000);
});
