import { ByteReader } from './byte-reader.ts';
import { type Budget, Exif, exifPrefix, isSame, orientationTiff, startsWith } from './exif.ts';
import { blankLocation, blankLocations } from './location.ts';

/** Nothing says where the picture in a photo is, so its metadata can't be removed. */
export class UnreadablePhoto extends Error {
  override name = 'UnreadablePhoto';
}

/** A part of a JPEG's header: a segment with its marker, or bytes outside segments. */
interface HeaderPart {
  marker: number | undefined;
  bytes: Uint8Array;
}

/** Where a JPEG's header ends: after the first scan's header, before the end of the picture, or where the rest of the file
 * counts as one comment. */
type HeaderEnd = 'scan' | 'no-scan' | 'comment';

/** Real headers have at most a few hundred markers. */
const maxMarkers = 1_000;

/** The parts of a JPEG's header, after its first marker and up to the first scan. After `maxMarkers`, or where a length
 * points past the end, the rest of the file counts as one comment. That bounds time and memory without overlooking a
 * location in the rest. */
async function* readHeader(reader: ByteReader): AsyncGenerator<HeaderPart, HeaderEnd> {
  for (let markers = 0; ; ) {
    const held = await reader.peek(4);
    // Skips bytes that aren't markers, as decoders do.
    const start = held.indexOf(0xff);
    if (start !== 0) {
      const bytes = start < 0 ? held : held.subarray(0, start);
      if (bytes.length === 0) return 'no-scan';
      yield { marker: undefined, bytes };
      reader.consume(bytes.length);
      continue;
    }
    if (held.length < 4 || held[1] === 0xd9) return 'no-scan';
    const marker = held[1]!;
    markers += marker === 0xff ? 0.1 : 1; // A file may have many fill bytes, and each costs little.
    const length = segmentLength(held, 0);
    const segment = await reader.peek(length);
    if (markers > maxMarkers || segment.length < length) return 'comment';
    const bytes = segment.subarray(0, length || (marker === 0xff ? 1 : 2));
    yield { marker: length ? marker : undefined, bytes };
    reader.consume(bytes.length);
    if (marker === 0xda) return 'scan';
  }
}

/** Blanks out the location where a JPEG was taken: in EXIF, XMP and IPTC, including a thumbnail's, and in anything that
 * follows the picture. Every other byte stays the same. Returns whether there was a location. */
export async function* blankJpeg(reader: ByteReader, budget: Budget): AsyncGenerator<Uint8Array, boolean> {
  let wasThere = false;
  yield* reader.pass(2);
  const header = readHeader(reader);
  let part = await header.next();
  /** The texts of consecutive segments of extended XMP, whose other bytes are added to `heads`. */
  async function* readXmp(heads: { head: Uint8Array; length: number }[]) {
    while (!part.done && isExtendedXmp(part.value)) {
      const { bytes } = part.value;
      const text = bytes.subarray(xmpHeadBytes);
      heads.push({ head: bytes.slice(0, xmpHeadBytes), length: text.length });
      yield text;
      part = await header.next();
    }
  }
  while (!part.done) {
    if (isExtendedXmp(part.value)) {
      // XMP that is too long for one segment continues in the next, so its parts are searched as one text.
      const heads: { head: Uint8Array; length: number }[] = [];
      const texts = blankLocations(new ByteReader(readXmp(heads)), budget);
      let left = 0;
      let text = await texts.next();
      for (; !text.done; text = await texts.next()) {
        for (let at = 0; at < text.value.length; ) {
          while (left === 0) {
            const { head, length } = heads.shift()!;
            yield head;
            left = length;
          }
          const piece = text.value.subarray(at, at + left);
          yield piece;
          at += piece.length;
          left -= piece.length;
        }
      }
      for (const { head } of heads) yield head; // Their texts are empty.
      if (text.value) wasThere = true;
    } else {
      const { bytes } = part.value;
      if (isMetadata(part.value) && blankLocation(bytes.subarray(4), budget)) wasThere = true;
      yield bytes;
      part = await header.next();
    }
  }
  if (part.value !== 'comment') yield* passPicture(reader);
  return (yield* blankLocations(reader, budget)) || wasThere;
}

