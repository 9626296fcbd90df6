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
  let start = 2;
  while (start + 4 <= bytes.length && bytes[start] === 0xff) {
    const marker = bytes[start + 1]!;
    if (marker === 0xff) {
      start += 1; // A fill byte.
      continue;
    }
    const end = start + 2 + bytes[start + 2]! * 256 + bytes[start + 3]!;
    if (marker === 0xd9 || end > bytes.length) break;
    segments.push({ marker, start, end });
    if (marker === 0xda) break;
    start = end;
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
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    at += isData ? (marker === 0xff ? 1 : 2) : 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  }
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

/** Blanks out, in place, where a photo was taken: in its EXIF, its XMP, and whatever a phone has put behind the
 * picture. Every other byte stays as it is. Whether there was anything. */
export function blankLocation(bytes: Uint8Array): boolean {
  let wasThere = false;
  for (const { marker, start, end } of segmentsOf(bytes)) {
    if (marker !== 0xe1) continue;
    const content = bytes.subarray(start + 4, end);
    if (startsWith(content, 0, exifMark)) {
      wasThere = Exif.in(content.subarray(6))?.blankLocation() || wasThere;
    } else {
      wasThere = blankWords(content) || wasThere;
    }
  }
  const tail = bytes.subarray(endOf(bytes));
  for (const at of placesOf(tail, exifMark)) {
    wasThere = Exif.in(tail.subarray(at + 6))?.blankLocation() || wasThere;
  }
  return blankWords(tail) || wasThere;
}

/** The parts of a JPEG without what is not the picture: it keeps its colours, and the way it is turned. */
export function bare(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const orientation = exifOf(bytes)?.orientation ?? 1;
  const parts = [bytes.subarray(0, 2)];
  const segments = segmentsOf(bytes);
  for (const { marker, start, end } of segments) {
    const isNeeded =
      marker === 0xe0 || marker === 0xee || (marker === 0xe2 && startsWith(bytes, start + 4, 'ICC_PROFILE'));
    const isAside = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
    if (isNeeded || !isAside) parts.push(bytes.subarray(start, end));
  }
  if (orientation > 1) parts.splice(1, 0, exifSegment(turned(orientation)));
  parts.push(bytes.subarray(segments.at(-1)?.end ?? 2, endOf(bytes)));
  return parts;
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
  return Uint8Array.of(
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
  );
}

const exifMark = 'Exif\0\0';
/** XMP's `exif:GPSLatitude` and its like, as attributes and as elements; a film's place (ISO 6709). */
const places =
  /\b\w+:GPS\w+\s*=\s*("[^"]*"|'[^']*')|<(\w+:GPS\w+)\b[^>]*(\/>|>[\s\S]*?<\/\2\s*>)|[+-]\d\d\.\d{3,}[+-]\d{3}\.\d{3,}([+-][\d.]+)?\//g;

/** Puts spaces in the place of what tells a place. */
function blankWords(bytes: Uint8Array): boolean {
  let wasThere = false;
  // A character for each byte, so that what is found in the text is found in the bytes.
  for (const { index, 0: found } of new TextDecoder('latin1').decode(bytes).matchAll(places)) {
    bytes.fill(32, index, index + found.length);
    wasThere = true;
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
