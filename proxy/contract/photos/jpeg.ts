import { type Cursor, checkPixels, type Steps } from './cursor.ts';
import { cleanExif, Exif, exifPrefix, startsWith } from './exif.ts';
import { gainMapXmp } from './gain-map.ts';

/** Copies a JPEG up to its end, and the pictures that belong to it, such as a gain map (CIPA DC-007). */
export function* cleanJpeg(cursor: Cursor): Steps<boolean> {
  const { hasScan, isFirstOfSeveral } = yield* cleanPicture(cursor);
  while (isFirstOfSeveral && startsWith(yield* cursor.peek(3), 0, '\xff\xd8\xff'))
    yield* cleanPicture(cursor);
  return hasScan;
}

/** Copies a picture up to its end marker. Every segment stays where it is, because the index of several pictures has their
 * lengths: one that isn't kept becomes a comment of zeros. */
function* cleanPicture(cursor: Cursor): Steps<{ hasScan: boolean; isFirstOfSeveral: boolean }> {
  const picture = { hasScan: false, isFirstOfSeveral: false };
  let [width, hasExif] = [0, false];
  yield* cursor.keep(2);
  for (let needed = 4; ; ) {
    const held = yield* cursor.peek(needed);
    const isAll = held.length < needed;
    const view = new DataView(held.buffer, held.byteOffset, held.length);
    let at = 0;
    needed = 4;
    while (at < held.length) {
      const next = held.indexOf(0xff, at);
      const marked = next < 0 ? held.length : next;
      // Readers skip bytes between segments.
      if (!picture.hasScan && at < marked) cursor.overwrite(held.subarray(at, marked));
      at = marked;
      if (at + 4 > held.length && !isAll) break;
      const marker = held[at + 1] ?? 0;
      if (marker === 0xd9) {
        yield* cursor.keep(at + 2);
        return picture;
      }
      const length = segmentLength(held, at);
      if (at + length > held.length && !isAll) {
        needed = length;
        break;
      }
      if (length > 0) cleanSegment(held.subarray(at, at + length), marker);
      if (isFrame(marker) && at + 9 <= held.length) {
        width = view.getUint16(at + 7);
        checkPixels(width, view.getUint16(at + 5));
      } else if (marker === 0xdc && at + 6 <= held.length) checkPixels(width, view.getUint16(at + 4)); // DNL
      picture.hasScan ||= marker === 0xda;
      at += length || (marker === 0xff ? 1 : 2);
    }
    yield* cursor.keep(at);
    if (isAll) return picture;
  }

  function cleanSegment(segment: Uint8Array, marker: number): void {
    if (marker <= 0xdd && marker !== 0xc8) return; // Frames, scans and tables.
    const content = segment.subarray(4);
    const starts = (text: string) => startsWith(content, 0, text);
    const rest = (prefix: string, kept: Uint8Array | undefined) =>
      kept && prefix.length + kept.length <= content.length
        ? [...content.subarray(0, prefix.length), ...kept]
        : undefined;
    let kept: ArrayLike<number> | undefined;
    if (marker === 0xe0 && starts('JFIF\0'))
      kept = content.subarray(0, 12); // Without its thumbnail.
    else if (marker === 0xee && starts('Adobe')) kept = content.subarray(0, 12);
    else if (marker === 0xe2 && starts('ICC_PROFILE\0')) kept = content;
    else if (marker === 0xe2 && starts(gainMapUrn) && content.length <= 256) kept = content;
    else if (marker === 0xe2 && starts('MPF\0')) {
      kept = rest('MPF\0', Exif.parse(content.subarray(4))?.pick([0xb000, 0xb001, 0xb002]));
      picture.isFirstOfSeveral ||= !!kept;
    } else if (marker === 0xe1 && starts(exifPrefix) && !hasExif) {
      hasExif = true;
      kept = rest(exifPrefix, cleanExif(cursor, content.subarray(exifPrefix.length)));
    } else if (marker === 0xe1) {
      const text = latin1.decode(content);
      if (/GPS/i.test(text.replaceAll('\0', ''))) cursor.noteLocation();
      const packet = gainMapXmp(text);
      if (packet && packet.length <= content.length)
        kept = Array.from(packet.padEnd(content.length), letter => letter.charCodeAt(0));
    }
    if (kept) cursor.overwrite(content, kept);
    else cursor.overwrite(segment, segment.length < 4 ? [] : [0xff, 0xfe, ...segment.subarray(2, 4)]);
  }
}

/** Both sides have it, although ES2023 doesn't (Encoding Standard). */
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };
/** Decodes to one character for each byte. */
const latin1 = new TextDecoder('latin1');

/** The prefix of a segment with the numbers of a gain map (ISO 21496-1). */
const gainMapUrn = 'urn:iso:std:iso:ts:21496:-1\0';

/** Whether the marker is SOF0 to SOF15. DHT, JPG and DAC are in the same range. */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** The length of the segment at this offset, from its marker to its end; 0 if there is none. */
export function segmentLength(bytes: Uint8Array, at: number): number {
  const marker = bytes[at + 1]!;
  // Stuffed bytes, fill bytes, and standalone and reserved markers start no segment.
  const hasLength = marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd9);
  return hasLength ? 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0) : 0;
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