/** Passes on a JPEG without its metadata, except colour profile and orientation. Returns whether there was any. Throws
 * UnreadablePhoto when the header leads to no scan, because then nothing says where the picture is. */
export async function* stripJpeg(reader: ByteReader): AsyncGenerator<Uint8Array, boolean> {
  let wasThere = false;
  let hasExif = false;
  yield* reader.pass(2);
  const header = readHeader(reader);
  let part = await header.next();
  for (; !part.done; part = await header.next()) {
    const { marker, bytes } = part.value;
    const isNeeded =
      marker === 0xe0 || marker === 0xee || (marker === 0xe2 && startsWith(bytes, 4, 'ICC_PROFILE'));
    if (marker !== undefined && (isNeeded || !isMetadata(part.value))) yield bytes;
    else if (!hasExif && isExif(part.value)) {
      hasExif = true;
      const orientation = Exif.parse(bytes.subarray(10))?.orientation ?? 1;
      const kept = orientation > 1 ? exifSegment(orientationTiff(orientation)) : new Uint8Array();
      yield kept;
      if (!isSame(kept, bytes)) wasThere = true;
    } else wasThere = true;
  }
  if (part.value !== 'scan') throw new UnreadablePhoto();
  yield* passPicture(reader);
  return (await reader.skip(Number.POSITIVE_INFINITY)) > 0 || wasThere;
}

/** Passes on the picture, up to its end marker. Phones append a video, a depth map or a second picture. */
async function* passPicture(reader: ByteReader): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    const held = await reader.peek(4);
    if (held.length === 0) return;
    let at = 0;
    while (at < held.length) {
      const start = held.indexOf(0xff, at);
      at = start < 0 ? held.length : start;
      if (at > 0 && at + 4 > held.length) break; // The rest of the marker and its length is yet to be read.
      const marker = held[at + 1];
      if (marker === 0xd9) return yield* reader.pass(at + 2);
      at += segmentLength(held, at) || (marker === 0xff ? 1 : 2);
    }
    yield* reader.pass(at);
  }
}

/** The length of the segment at this offset, from its marker to its end; 0 if there is none. */
export function segmentLength(bytes: Uint8Array, at: number): number {
  const marker = bytes[at + 1]!;
  // Stuffed bytes, fill bytes and standalone markers start no segment.
  const hasLength = marker > 1 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd9);
  return hasLength ? 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0) : 0;
}

/** Whether a segment holds metadata: an application segment or a comment. */
function isMetadata({ marker = 0 }: HeaderPart): boolean {
  return marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
}

function isExif({ marker, bytes }: HeaderPart): boolean {
  return marker === 0xe1 && startsWith(bytes, 4, exifPrefix);
}

/** Followed by an id of 32 characters, the total length and the offset of this part (XMP 3, 1.1.3.1). */
const extendedXmpPrefix = 'http://ns.adobe.com/xmp/extension/\0';
const xmpHeadBytes = 4 + 75;

function isExtendedXmp(part: HeaderPart): boolean {
  return (
    isMetadata(part) && part.bytes.length >= xmpHeadBytes && startsWith(part.bytes, 4, extendedXmpPrefix)
  );
}

/** Wraps a TIFF in an EXIF segment. */
export function exifSegment(tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  const segment = new Uint8Array(10 + tiff.length);
  const length = tiff.length + 8;
  segment.set([0xff, 0xe1, length >> 8, length & 255]);
  segment.set(
    Array.from(exifPrefix, letter => letter.charCodeAt(0)),
    4,
  );
  segment.set(tiff, 10);
  return segment;
}
