import { expect, test } from 'vitest';
import { bare, blankLocation, endOf, exifOf, exifSegment, segmentsOf } from './jpeg.ts';
import { tiff } from './tiff-for-tests.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const bytesOf = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));
const segment = (marker: number, content: string) =>
  Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...bytesOf(content));
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap(part => [...part]));

const soi = Uint8Array.of(0xff, 0xd8);
const scan = join(segment(0xda, '\x01\x01\0\0\x3f\0'), bytesOf('\x12\xff\0\x34\xff\xd0\x56\xff\xd9'));
const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours');
const xmp = (content: string) => segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${content}`);
const frame = segment(0xc0, '\x08\0\x20\0\x30\x01\x01\x11\0');

const photo = (...more: Uint8Array[]) => join(soi, exifSegment(tiff('MM')), ...more, icc, frame, scan);

test('the head is read up to the scan, and the picture ends with its marker', () => {
  const bytes = join(photo(), bytesOf('a tail'));
  expect(segmentsOf(bytes).map(({ marker }) => marker)).toEqual([0xe1, 0xe2, 0xc0, 0xda]);
  expect(endOf(bytes)).toBe(bytes.length - 'a tail'.length);
  expect(endOf(bytes.subarray(0, bytes.length - 10))).toBe(bytes.length - 10);
});

test('the place goes, and every other byte stays', () => {
  const before = photo();
  const after = photo();
  expect(blankLocation(after)).toBe(true);
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
])('the place goes from XMP, and the rest of it stays (%#)', (packet, place) => {
  const bytes = join(soi, packet, frame, scan);
  expect(textOf(bytes)).toContain(place);
  expect(blankLocation(bytes)).toBe(true);
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
])('the place %s goes from a film and from a second picture behind the picture', place => {
  const bytes = join(soi, frame, scan, bytesOf(`....\xa9xyz\0\x12\x15\xc7${place}`), photo());
  expect(blankLocation(bytes)).toBe(true);
  expect(textOf(bytes)).not.toMatch(/51\.5|5130/);
  expect(blankLocation(bytes)).toBe(false);
});

test.each<[string, ...Uint8Array[]]>([
  ['behind what is no marker', bytesOf('\0\0'), exifSegment(tiff('II'))],
  [
    'in the thumbnail of a photo',
    segment(0xe1, `Exif\0\0II*\0\x08\0\0\0\0\0${String.fromCharCode(...photo())}`),
  ],
])('the place goes from an EXIF %s, and its time stays', (_, ...parts) => {
  const bytes = join(soi, segment(0xe0, 'JFIF\0'), ...parts, frame, scan);
  expect(blankLocation(bytes)).toBe(true);
  expect(textOf(bytes)).toContain('2026:02:01 08:15:00');
  expect(blankLocation(bytes)).toBe(false);
  expect(textOf(bytes)).not.toMatch(/\x25\x88|\x88\x25/);
  expect(textOf(join(...bare(bytes)))).not.toContain('2026');
});

test('the place goes from XMP that goes on in the next segment', () => {
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
  expect(blankLocation(bytes)).toBe(true);
  expect(textOf(bytes)).not.toMatch(/GPS|51,30/);
  expect(textOf(bytes)).toContain('tiff:Make="Nobody"');
});

test('names of places go from IPTC and XMP, and all other words stay', () => {
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
    expect(blankLocation(bytes)).toBe(true);
    expect(textOf(bytes)).not.toMatch(/Northport|Quay/);
    expect(textOf(bytes)).toContain('A dent');
    expect(bytes).toHaveLength(join(soi, part, frame, scan).length);
    expect(blankLocation(bytes)).toBe(false);
  }
});

test('a picture without a place stays as it is', () => {
  const bytes = join(soi, icc, frame, scan);
  expect(blankLocation(bytes)).toBe(false);
  expect(bytes).toEqual(join(soi, icc, frame, scan));
});

test('without all details it keeps its colours, and the way it is turned', () => {
  const bytes = join(
    photo(xmp('<x/>'), segment(0xfe, 'a comment'), segment(0xed, 'Photoshop 3.0')),
    bytesOf('tail'),
  );
  const parts = join(...bare(bytes));
  expect(segmentsOf(parts).map(({ marker }) => marker)).toEqual([0xe1, 0xe2, 0xc0, 0xda]);
  expect(exifOf(parts)?.orientation).toBe(6);
  expect(textOf(parts)).not.toMatch(/2026|Nobody|comment|Photoshop|tail/);
  expect(endOf(parts)).toBe(parts.length);
  expect(join(...bare(parts))).toEqual(parts);
});
