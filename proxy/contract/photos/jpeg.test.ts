import { expect, test } from 'vitest';
import {
  cleanBytes,
  frame,
  fromLatin1,
  icc,
  join,
  photo,
  repeatBytes,
  scan,
  segment,
  soi,
  stripMetadata,
  toLatin1,
  xmp,
} from '../../../tools/testing/jpeg.ts';
import { tiff } from '../../../tools/testing/tiff.ts';
import { Exif, isSame, orientationTiff } from './exif.ts';
import { exifSegment } from './jpeg.ts';

test('the picture ends at its end marker', async () => {
  const bytes = photo();
  const tail = fromLatin1('a tail');
  const stripped = await stripMetadata(join(bytes, tail));
  expect(stripped).toEqual(await stripMetadata(bytes));
  expect(stripped!.subarray(-scan.length)).toEqual(scan);
  // Without its end marker, it has no end.
  const cut = await stripMetadata(join(bytes.subarray(0, bytes.length - 2), tail));
  expect(toLatin1(cut!)).toMatch(/a tail$/);
});

test.each(['\xff', '\xff\xc4', '\xff\xc4\0'])(
  'a picture that is truncated in a marker ends there (%#)',
  async end => {
    const bytes = join(soi, segment(0xda, ''), fromLatin1(end));
    expect(await stripMetadata(bytes)).toEqual(bytes);
  },
);

test.each<[string, ...Uint8Array[]]>([
  ['has too many segments', repeatBytes('\xff\xe0\0\x02', 2_000_000), photo()],
  ['has too many fill bytes', repeatBytes('\xff', 2_000_000), photo()],
  ['is truncated', photo().subarray(2, 175)],
])('finds no picture behind a header that %s', async (_, ...parts) => {
  expect(await stripMetadata(join(soi, ...parts))).toBeUndefined();
});

test('keeps its colours and orientation when its metadata is removed', async () => {
  const bytes = join(
    photo(xmp('<x/>'), segment(0xfe, 'a comment'), segment(0xed, 'Photoshop 3.0')),
    fromLatin1('tail'),
  );
  const kept = join(soi, exifSegment(orientationTiff(6)), icc, frame, scan);
  expect(await cleanBytes(bytes, 'all')).toEqual({ cleaned: kept, removed: 'details' });
  expect(Exif.parse(kept.subarray(12))?.orientation).toBe(6);
  expect(await cleanBytes(kept, 'all')).toEqual({ cleaned: kept, removed: 'nothing' });
});

const long = (text: string) => segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${'.'.repeat(40)}${text}`);
const files = {
  'a photo with a video': join(
    photo(xmp('<x exif:GPSLatitude="51,30.4N"/>')),
    repeatBytes('..\xff.', 60_000),
  ),
  'a photo with a picture': join(photo(), repeatBytes('....', 32_766), photo(), repeatBytes('.', 100_000)),
  'long XMP': join(
    soi,
    ...Array.from({ length: 8 }, () => long('x'.repeat(60_000))),
    long(''),
    long('<x exif:GPSLati'),
    long('tude="51,30.4N"'),
    exifSegment(tiff('II')),
    frame,
    scan,
  ),
  'a progressive picture': join(
    photo().subarray(0, -2),
    fromLatin1('\xff\xff'),
    segment(0xc4, '\xff\xd9'.repeat(20)),
    scan,
    fromLatin1('the end'),
  ),
  'fill bytes and junk': join(soi, fromLatin1('\0\xff\xff\xff\x01ab\xff\xd0'), photo()),
  'a truncated header': photo().subarray(0, 175),
  'a truncated scan': photo().subarray(0, -1),
  'a PNG': fromLatin1(
    '\x89PNG\r\n\x1a\n\0\0\0\x04eXIfabcdCRC!\0\0\0\x03tEXtabcCRC!\0\0\0\x02IDATabCRC!\0\0\0\0IENDCRC!after',
  ),
};

test.each(Object.keys(files) as (keyof typeof files)[])(
  '%s is the same however it arrives in pieces',
  async name => {
    for (const what of ['location', 'all'] as const) {
      const whole = await cleanBytes(files[name], what, files[name].length).catch(String);
      for (const pieceBytes of [1, 7, 4_099, 65_536, 131_072]) {
        if (pieceBytes < 10 && files[name].length > 10_000) continue; // It would take seconds.
        const inPieces = await cleanBytes(files[name], what, pieceBytes).catch(String);
        if (typeof whole === 'string' || typeof inPieces === 'string') expect(inPieces).toBe(whole);
        else {
          expect(inPieces.removed).toBe(whole.removed);
          expect(isSame(inPieces.cleaned, whole.cleaned)).toBe(true);
        }
      }
    }
  },
);

test.each(Object.keys(files) as (keyof typeof files)[])('%s that is clean stays the same', async name => {
  const { cleaned, removed } = await cleanBytes(files[name], 'location');
  expect(removed).not.toBe('too-complex');
  expect(cleaned).toHaveLength(files[name].length);
  expect(toLatin1(cleaned)).not.toMatch(/GPS|51,30|\x88\x25|\x25\x88/);
  const again = await cleanBytes(cleaned, 'location');
  expect(again.removed).toBe('nothing');
  expect(isSame(again.cleaned, cleaned)).toBe(true);
});
