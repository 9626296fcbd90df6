import { expect, test } from 'vitest';
import {
  blankLocation,
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
import { Exif } from './exif.ts';
import { exifSegment } from './jpeg.ts';

/** The EXIF of a photo whose header begins with it. */
const exifOf = (bytes: Uint8Array) => Exif.parse(bytes.subarray(12));

test('removes the location and changes no other byte', async () => {
  const before = photo();
  const after = photo();
  expect(await blankLocation(after)).toBe('location');
  expect(after).toHaveLength(before.length);
  expect(exifOf(after)?.orientation).toBe(6);
  expect(toLatin1(after)).toContain('2026:02:01 08:15:00');
  expect(exifOf(after)?.blankLocation()).toBe(false);
  const from = before.length - icc.length - frame.length - scan.length;
  expect(after.subarray(from)).toEqual(before.subarray(from));
});

test.each([
  [xmp('<rdf:Description exif:GPSLatitude="51,30.4N" tiff:Make="Nobody"/>'), '51,30.4N'],
  [xmp('<exif:GPSLongitude>0,7.6W</exif:GPSLongitude><tiff:Make>Nobody</tiff:Make>'), '0,7.6W'],
  [xmp("<x ns1:GPSAltitude = '35/1' tiff:Make='Nobody'/>"), '35/1'],
])('removes the location from XMP and nothing else (%#)', async (packet, place) => {
  const bytes = join(soi, packet, frame, scan);
  expect(toLatin1(bytes)).toContain(place);
  expect(await blankLocation(bytes)).toBe('location');
  expect(toLatin1(bytes)).not.toContain(place);
  expect(toLatin1(bytes)).not.toContain('GPS');
  expect(toLatin1(bytes)).toContain('Nobody');
});

test.each([
  '+51.5074-000.1278/',
  '+51.5-000.1/',
  '+51.5074-000.1278+011.000/',
  '+5130.444-00007.668/',
  '+51.5074-000.1278+35CRSWGS_84/',
])('removes the location %s from an appended video and an appended picture', async place => {
  const bytes = join(soi, frame, scan, fromLatin1(`....\xa9xyz\0\x12\x15\xc7${place}`), photo());
  expect(await blankLocation(bytes)).toBe('location');
  expect(toLatin1(bytes)).not.toMatch(/51\.5|5130/);
  expect(await blankLocation(bytes)).toBe('nothing');
});

test.each<[string, ...Uint8Array[]]>([
  ['after bytes that aren’t a marker', fromLatin1('\0\0'), exifSegment(tiff('II'))],
  [
    'in the thumbnail of a photo',
    segment(0xe1, `Exif\0\0II*\0\x08\0\0\0\0\0${String.fromCharCode(...photo())}`),
  ],
])('removes the location and keeps the time in EXIF %s', async (_, ...parts) => {
  const bytes = join(soi, segment(0xe0, 'JFIF\0'), ...parts, frame, scan);
  expect(await blankLocation(bytes)).toBe('location');
  expect(toLatin1(bytes)).toContain('2026:02:01 08:15:00');
  expect(await blankLocation(bytes)).toBe('nothing');
  expect(toLatin1(bytes)).not.toMatch(/\x25\x88|\x88\x25/);
  expect(toLatin1((await stripMetadata(bytes))!)).not.toContain('2026');
});

test('removes the location from XMP that continues in the next segment', async () => {
  const long = (offset: string, content: string) =>
    segment(
      0xe1,
      `http://ns.adobe.com/xmp/extension/\0${'0123456789ABCDEF'.repeat(2)}\0\0\0\x64${offset}${content}`,
    );
  const bytes = join(
    soi,
    long('\0\0\0\0', '<x exif:GPSLati'),
    long('\0\0\0\x0f', 'tude="51,30.4N" tiff:Make="Nobody"/>'),
    frame,
    scan,
  );
  expect(await blankLocation(bytes)).toBe('location');
  expect(toLatin1(bytes)).not.toMatch(/GPS|51,30/);
  expect(toLatin1(bytes)).toContain('tiff:Make="Nobody"');
});

test('removes place names from IPTC and XMP, and no other text', async () => {
  const line = (number: number, text: string) =>
    `\x1c\x02${String.fromCharCode(number)}\0${String.fromCharCode(text.length)}${text}`;
  const words = `${line(5, 'A dent')}${line(90, 'Northport')}${line(92, 'Quay 4')}${line(120, 'My car')}`;
  const iptc = (name: string) =>
    segment(
      0xed,
      `Photoshop 3.0\x008BIM\x04\x04${name}\0\0\0${String.fromCharCode(words.length)}${words}8BIM\x04\x25`,
    );
  const packet = xmp(
    '<rdf:Description photoshop:City="Northport" photoshop:Headline="A dent"><Iptc4xmpExt:LocationCreated><rdf:Bag>' +
      '<rdf:li Iptc4xmpExt:Sublocation="Quay 4"/></rdf:Bag></Iptc4xmpExt:LocationCreated></rdf:Description>',
  );
  for (const part of [iptc('\0\0'), iptc('\x03abc'), packet]) {
    const bytes = join(soi, part, frame, scan);
    expect(await blankLocation(bytes)).toBe('location');
    expect(toLatin1(bytes)).not.toMatch(/Northport|Quay/);
    expect(toLatin1(bytes)).toContain('A dent');
    expect(bytes).toHaveLength(join(soi, part, frame, scan).length);
    expect(await blankLocation(bytes)).toBe('nothing');
  }
});

test('leaves a picture without a location unchanged', async () => {
  const bytes = join(soi, icc, frame, scan);
  expect(await blankLocation(bytes)).toBe('nothing');
  expect(bytes).toEqual(join(soi, icc, frame, scan));
});

test('removes the locations of a hundred appended pictures', async () => {
  const bytes = join(photo(), ...Array.from({ length: 100 }, () => photo()));
  expect(await blankLocation(bytes)).toBe('location');
  expect(await blankLocation(bytes)).toBe('nothing');
});

test('finds a location anywhere in a long appendix', async () => {
  const place = 'exif:GPSLatitude="51,30.4N"';
  for (const before of [131_040, 131_060, 131_071, 131_072, 163_830, 262_140]) {
    const bytes = join(
      soi,
      frame,
      scan,
      repeatBytes('.', before),
      fromLatin1(place),
      repeatBytes('.', 200_000),
    );
    expect(await blankLocation(bytes)).toBe('location');
    expect(toLatin1(bytes)).not.toMatch(/GPS|51,30/);
  }
});

/** A TIFF whose location table has this many values, all of them in the same bytes. */
function overlapping(values: number, length: number): Uint8Array {
  const bytes = new Uint8Array(28 + 12 * values + length);
  const view = new DataView(bytes.buffer);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, tag);
    view.setUint16(at + 2, type);
    view.setUint32(at + 4, count);
    view.setUint32(at + 8, value);
  };
  bytes.set(fromLatin1('MM\0\x2a\0\0\0\x08\0\x01'));
  entry(10, 0x8825, 4, 1, 26);
  view.setUint16(26, values);
  for (let at = 28; at < 28 + 12 * values; at += 12) entry(at, 2, 1, length, 28 + 12 * values);
  return bytes;
}

