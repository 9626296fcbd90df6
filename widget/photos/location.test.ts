import { expect, test } from 'vitest';
import { bare, exifOf, exifSegment } from './jpeg.ts';
import {
  bytesOf,
  frame,
  icc,
  join,
  photo,
  repeated,
  scan,
  segment,
  soi,
  textOf,
  xmp,
} from './jpeg-for-tests.ts';
import { blankLocation } from './location.ts';
import { tiff } from './tiff-for-tests.ts';

test('the place goes, and every other byte stays', async () => {
  const before = photo();
  const after = photo();
  expect(await blankLocation(after)).toBe('blanked');
  expect(after).toHaveLength(before.length);
  expect(exifOf(after)?.orientation).toBe(6);
  expect(textOf(after)).toContain('2026:02:01 08:15:00');
  expect(exifOf(after)?.blankLocation()).toBe(false);
  const from = before.length - icc.length - frame.length - scan.length;
  expect(after.subarray(from)).toEqual(before.subarray(from));
});

test.each([
  [xmp('<rdf:Description exif:GPSLatitude="51,30.4N" tiff:Make="Nobody"/>'), '51,30.4N'],
  [xmp('<exif:GPSLongitude>0,7.6W</exif:GPSLongitude><tiff:Make>Nobody</tiff:Make>'), '0,7.6W'],
  [xmp("<x ns1:GPSAltitude = '35/1' tiff:Make='Nobody'/>"), '35/1'],
])('the place goes from XMP, and the rest of it stays (%#)', async (packet, place) => {
  const bytes = join(soi, packet, frame, scan);
  expect(textOf(bytes)).toContain(place);
  expect(await blankLocation(bytes)).toBe('blanked');
  expect(textOf(bytes)).not.toContain(place);
  expect(textOf(bytes)).not.toContain('GPS');
  expect(textOf(bytes)).toContain('Nobody');
});

test.each([
  '+51.5074-000.1278/',
  '+51.5-000.1/',
  '+51.5074-000.1278+011.000/',
  '+5130.444-00007.668/',
  '+51.5074-000.1278+35CRSWGS_84/',
])('the place %s goes from a film and from a second picture behind the picture', async place => {
  const bytes = join(soi, frame, scan, bytesOf(`....\xa9xyz\0\x12\x15\xc7${place}`), photo());
  expect(await blankLocation(bytes)).toBe('blanked');
  expect(textOf(bytes)).not.toMatch(/51\.5|5130/);
  expect(await blankLocation(bytes)).toBe('none');
});

test.each<[string, ...Uint8Array[]]>([
  ['behind what is no marker', bytesOf('\0\0'), exifSegment(tiff('II'))],
  [
    'in the thumbnail of a photo',
    segment(0xe1, `Exif\0\0II*\0\x08\0\0\0\0\0${String.fromCharCode(...photo())}`),
  ],
])('the place goes from an EXIF %s, and its time stays', async (_, ...parts) => {
  const bytes = join(soi, segment(0xe0, 'JFIF\0'), ...parts, frame, scan);
  expect(await blankLocation(bytes)).toBe('blanked');
  expect(textOf(bytes)).toContain('2026:02:01 08:15:00');
  expect(await blankLocation(bytes)).toBe('none');
  expect(textOf(bytes)).not.toMatch(/\x25\x88|\x88\x25/);
  expect(textOf(join(...(await bare(bytes))!))).not.toContain('2026');
});

test('the place goes from XMP that goes on in the next segment', async () => {
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
  expect(await blankLocation(bytes)).toBe('blanked');
  expect(textOf(bytes)).not.toMatch(/GPS|51,30/);
  expect(textOf(bytes)).toContain('tiff:Make="Nobody"');
});

test('names of places go from IPTC and XMP, and all other words stay', async () => {
  const line = (number: number, text: string) =>
    `\x1c\x02${String.fromCharCode(number)}\0${String.fromCharCode(text.length)}${text}`;
  const words = `${line(5, 'A dent')}${line(90, 'Northport')}${line(92, 'Quay 4')}${line(120, 'My car')}`;
  const iptc = (name: string) =>
    segment(
      0xed,
      `Photoshop 3.0\x008BIM\x04\x04${name}\0\0\0${String.fromCharCode(words.length)}${words}8BIM\x04\x25`,
    );
  const packet = xmp(
    '<rdf:Description photoshop:City="Northport" photoshop:Headline="A dent"><Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li Iptc4xmpExt:Sublocation="Quay 4"/></rdf:Bag></Iptc4xmpExt:LocationCreated></rdf:Description>',
  );
  for (const part of [iptc('\0\0'), iptc('\x03abc'), packet]) {
    const bytes = join(soi, part, frame, scan);
    expect(await blankLocation(bytes)).toBe('blanked');
    expect(textOf(bytes)).not.toMatch(/Northport|Quay/);
    expect(textOf(bytes)).toContain('A dent');
    expect(bytes).toHaveLength(join(soi, part, frame, scan).length);
    expect(await blankLocation(bytes)).toBe('none');
  }
});

