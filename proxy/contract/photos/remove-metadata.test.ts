import { expect, test } from 'vitest';
import { canariesIn, carriers, pictures, ultraHdr } from '../../../tools/testing/carriers.ts';
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
  toLatin1,
  xmp,
} from '../../../tools/testing/jpeg.ts';
import { measureCpuMs } from '../../../tools/testing/proxy/cpu-time.ts';
import { gif, jpeg, mp4, png } from '../../../tools/testing/proxy/sample-files.ts';
import { tiff } from '../../../tools/testing/tiff.ts';
import { Exif } from './exif.ts';
import { exifSegment } from './jpeg.ts';
import { removeMetadata } from './remove-metadata.ts';

test.each(Object.entries(carriers))(
  '%s has no location afterwards, and no other copy of it',
  async (_, bytes) => {
    expect(canariesIn(bytes)).not.toEqual([]);
    for (const what of ['location', 'all'] as const) {
      const { cleaned, removed } = await cleanBytes(bytes, what);
      expect(canariesIn(cleaned)).toEqual([]);
      expect(removed).toMatch(what === 'all' ? /details/ : /details|location/);
      expect(await cleanBytes(cleaned, what)).toEqual({ cleaned, removed: 'nothing' });
      for (const pieceBytes of [1, 7])
        expect(await cleanBytes(bytes, what, pieceBytes)).toEqual({ cleaned, removed });
    }
    expect(await cleanBytes(bytes, 'none')).toEqual({ cleaned: bytes, removed: 'nothing' });
  },
);

test.each([carriers['JPEG: EXIF, big-endian'], carriers['XMP: attribute of DJI'], carriers['PNG: EXIF']])(
  'a location was removed only where there was one (%#)',
  async bytes => {
    expect((await cleanBytes(bytes!, 'location')).removed).toBe('location');
  },
);

test.each([
  carriers['EXIF: maker note in rationals'],
  carriers['after a JPEG: a film of Apple'],
  carriers['GIF: comment'],
])('other details were removed where nothing is known to be a location (%#)', async bytes => {
  expect((await cleanBytes(bytes!, 'location')).removed).toBe('details');
});

test.each(Object.entries(pictures).slice(0, 2))(
  'a %s without metadata stays the same',
  async (_, picture) => {
    for (const what of ['location', 'all'] as const)
      expect(await cleanBytes(picture, what)).toEqual({ cleaned: picture, removed: 'nothing' });
  },
);

test('a photo keeps its colours, its orientation and how it was taken, each where it was', async () => {
  const bytes = join(photo(xmp('<x/>'), segment(0xfe, 'a comment')), fromLatin1('tail'));
  const { cleaned } = await cleanBytes(bytes, 'location');
  expect(cleaned).toHaveLength(bytes.length - 4);
  const exif = Exif.parse(cleaned.subarray(12));
  expect(exif).toMatchObject({ orientation: 6, hasLocation: false });
  expect(toLatin1(cleaned)).toMatch(/Nobody.*2026:02:01 08:15:00/s);
  expect(cleaned.subarray(-icc.length - frame.length - scan.length)).toEqual(join(icc, frame, scan));
  const { cleaned: stripped } = await cleanBytes(bytes, 'all');
  expect(Exif.parse(stripped.subarray(12))?.orientation).toBe(6);
  expect(toLatin1(stripped)).not.toMatch(/Nobody|2026/);
});

test('a gain map stays usable: its numbers, its place in the index, and its length', async () => {
  const { cleaned } = await cleanBytes(ultraHdr, 'location');
  expect(cleaned).toHaveLength(ultraHdr.length);
  const index = toLatin1(cleaned).indexOf('MPF\0') + 4;
  const pick = (bytes: Uint8Array) => Exif.parse(bytes.subarray(index))?.pick([0xb000, 0xb001, 0xb002]);
  expect(pick(cleaned)).toEqual(pick(ultraHdr));
  const [primary, second] = toLatin1(cleaned).split('\xff\xd9\xff\xd8');
  for (const part of [primary, second]) expect(part).toMatch(/hdrgm:Version="1.0" hdrgm:GainMapMax="2.5"/);
  expect(primary).toMatch(
    new RegExp(`Item:Semantic="Primary".*Item:Semantic="GainMap" Item:Length="${second!.length + 2}"`),
  );
});

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const list = '<rdf:Seq><rdf:li>1.5</rdf:li><rdf:li>2</rdf:li><rdf:li>-3e1</rdf:li></rdf:Seq>';
test.each([
  'hdrgm:Version="1.0" hdrgm:GainMapMin="-0.5" hdrgm:GainMapMax="2.3" hdrgm:BaseRenditionIsHDR="False"/>',
  `hdrgm:Version="1.0"><hdrgm:Gamma>${list}</hdrgm:Gamma></rdf:Description>`,
])('XMP with nothing but the numbers of a gain map stays the same (%#)', async numbers => {
  const description = `<rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" ${numbers}`;
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}">${description}</rdf:RDF></x:xmpmeta>`;
  const bytes = join(soi, xmp(packet), frame, scan);
  expect(await cleanBytes(bytes, 'location')).toEqual({ cleaned: bytes, removed: 'nothing' });
});

