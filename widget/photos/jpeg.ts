import { Exif } from './exif.ts';
import { pause } from './search.ts';

export const exifMark = 'Exif\0\0';
/** The mark with a TIFF behind it, as a regular expression. */
export const exifStart = `${exifMark}(?=II\\*\0|MM\0\\*)`;

/** A piece of a JPEG's head, from its marker to its end. */
interface Segment {
  marker: number;
  start: number;
  end: number;
}

/** Real heads have at most a few hundred markers. */
const mostMarkers = 1_000;

/** The head of a JPEG, up to the first scan. After `mostMarkers`, and where a length leads past the end, the rest of the
 * file counts as a comment: that bounds time and memory, and no location in the rest is overlooked. */
export function segmentsOf(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  // Like decoders, passes over what is no marker.
  for (let start = bytes.indexOf(0xff, 2), markers = 0; start >= 0 && start + 4 <= bytes.length; ) {
    const marker = bytes[start + 1]!;
    markers += marker === 0xff ? 0.1 : 1; // Fill bytes may be many, and cost little.
    const end = hasLength(marker) ? start + 2 + bytes[start + 2]! * 256 + bytes[start + 3]! : 0;
    if (marker === 0xd9) break;
    if (markers > mostMarkers || end > bytes.length) {
      segments.push({ marker: 0xfe, start, end: bytes.length });
      break;
    }
    if (end) segments.push({ marker, start, end });
    if (marker === 0xda) break;
    start = bytes.indexOf(0xff, end || start + (marker === 0xff ? 1 : 2));
  }
  return segments;
}

/** Where the picture itself ends: phones put a film, a depth map or a second picture behind it. */
export async function endOf(bytes: Uint8Array): Promise<number> {
  let at = segmentsOf(bytes).at(-1)?.end ?? 2;
  for (let markers = 1; ; markers++) {
    if (markers % 10_000 === 0) await pause();
    at = bytes.indexOf(0xff, at);
    const marker = bytes[at + 1];
    if (at < 0 || marker === undefined) return bytes.length;
    if (marker === 0xd9) return at + 2;
    if (hasLength(marker)) at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    else at += marker === 0xff ? 1 : 2;
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

/** The contents of the segments beside the picture. */
export function asidesOf(bytes: Uint8Array): Uint8Array[] {
  return segmentsOf(bytes)
    .filter(isAside)
    .map(({ start, end }) => bytes.subarray(start + 4, end));
}

/** The parts of a JPEG without what is not the picture: it keeps its colours, and the way it is turned. Undefined:
 * the head leads to no scan, so that nothing tells where the picture is. */
export async function bare(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const orientation = exifOf(bytes)?.orientation ?? 1;
  const parts = [bytes.subarray(0, 2)];
  const segments = segmentsOf(bytes);
  const scan = segments.at(-1);
  if (scan?.marker !== 0xda) return undefined;
  for (const segment of segments) {
    const { marker, start, end } = segment;
    const isNeeded =
      marker === 0xe0 || marker === 0xee || (marker === 0xe2 && startsWith(bytes, start + 4, 'ICC_PROFILE'));
    if (isNeeded || !isAside(segment)) parts.push(bytes.subarray(start, end));
  }
  if (orientation > 1) parts.splice(1, 0, exifSegment(turned(orientation)));
  parts.push(bytes.subarray(scan.end, await endOf(bytes)));
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
  segment.set([0xff, 0xe1, length >> 8, length & 255]);
  segment.set(new TextEncoder().encode(exifMark), 4);
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

export function startsWith(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let index = 0; index < mark.length; index++) {
    if (bytes[at + index] !== mark.charCodeAt(index)) return false;
  }
  return true;
}
