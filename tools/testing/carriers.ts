// Photos that say where they were taken, in each way that is known of: what phones, drones, cameras and programs write.
import { exifSegment } from '../../proxy/contract/photos/jpeg.ts';
import { fromLatin1, join, segment, xmp } from './jpeg.ts';
import { buildTiff, location, numbers, type Order, type Tag, tiff } from './tiff.ts';

const decodeBase64 = (text: string) => fromLatin1(atob(text));
/** Pictures with a colour in each corner, and a GIF of one pixel. */
export const pictures = {
  jpeg: decodeBase64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAGRABAAIDAAAAAAAAAAAAAAAAAGOiFBXh/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQT/xAAgEQAABAYDAAAAAAAAAAAAAAABBBExAAMSE0FRBhQi/9oADAMBAAIRAxEAPwCZzo7NE1E9Ogn5SWlE7VgEWpcsm4ZoifTs+qWw7smo/9k=',
  ),
  png: decodeBase64(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAYAAADwdn+XAAAANUlEQVR4AcyQuQ0AAAgC0f13xhvA0Nj4kFgYw9GWnCTnbh3rwYMCMYl8uCAoULf9AQLOTjMAAAD//y2qM8EAAAAGSURBVAMA/SYv6TVk/fcAAAAASUVORK5CYII=',
  ),
  webp: decodeBase64(
    'UklGRnoAAABXRUJQVlA4IG4AAAAQBQCdASpAADAAPwlsrVArpiQisqgBcCEJQBk4IAazZxH8gOFZO/QVrGpokMcz7GkAAP7ni+TAWe/lxvDKwEk/Lphv1nA+b38idnW71JnWSL/TiXFlaIjd+ROnz+ED/3v5v93d4nZ2rUai4W7AAA==',
  ),
  gif: decodeBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
};

const text = '51.501364';
const utf16 = (words: string, isLittle: boolean) =>
  join(...Array.from(words, letter => numbers(isLittle ? 'II' : 'MM', 2, letter.charCodeAt(0))));
const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const hex = (words: string) => Array.from(words, letter => letter.charCodeAt(0).toString(16)).join('');
const rationals = (order: Order) => numbers(order, 4, 51, 1, 30, 1, 491, 100);
const fixedPoint = numbers('MM', 4, Math.round(51.501364 * 65_536));
const degrees = '51,30.0818N';
const wholeDegrees = '+51-000/';
const place = 'Canary Wharf';

const canaries = [
  ...[text, hex(text), degrees, wholeDegrees, place, latin1(utf16(text, true)), latin1(utf16(text, false))],
  ...[latin1(rationals('II')), latin1(rationals('MM')), latin1(fixedPoint)],
];
/** The forms of the location that are in a file. */
export function canariesIn(bytes: Uint8Array): string[] {
  const all = new TextDecoder('latin1').decode(bytes);
  return canaries.filter(canary => all.includes(new TextDecoder('latin1').decode(fromLatin1(canary))));
}

const splice = (bytes: Uint8Array, at: number, ...parts: Uint8Array[]) =>
  join(bytes.subarray(0, at), ...parts, bytes.subarray(at));
/** A JPEG with these parts after its first marker. */
const jpeg = (parts: Uint8Array[]) => splice(pictures.jpeg, 2, ...parts);
const exif = (main: Tag[], linked: Record<number, Tag[]> = {}, next: Tag[] = []) =>
  jpeg([
    exifSegment(
      buildTiff(
        'MM',
        [[0x112, 3, 6], ...main],
        { 34665: [[0x9003, 2, '2026:02:01 08:15:00\0']], ...linked },
        next,
      ),
    ),
  ]);
const app = (number: number, content: string | Uint8Array) =>
  segment(0xe0 + number, typeof content === 'string' ? content : latin1(content));