test.each([
  join(soi, segment(0xda, ''), fromLatin1('\xff')),
  join(soi, segment(0xda, ''), fromLatin1('\xff\xc4\0')),
  photo().subarray(0, -1),
  pictures.png.subarray(0, -20),
  gif().subarray(0, -3),
  Buffer.concat([gif().subarray(0, -1), Buffer.from('\0;')]),
])('a picture that is cut off or has a zero between its blocks is kept (%#)', async bytes => {
  const { cleaned } = await cleanBytes(bytes, 'all');
  expect(cleaned.subarray(-3)).toEqual(Uint8Array.from(bytes.subarray(-3)));
});

test.each([
  photo().subarray(0, 175),
  join(soi, exifSegment(tiff('II')), repeatBytes('\xff', 1_000)),
  pictures.png.subarray(0, 40),
  gif().subarray(0, 20),
])('a file without a picture is refused, and kept where nothing is removed (%#)', async bytes => {
  for (const what of ['location', 'all'] as const)
    await expect(cleanBytes(bytes, what)).rejects.toThrow('unreadable-metadata');
  expect((await cleanBytes(bytes, 'none')).cleaned).toEqual(Uint8Array.from(bytes));
});

const huge = fromLatin1('\xff\xc0\0\x0b\x08\xfd\xe8\xfd\xe8\x01\x01\x11\0');
const hugePng = png({ width: 65_000, height: 65_000 });
test.each<[string, Uint8Array]>([
  ['a PNG', png({ width: 20_000, height: 12_501 })],
  ['a GIF', gif({ width: 20_000, height: 12_501 })],
  ['a JPEG', jpeg({ width: 20_000, height: 12_501 })],
  ['a JPEG behind bytes between segments', join(fromLatin1('\xff\xd8\xff\xe0\0\x02????'), huge, jpeg())],
  ['a JPEG behind a stuffed zero', join(fromLatin1('\xff\xd8\xff\0\x40\0'), huge, jpeg())],
  ['a JPEG behind a segment without a length', join(fromLatin1('\xff\xd8\xff\xe5\0\0'), huge, jpeg())],
  [
    'a JPEG whose height follows the scan',
    join(jpeg({ width: 65_000, height: 0 }).subarray(0, -2), fromLatin1('\xff\xdc\0\x04\xfd\xe8\xff\xd9')),
  ],
  [
    'a PNG behind Apple’s chunk',
    join(
      hugePng.subarray(0, 8),
      fromLatin1('\0\0\0\x04CgBI\x50\0\x20\x02\x2b\xd5\xb3\x7f'),
      hugePng.subarray(8),
    ),
  ],
])('%s of more than 250 megapixels is refused, whatever is removed', async (_, bytes) => {
  for (const what of ['location', 'none'] as const)
    for (const pieceBytes of [1, 65_536])
      await expect(cleanBytes(bytes, what, pieceBytes)).rejects.toThrow('over-250-megapixels');
});

test.each([
  png({ width: 20_000, height: 12_500 }),
  gif({ width: 20_000, height: 12_500 }),
  jpeg({ width: 20_000, height: 12_500 }),
])('250 megapixels are accepted (%#)', async bytes => {
  expect((await cleanBytes(bytes, 'location')).cleaned).not.toHaveLength(0);
});

test('the end of IEND is where readers see it, even if it declares a length', async () => {
  const start = pictures.png.subarray(0, -12);
  const end = fromLatin1('\0\0\0\x99IEND\xae\x42\x60\x82');
  expect((await cleanBytes(join(start, end, mp4), 'location')).cleaned).toEqual(join(start, end));
});

test('the rest of a crafted file arrives in as many pieces as the file', async () => {
  const extensions = repeatBytes('!\xfe\0!\xf9\0', 1_000);
  async function* pieces() {
    yield join(pictures.gif.subarray(0, -1), extensions);
  }
  const found: Uint8Array[] = [];
  for await (const piece of removeMetadata(pieces(), 'location')) if (piece.length > 0) found.push(piece);
  expect(join(...found)).toEqual(join(pictures.gif.subarray(0, -1), repeatBytes('!\xf9\0', 1_000)));
  expect(found.length).toBeLessThanOrEqual(2); // The second is what was held back.
});

test('the work on a crafted file grows only with its length', async () => {
  const crafted = (times: number) => [
    join(soi, repeatBytes('\xff\xe0\0\x02', times)),
    join(soi, repeatBytes('\xff', 4 * times)),
    join(soi, repeatBytes(toLatin1(exifSegment(tiff('MM'))), times / 50)),
    join(soi, xmp(`${'<hdrgm:Gamma><rdf:Seq>'.repeat(times / 500)}`), scan),
    join(ultraHdr, repeatBytes(toLatin1(pictures.jpeg), times / 100)),
    join(pictures.gif.subarray(0, -1), repeatBytes('!\xfe\0', times)),
    join(pictures.gif.subarray(0, -1), repeatBytes('!\xfe\0!\xf9\0', times)),
    join(pictures.gif.subarray(0, -1), fromLatin1('!\xfe'), repeatBytes('\x01a', 2 * times)),
    join(pictures.png.subarray(0, 33), repeatBytes('\0\0\0\0tEXtabcd', times / 3)),
  ];
  const clean = async (times: number) => {
    for (const bytes of crafted(times)) await cleanBytes(bytes, 'location', bytes.length).catch(() => {});
  };
  await clean(100_000);
  const short = await measureCpuMs(() => clean(100_000));
  await expect.poll(() => measureCpuMs(() => clean(400_000))).toBeLessThan(12 * short + 500);
});
