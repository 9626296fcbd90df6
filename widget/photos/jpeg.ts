import { Exif } from './exif.ts';

/** A piece of a JPEG's head, from its marker to its end. */
interface Segment {
  marker: number;
  start: number;
  end: number;
}

/** The head of a JPEG, up to the first scan. A length that leads past the end ends it. */
export function segmentsOf(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  // Like decoders, passes over what is no marker.
  for (let start = bytes.indexOf(0xff, 2); start >= 0 && start + 4 <= bytes.length; ) {
    const marker = bytes[start + 1]!;
    if (!hasLength(marker)) {
      start = bytes.indexOf(0xff, start + (marker === 0xff ? 1 : 2));
      continue;
    }
    const end = start + 2 + bytes[start + 2]! * 256 + bytes[start + 3]!;
    if (marker === 0xd9 || end > bytes.length) break;
    segments.push({ marker, start, end });
    if (marker === 0xda) break;
    start = bytes.indexOf(0xff, end);
  }
  return segments;
}

/** Where the picture itself ends: phones put a film, a depth map or a second picture behind it. */
export function endOf(bytes: Uint8Array): number {
  let at = segmentsOf(bytes).at(-1)?.end ?? 2;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const marker = bytes[at + 1];
    if (at < 0 || marker === undefined) return bytes.length;
    if (marker === 0xd9) return at + 2;
    at += hasLength(marker) ? 2 + bytes[at + 2]! * 256 + bytes[at + 3]! : marker === 0xff ? 1 : 2;
  }
}

/** Whether a segment begins here: not so for what is data, fills, or stands alone. */
function hasLength(marker: number): boolean {
  return marker > 1 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8);
}

/** The TIFF of a JPEG's EXIF segment. */
export function exifOf(bytes: Uint8Array): Exif | undefined {
  for (const { marker, start, end } of segmentsOf(bytes)) {
    if (marker === 0xe1 && startsWith(bytes, start + 4, exifMark)) {
      return Exif.in(bytes.subarray(start + 10, end));
    }
  }
  return undefined;
}

/** Blanks out, in place, where a photo was taken: in EXIF, XMP and IPTC, also those of a thumbnail, and of whatever a
 * phone has put behind the picture. Every other byte stays as it is. Whether there was anything. */
export function blankLocation(bytes: Uint8Array): boolean {
  const asides = segmentsOf(bytes)
    .filter(isAside)
    .map(({ start, end }) => bytes.subarray(start + 4, end));
  // What is too long for a segment goes on in the next one.
  const longXmp = asides.filter(part => startsWith(part, 0, longXmpMark)).map(part => part.subarray(75));
  let wasThere = blankWords(longXmp);
  for (const part of [...asides, bytes.subarray(endOf(bytes))]) {
    for (const at of placesOf(part, exifMark)) {
      wasThere = Exif.in(part.subarray(at + 6))?.blankLocation() || wasThere;
    }
    wasThere = blankWords([part]) || wasThere;
    wasThere = blankIptc(part) || wasThere;
  }
  return wasThere;
}

/** The parts of a JPEG without what is not the picture: it keeps its colours, and the way it is turned. */
export function bare(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const orientation = exifOf(bytes)?.orientation ?? 1;
  const parts = [bytes.subarray(0, 2)];
  const segments = segmentsOf(bytes);
  for (const segment of segments) {
    const { marker, start, end } = segment;
    const isNeeded =
      marker === 0xe0 || marker === 0xee || (marker === 0xe2 && startsWith(bytes, start + 4, 'ICC_PROFILE'));
    if (isNeeded || !isAside(segment)) parts.push(bytes.subarray(start, end));
  }
  if (orientation > 1) parts.splice(1, 0, exifSegment(turned(orientation)));
  parts.push(bytes.subarray(segments.at(-1)?.end ?? 2, endOf(bytes)));
  return parts;
}

/** Whether a segment is beside the picture: an application's, or a comment. */
function isAside({ marker }: Segment): boolean {
  return marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
}

/** An EXIF segment around a TIFF. */
export function exifSegment(tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  const segment = new Uint8Array(10 + tiff.length);
  const length = tiff.length + 8;
  segment.set([0xff, 0xe1, length >> 8, length & 255, ...bytesOf(exifMark)]);
  segment.set(tiff, 10);
  return segment;
}

/** A TIFF that tells the orientation alone. */
function turned(orientation: number): Uint8Array {
  return Uint8Array.from([
    77,
    77,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    18,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
}

const exifMark = 'Exif\0\0';
/** Behind it stand an id of 32 characters, the whole's length, and where in it this piece begins (XMP 3, 1.1.3.1). */
const longXmpMark = 'http://ns.adobe.com/xmp/extension/\0';
/** XMP's `exif:GPSLatitude` and its like, and its names of places. */
const named =
  '\\w+:GPS\\w+|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core|Ext):(?:City|Country\\w*|Location\\w*|ProvinceState|Sublocation|WorldRegion)';
/** These as attributes and as elements; a film's place (ISO 6709). */
const places = new RegExp(
  `\\b(?:${named})\\s*=\\s*(?:"[^"]*"|'[^']*')|<(${named})\\b[^>]*(?:/>|>[^]*?</\\1\\s*>)|[+-]\\d{2,6}\\.\\d+[+-]\\d{3,7}\\.\\d+(?:[+-][\\d.]+)?(?:CRS\\w+)?/`,
  'g',
);

/** Puts spaces in the place of what tells a place in a text, which may be in pieces. */
function blankWords(pieces: Uint8Array[]): boolean {
  let wasThere = false;
  // A character for each byte, so that what is found in the text is found in the bytes.
  const text = pieces.map(piece => new TextDecoder('latin1').decode(piece)).join('');
  for (const { index, 0: found } of text.matchAll(places)) {
    let from = index;
    for (const piece of pieces) {
      piece.fill(32, Math.max(from, 0), Math.max(from + found.length, 0));
      from -= piece.length;
    }
    wasThere = true;
  }
  return wasThere;
}

const iptcMark = '8BIM\x04\x04';
/** City, part of it, county, country, and places in the picture (IPTC-IIM 4.2, 2:26 to 2:101). */
const iptcPlaces = [26, 27, 90, 92, 95, 100, 101];

/** Puts spaces in the place of IPTC's names of places. */
function blankIptc(bytes: Uint8Array): boolean {
  let wasThere = false;
  for (const mark of placesOf(bytes, iptcMark)) {
    // A name of even length with its own, and the length of all, which ends where nothing more begins.
    let at = mark + 6 + ((bytes[mark + 6]! + 2) & ~1) + 4;
    for (let length = 0; bytes[at] === 0x1c; at += 5 + length) {
      length = bytes[at + 3]! * 256 + bytes[at + 4]!;
      if (length > 0x7fff) break; // Too long for words.
      if (bytes[at + 1] !== 2 || !iptcPlaces.includes(bytes[at + 2]!)) continue;
      const place = bytes.subarray(at + 5, at + 5 + length);
      wasThere ||= place.some(byte => byte !== 32);
      place.fill(32);
    }
  }
  return wasThere;
}

/** Where a mark stands. */
export function placesOf(bytes: Uint8Array, mark: string): number[] {
  const found: number[] = [];
  const first = mark.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes, at, mark)) found.push(at);
  }
  return found;
}

export function startsWith(bytes: Uint8Array, at: number, mark: string): boolean {
  return bytesOf(mark).every((byte, offset) => bytes[at + offset] === byte);
}

function bytesOf(text: string): number[] {
  return Array.from(text, character => character.charCodeAt(0));
}