const xmpPart = segment(
  0xe1,
  `http://ns.adobe.com/xmp/extension/\0${'.'.repeat(40)}${'a:GPSx="" '.repeat(3_000)}`,
);

// Quadratic work would take minutes to hours on these files, far beyond a test's time limit.
test.each<[string, ...Uint8Array[]]>([
  ['EXIF prefixes whose tables overlap', repeatBytes('Exif\0\0II*\0\x08\0\0\0\xff\xff', 500_000)],
  ['EXIF values that overlap', fromLatin1('Exif\0\0'), overlapping(65_535, 8_000_000)],
  [
    'IPTC blocks that share their datasets',
    repeatBytes('8BIM\x04\x04\0\0\0\0\0\0\x1c\x02\x05\0\x0c', 500_000),
  ],
  ['elements that share the end of a tag', repeatBytes('<a:GPSx ', 1_000_000), fromLatin1('>')],
  ['elements without an end', repeatBytes('<a:GPSx>', 1_000_000)],
  ['elements that another element ends', repeatBytes('<a:GPSx></a:GPSy>', 500_000)],
  ['appended pictures', ...Array.from({ length: 40_000 }, () => photo())],
])('gives up on too many %s', async (_, ...parts) => {
  expect(await blankLocation(join(soi, frame, scan, ...parts))).toBe('too-complex');
});

test('gives up on too many parts of XMP', async () => {
  const bytes = join(soi, ...Array.from({ length: 900 }, () => xmpPart), frame, scan);
  expect(await blankLocation(bytes)).toBe('too-complex');
});

test('gives up on a location of many thousand characters', async () => {
  const place = join(
    fromLatin1('<exif:GPSLatitude>'),
    repeatBytes('5', 60_000),
    fromLatin1('</exif:GPSLatitude>'),
  );
  const tail = join(repeatBytes('.', 131_000), place, repeatBytes('.', 131_000));
  expect(await blankLocation(join(soi, frame, scan, tail))).toBe('too-complex');
});

test('removes the location from a truncated header', async () => {
  const bytes = photo().subarray(0, 175);
  expect(await blankLocation(bytes)).toBe('location');
  expect(toLatin1(bytes)).not.toContain('\x88\x25');
});

test('removes a location after too many segments', async () => {
  const bytes = join(soi, repeatBytes('\xff\xe1\0\x02', 2_000_000), exifSegment(tiff('MM')), frame, scan);
  expect(await blankLocation(bytes)).toBe('location');
  expect(await blankLocation(bytes)).toBe('nothing');
});
