import { Exif } from './exif.ts';

export const exifPrefix = 'Exif\0\0';
/** A regular expression for the prefix when a TIFF follows it. */
export const exifPattern = `${exifPrefix}(?=II\\*\0|MM\0\\*)`;

/** A segment of a JPEG's header, from its marker to its end. */
interface Segment {
  marker: number;
  start: number;
  end: number;
}

/** Real headers have at most a few hundred markers. */
const maxMarkers = 1_000;

/** The segments of a JPEG's header, up to the first scan. After `maxMarkers`, or where a length points past the end, the
 * rest of the file counts as one comment. That bounds time and memory without overlooking a location in the rest. */
export function parseSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  // Skips bytes that aren't markers, as decoders do.
  for (let start = bytes.indexOf(0xff, 2), markers = 0; start >= 0 && start + 4 <= bytes.length; ) {
    const marker = bytes[start + 1]!;
    markers += marker === 0xff ? 0.1 : 1; // A file may have many fill bytes, and each costs little.
    const end = hasLength(marker) ? start + 2 + bytes[start + 2]! * 256 + bytes[start + 3]! : 0;
    if (marker === 0xd9) break;
    if (markers > maxMarkers || end > bytes.length) {
      segments.push({ marker: 0xfe, start, end: bytes.length });
      break;
    }
    if (end) segments.push({ marker, start, end });
    if (marker === 0xda) break;
    start = bytes.indexOf(0xff, end || start + (marker === 0xff ? 1 : 2));
  }
  return segments;
}

/** The offset at which the picture ends. Phones append a video, a depth map or a second picture. */
export async function pictureEnd(bytes: Uint8Array): Promise<number> {
  let at = parseSegments(bytes).at(-1)?.end ?? 2;
  for (let markers = 1; ; markers++) {
    if (markers % 10_000 === 0) await yieldToBrowser();
    at = bytes.indexOf(0xff, at);
    const marker = bytes[at + 1];
    if (at < 0 || marker === undefined) return bytes.length;
    if (marker === 0xd9) return at + 2;
    if (hasLength(marker)) at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    else at += marker === 0xff ? 1 : 2;
  }
}

/** Whether a marker starts a segment. Stuffed bytes, fill bytes and standalone markers don't. */
function hasLength(marker: number): boolean {
  return marker > 1 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8);
}

export function parseExif(bytes: Uint8Array): Exif | undefined {
  for (const { marker, start, end } of parseSegments(bytes)) {
    if (marker === 0xe1 && startsWith(bytes, start + 4, exifPrefix)) {
      return Exif.parse(bytes.subarray(start + 10, end));
    }
  }
  return undefined;
}

export function metadataContents(bytes: Uint8Array): Uint8Array[] {
  return parseSegments(bytes)
    .filter(isMetadata)
    .map(({ start, end }) => bytes.subarray(start + 4, end));
}

/** The parts of a JPEG without its metadata, except colour profile and orientation. Resolves with undefined when the
 * header leads to no scan, because then nothing says where the picture is. */
export async function stripMetadata(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const orientation = parseExif(bytes)?.orientation ?? 1;
  const parts = [bytes.subarray(0, 2)];
  const segments = parseSegments(bytes);
  const scan = segments.at(-1);
  if (scan?.marker !== 0xda) return undefined;
  for (const segment of segments) {
    const { marker, start, end } = segment;
    const isNeeded =
      marker === 0xe0 || marker === 0xee || (marker === 0xe2 && startsWith(bytes, start + 4, 'ICC_PROFILE'));
    if (isNeeded || !isMetadata(segment)) parts.push(bytes.subarray(start, end));
  }
  if (orientation > 1) parts.splice(1, 0, exifSegment(orientationTiff(orientation)));
  parts.push(bytes.subarray(scan.end, await pictureEnd(bytes)));
  return parts;
}

/** Whether a segment holds metadata: an application segment or a comment. */
function isMetadata({ marker }: Segment): boolean {
  return marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
}

/** Wraps a TIFF in an EXIF segment. */
export function exifSegment(tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  const segment = new Uint8Array(10 + tiff.length);
  const length = tiff.length + 8;
  segment.set([0xff, 0xe1, length >> 8, length & 255]);
  segment.set(new TextEncoder().encode(exifPrefix), 4);
  segment.set(tiff, 10);
  return segment;
}

/** Builds a TIFF that contains nothing but the orientation. */
function orientationTiff(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26);
  tiff.set([77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0]);
  tiff[19] = orientation;
  return tiff;
}

export function startsWith(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let index = 0; index < mark.length; index++) {
    if (bytes[at + index] !== mark.charCodeAt(index)) return false;
  }
  return true;
}

/** Bytes searched at a time, which takes a slow phone a few milliseconds. */
const sliceBytes = 131_072;
/** How far each slice extends into the next one, so that a match is never split. */
const overlapBytes = 32_768;

interface Found {
  /** Offset of the match in the bytes. */
  at: number;
  /** The match; its `input` is the slice as text. */
  match: RegExpExecArray;
  /** Whether the slice ends before the bytes do. */
  isCut: boolean;
}

/** Finds the matches of a regular expression in bytes, pausing in between. */
export async function* search(bytes: Uint8Array, pattern: string): AsyncGenerator<Found> {
  // One character for each byte, so that indexes in the text and in the bytes are the same.
  const latin1 = new TextDecoder('latin1');
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    await yieldToBrowser();
    const slice = bytes.subarray(start, start + sliceBytes + overlapBytes);
    for (const match of latin1.decode(slice).matchAll(new RegExp(pattern, 'g'))) {
      if (match.index >= sliceBytes) break; // The next slice finds this match in full.
      await yieldToBrowser();
      yield { at: start + match.index, match, isCut: start + slice.length < bytes.length };
    }
  }
}

/** Time to work without a pause. Tasks of 50 ms or more delay the visitor's input (w3c.github.io/longtasks). */
const turnMs = 10;
let turnBegan = 0;

/** Lets the browser respond to the visitor if this task has run for long enough. A worker isn't an option: browsers
 * reject a worker script from another origin, which the proxy's usually is, and strict policies reject one from a
 * blob. */
export async function yieldToBrowser(): Promise<void> {
  if (performance.now() - turnBegan < turnMs) return;
  // Chromium has supported `scheduler.yield` since 129 and Firefox since 142. Delete the timer when Safari does.
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  await (scheduler?.yield?.() ?? new Promise(resolve => setTimeout(resolve)));
  turnBegan = performance.now();
}