test('a picture without a place stays as it is', async () => {
  const bytes = join(soi, icc, frame, scan);
  expect(await blankLocation(bytes)).toBe('none');
  expect(bytes).toEqual(join(soi, icc, frame, scan));
});

test('the places of a hundred pictures behind the picture go', async () => {
  const bytes = join(photo(), ...Array.from({ length: 100 }, () => photo()));
  expect(await blankLocation(bytes)).toBe('blanked');
  expect(await blankLocation(bytes)).toBe('none');
});

test('a place goes wherever it stands in a long tail', async () => {
  const place = 'exif:GPSLatitude="51,30.4N"';
  for (const before of [131_040, 131_060, 131_071, 131_072, 163_830, 262_140]) {
    const bytes = join(soi, frame, scan, repeated('.', before), bytesOf(place), repeated('.', 200_000));
    expect(await blankLocation(bytes)).toBe('blanked');
    expect(textOf(bytes)).not.toMatch(/GPS|51,30/);
  }
});

/** A TIFF whose table of the location has this many values, which all take up the same bytes. */
function overlapping(values: number, length: number): Uint8Array {
  const bytes = new Uint8Array(28 + 12 * values + length);
  const view = new DataView(bytes.buffer);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, tag);
    view.setUint16(at + 2, type);
    view.setUint32(at + 4, count);
    view.setUint32(at + 8, value);
  };
  bytes.set(bytesOf('MM\0\x2a\0\0\0\x08\0\x01'));
  entry(10, 0x8825, 4, 1, 26);
  view.setUint16(26, values);
  for (let at = 28; at < 28 + 12 * values; at += 12) entry(at, 2, 1, length, 28 + 12 * values);
  return bytes;
}

const xmpPiece = segment(
  0xe1,
  `http://ns.adobe.com/xmp/extension/\0${'.'.repeat(40)}${'a:GPSx="" '.repeat(3_000)}`,
);

// Work that grows with the square of the size would take these minutes to hours, far beyond the limit of a test.
test.each<[string, ...Uint8Array[]]>([
  ['marks of EXIF whose tables overlap', repeated('Exif\0\0II*\0\x08\0\0\0\xff\xff', 500_000)],
  ['values of EXIF that overlap', bytesOf('Exif\0\0'), overlapping(65_535, 8_000_000)],
  ['marks of IPTC that share their lines', repeated('8BIM\x04\x04\0\0\0\0\0\0\x1c\x02\x05\0\x0c', 500_000)],
  ['elements that share the end of a tag', repeated('<a:GPSx ', 1_000_000), bytesOf('>')],
  ['elements without an end', repeated('<a:GPSx>', 1_000_000)],
  ['elements without an end of their own', repeated('<a:GPSx></a:GPSy>', 500_000)],
  ['pictures behind the picture', ...Array.from({ length: 40_000 }, () => photo())],
])('too many %s are not followed', async (_, ...parts) => {
  expect(await blankLocation(join(soi, frame, scan, ...parts))).toBe('too-complex');
});

test('too many pieces of XMP are not followed', async () => {
  const bytes = join(soi, ...Array.from({ length: 900 }, () => xmpPiece), frame, scan);
  expect(await blankLocation(bytes)).toBe('too-complex');
});

test('a place of many thousand characters is not followed', async () => {
  const place = join(bytesOf('<exif:GPSLatitude>'), repeated('5', 60_000), bytesOf('</exif:GPSLatitude>'));
  const tail = join(repeated('.', 131_000), place, repeated('.', 131_000));
  expect(await blankLocation(join(soi, frame, scan, tail))).toBe('too-complex');
});

test('the place goes from a head that is cut off', async () => {
  const bytes = photo().subarray(0, 175);
  expect(await blankLocation(bytes)).toBe('blanked');
  expect(textOf(bytes)).not.toContain('\x88\x25');
});

test('the place goes from behind too many segments', async () => {
  const bytes = join(soi, repeated('\xff\xe1\0\x02', 2_000_000), exifSegment(tiff('MM')), frame, scan);
  expect(await blankLocation(bytes)).toBe('blanked');
  expect(await blankLocation(bytes)).toBe('none');
});