const rdf = (properties: string, elements = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" ${properties}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const extended = (offset: number, content: string) =>
  app(
    1,
    `http://ns.adobe.com/xmp/extension/\0${'0123456789ABCDEF'.repeat(2)}\0\0\0\x99\0\0\0${String.fromCharCode(offset)}${content}`,
  );

const box = (type: string, ...content: (string | Uint8Array)[]): Uint8Array => {
  const parts = join(...content.map(part => (typeof part === 'string' ? fromLatin1(part) : part)));
  return join(numbers('MM', 4, parts.length + 8), fromLatin1(type), parts);
};
const film = (brand: string, about: Uint8Array) =>
  join(
    box('ftyp', `${brand}\0\0\0\0${brand}`),
    box('moov', box('udta', about)),
    box('mdat', '\0<sVg '.repeat(50)),
  );
const xyz = (coordinates: string) =>
  box('\xa9xyz', `\0${String.fromCharCode(coordinates.length)}\x15\xc7${coordinates}`);
const mdta = box(
  'meta',
  box('hdlr', '\0\0\0\0\0\0\0\0mdta'),
  box('keys', '\0\0\0\0\0\0\0\x01', box('mdta', 'com.apple.quicktime.location.ISO6709')),
  box('ilst', box('\0\0\0\x01', box('data', `\0\0\0\x01\0\0\0\0+${text}-000.141890/`))),
);

const chunk = (type: string, content: string | Uint8Array) => {
  const typed = join(fromLatin1(type), typeof content === 'string' ? fromLatin1(content) : content);
  let crc = 0xffff_ffff;
  for (const byte of typed) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return join(numbers('MM', 4, typed.length - 4), typed, numbers('MM', 4, ~crc));
};
/** A zlib stream that isn't compressed. */
const stored = (content: string) => {
  let [a, b] = [1, 0];
  for (const letter of content) {
    a = (a + letter.charCodeAt(0)) % 65_521;
    b = (b + a) % 65_521;
  }
  const length = numbers('II', 2, content.length, ~content.length & 0xffff);
  return `x\x01\x01${latin1(length)}${content}${latin1(numbers('MM', 2, b, a))}`;
};

const extension = (label: string, ...blocks: string[]) =>
  fromLatin1(`!${label}${blocks.map(block => String.fromCharCode(block.length) + block).join('')}\0`);
const gainMap = 'hdrgm:Version="1.0" hdrgm:GainMapMax="2.5"';
const secondPicture = jpeg([xmp(rdf(`${gainMap} exif:GPSLatitude="${degrees}"`)), exifSegment(tiff('MM'))]);
/** The index of the two pictures of a file (CIPA DC-007). */
function mpf(first: number, offset: number): Uint8Array {
  const entries = numbers('MM', 4, 0x2003_0000, first, 0, 0, 0, secondPicture.length, offset, 0);
  const index: Tag[] = [
    [0xb000, 7, '0100'],
    [0xb001, 4, 2],
    [0xb002, 7, entries],
    [0xb003, 7, text],
  ];
  return app(2, `MPF\0${latin1(buildTiff('MM', index))}`);
}
/** A photo with a gain map, as Android takes it. */
export const ultraHdr: Uint8Array<ArrayBuffer> = (() => {
  const directory = (bytes: number) =>
    `<Container:Directory xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="${bytes}"/></rdf:li></rdf:Seq></Container:Directory>`;
  const before = [
    exifSegment(tiff('MM')),
    xmp(rdf(`${gainMap} drone-dji:GpsLatitude="${text}"`, directory(secondPicture.length))),
  ];
  const start = join(pictures.jpeg.subarray(0, 2), ...before).length + 8; // Where the index counts from.
  const primary = (index: Uint8Array) => jpeg([...before, index]);
  const { length } = primary(mpf(0, 0));
  return join(primary(mpf(length, length - start)), secondPicture);
})();

const sublocation = `<Iptc4xmpExt:LocationShown><rdf:li Iptc4xmpExt:Sublocation="${place}"/></Iptc4xmpExt:LocationShown>`;
const packet = rdf(`exif:GPSLatitude="${text}"`);
const shown = xyz(`+${text}-000.141890/`);
const loci = box('loci', '\0\0\0\0\x15\xc7x\0\0\0\0\0\0', fixedPoint, '\0\0\0\0earth\0');
const jumbf = box('jumb', box('jumd', `c2pa${text}`));
const sefh = 'SEFH\x6b\0\0\0\x01\0\0\0\0\0\x30\x0a\x99\0\0\0\x99\0\0\0\x18\0\0\0SEFT';
/** The entries of EXIF directories that contain the location, by what they are. */
const inExif: Record<string, Parameters<typeof exif>> = {
  'the place in a method’s text': [[], { 34853: [[0x1c, 7, `UNICODE\0${latin1(utf16(text, false))}`]] }],
  'user comment': [[], { 34665: [[0x9286, 7, `UNICODE\0${latin1(utf16(text, true))}`]] }],
  description: [[[0x10e, 2, `At ${text}`]]],
  'title of Windows': [[[0x9c9b, 1, utf16(text, true)]]],
  'maker note in rationals': [[], { 34665: [[0x927c, 7, rationals('II')]] }],
  'maker note in text': [[], { 34665: [[0x927c, 7, `Nobody\0GPS ${text}`]] }],
  'XMP of DJI': [[[0x2bc, 1, packet]]],
  IPTC: [[[0x83bb, 7, `\x1c\x02\x5a\0\x0c${place}`]]],
  'private table': [[[0xc634, 7, buildTiff('MM', location('MM'))]]],
  thumbnail: [[], {}, [[0x501b, 7, jpeg([exifSegment(tiff('II'))])]]],
  'location of the thumbnail': [[], {}, [[0x10e, 2, text]]],
};
/** In XMP: its properties and elements. */
const inXmp: Record<string, [properties: string, elements?: string]> = {
  attribute: [`exif:GPSLatitude="${degrees}"`],
  element: ['', `<exif:GPSLatitude>${degrees}</exif:GPSLatitude>`],
  'attribute of DJI': [`drone-dji:GpsLatitude="+${text}"`],
  'misspelt element of DJI': ['', `<drone-dji:GpsLongtitude>${text}</drone-dji:GpsLongtitude>`],
  'another prefix': [`xmlns:my-drone.x="urn:x" my-drone.x:lat='${text}'`],
  city: [`photoshop:City="${place}"`],
  'location shown': ['xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"', sublocation],
  'place with an unknown prefix': ['xmlns:a="urn:a"', `<a:where><rdf:li>${place}</rdf:li></a:where>`],
  'gain map’s, too': [`${gainMap} exif:GPSLatitude="${degrees}"`, `<hdrgm:Gamma>${place}</hdrgm:Gamma>`],
};
/** In segments of a JPEG. */
const inSegments: Record<string, Uint8Array[]> = {
  'EXIF, little-endian': [exifSegment(tiff('II'))],
  'EXIF, big-endian': [exifSegment(tiff('MM'))],
  'EXIF in a second segment': [exifSegment(buildTiff('MM', [[0x112, 3, 6]])), exifSegment(tiff('II'))],
  'EXIF after bytes that aren’t a marker': [app(14, 'x'), fromLatin1(`\0\0${text}`), exifSegment(tiff('MM'))],
  'EXIF that is truncated': [exifSegment(tiff('MM').subarray(0, 60)), fromLatin1(text)],
  'XMP in UTF-16, little-endian': [app(1, `http://ns.adobe.com/xap/1.0/\0${latin1(utf16(packet, true))}`)],
  'XMP in UTF-16, big-endian': [app(1, `http://ns.adobe.com/xap/1.0/\0${latin1(utf16(packet, false))}`)],
  'XMP in several segments': [
    extended(0, `<x exif:GPSLatitude="${text}" exif:GPSLati`),
    extended(90, 'tude=""/>'),
  ],
  IPTC: [app(13, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x11\x1c\x02\x5a\0\x0c${place}`)],
  'content credentials': [app(11, join(fromLatin1('JP\0\x01\0\0\0\x01'), jumbf))],
  'a comment': [segment(0xfe, `at ${text}`)],
  'a comment in UTF-16': [segment(0xfe, latin1(utf16(text, false)))],
  'an extension of JFIF': [app(0, `JFXX\0\x10${text}`)],
  'the thumbnail of JFIF': [app(0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x03${text}`)],
  FlashPix: [app(2, `FPXR\0${text}`)],
  'numbers of a gain map that are too long': [app(2, `urn:iso:std:iso:ts:21496:-1\0${text.repeat(40)}`)],
  'a maker’s segment': [app(4, fixedPoint)],
};
/** After the end of a picture. */
const behind: Record<string, Uint8Array> = {
  'a film of 3GPP': film('3gp5', loci),
  'a film of Android': film('mp42', shown),
  'a film with whole degrees': film('mp42', xyz(wholeDegrees)),
  'a film of Apple': film('qt  ', mdta),
  'a motion photo of Samsung': join(
    fromLatin1('\0\0\x30\x0aMotionPhoto_Data'),
    film('mp42', shown),
    fromLatin1(sefh),
  ),
  'what Samsung notes': fromLatin1(`\0\0\xa1\x0a\x08\0\0\0PhotoEditor{"lat":${text}}SEFHSEFT`),
  'another photo': jpeg([exifSegment(tiff('II'))]),
  'an unknown trailer': utf16(text, true),
};
const inChunks: Record<string, Uint8Array[]> = {
  EXIF: [chunk('eXIf', tiff('II'))],
  'EXIF as in a JPEG': [chunk('eXIf', join(fromLatin1('Exif\0\0'), tiff('MM')))],
  'a second EXIF': [chunk('eXIf', buildTiff('MM', [[0x112, 3, 1]])), chunk('eXIf', tiff('MM'))],
  XMP: [chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${packet}`)],
  'compressed XMP': [chunk('iTXt', `XML:com.adobe.xmp\0\x01\0\0\0${stored(packet)}`)],
  'compressed text': [chunk('zTXt', `Comment\0\0${stored(text)}`)],
  text: [chunk('tEXt', `Location\0${place}`)],
  'profile of ImageMagick': [chunk('tEXt', `Raw profile type exif\0\nexif\n 9\n${hex(text)}`)],
  'content credentials': [chunk('caBX', jumbf)],
  'unknown chunk': [chunk('gpSx', fixedPoint)],
  'unknown chunk that is critical': [chunk('GPSX', text)],
};
const inExtensions: Record<string, Uint8Array> = {
  comment: extension('\xfe', `at ${text}`),
  XMP: extension('\xff', 'XMP DataXMP', packet.slice(-200), text),
  'plain text': extension('\x01', '\0'.repeat(12), text),
  'unknown application': extension('\xff', 'LOCATION1.0', text),
};
const each = <Parts>(
  about: string,
  parts: Record<string, Parts>,
  build: (parts: Parts) => Uint8Array<ArrayBuffer>,
) => Object.fromEntries(Object.entries(parts).map(([name, part]) => [`${about}: ${name}`, build(part)]));

/** Each has the location in at least one form. */
export const carriers: Record<string, Uint8Array<ArrayBuffer>> = {
  ...each('EXIF', inExif, parts => exif(...parts)),
  ...each('XMP', inXmp, parts => jpeg([xmp(rdf(...parts))])),
  ...each('JPEG', inSegments, parts => jpeg(parts)),
  'JPEG: a segment after the scan': splice(pictures.jpeg, -2, exifSegment(tiff('II'))),
  'JPEG: a second picture, and its index': ultraHdr,
  ...each('after a JPEG', behind, part => join(pictures.jpeg, part)),
  ...each('PNG', inChunks, parts => splice(pictures.png, 33, ...parts)), // After the signature and IHDR.
  'PNG: EXIF after the pixels': splice(pictures.png, -12, chunk('eXIf', tiff('MM'))),
  ...each('after a PNG', behind, part => join(pictures.png, part)),
  ...each('GIF', inExtensions, part => splice(pictures.gif, 19, part)),
  ...each('after a GIF', behind, part => join(pictures.gif, part)),
};

const riffChunk = (name: string, content: Uint8Array) =>
  join(fromLatin1(name), numbers('II', 4, content.length), content, new Uint8Array(content.length % 2));
const webp = (features: number, ...chunks: Uint8Array[]) => {
  const head = riffChunk('VP8X', Uint8Array.of(features, 0, 0, 0, 63, 0, 0, 47, 0, 0));
  return riffChunk('RIFF', join(fromLatin1('WEBP'), head, pictures.webp.subarray(12), ...chunks));
};
/** Those that only browsers convert. */
export const convertedCarriers: Record<string, Uint8Array<ArrayBuffer>> = {
  'WebP: EXIF': webp(8, riffChunk('EXIF', tiff('MM'))),
  'WebP: XMP': webp(4, riffChunk('XMP ', fromLatin1(rdf(`drone-dji:GpsLatitude="${text}"`)))),
};
