import { type Cursor, checkPixels, type Steps } from './cursor.ts';
import { cleanExif, exifPrefix, startsWith } from './exif.ts';

/** Chunks that describe pixels, their colours and their frames (PNG, third edition, section 11), and Apple's. */
const pictureChunks = new Set(
  'IHDR PLTE IDAT IEND CgBI tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
);
/** The longest EXIF in other formats, and so in software that writes it. */
const maxExifBytes = 65_536;
/** The length of a chunk's head, and of the head and the checksum. */
const headBytes = 8;
const frameBytes = 12;

/** Copies a PNG up to its end, without texts, XMP and other metadata. */
export function* cleanPng(cursor: Cursor): Steps<boolean> {
  let hasPicture = false;
  let hasExif = false;
  yield* cursor.keep(8);
  for (;;) {
    const head = yield* cursor.peek(headBytes + 8);
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    const declaredBytes = head.length < headBytes ? Number.POSITIVE_INFINITY : view.getUint32(0);
    const type = String.fromCharCode(...head.subarray(4, headBytes));
    if (!/^[A-Za-z]{4}$/.test(type) || declaredBytes > 0x7fff_ffff) return hasPicture;
    // IEND is empty (section 11.2.5), and readers stop at it even if it declares a length.
    const bytes = frameBytes + (type === 'IEND' ? 0 : declaredBytes);
    if (type === 'IHDR' && head.length >= 16) checkPixels(view.getUint32(8), view.getUint32(12));
    if (type === 'eXIf' && !hasExif && bytes <= maxExifBytes) {
      hasExif = true;
      const chunk = (yield* cursor.peek(bytes)).subarray(0, bytes);
      const content = chunk.subarray(headBytes, -4);
      // Some software writes the prefix of a JPEG's EXIF segment here as well.
      const tiff = content.subarray(startsWith(content, 0, exifPrefix) ? exifPrefix.length : 0);
      const kept = chunk.length === bytes && cleanExif(cursor, tiff);
      if (kept) {
        cursor.overwrite(tiff, kept);
        cursor.overwrite(chunk.subarray(-4), checksum(chunk.subarray(4, -4)));
      }
      yield* kept ? cursor.keep(bytes) : cursor.drop(bytes);
    } else if (pictureChunks.has(type)) {
      hasPicture ||= type === 'IDAT';
      yield* cursor.keep(bytes);
      if (type === 'IEND') return hasPicture;
    } else yield* cursor.drop(bytes);
  }
}

/** The checksum of a chunk's type and content (annex D). */
function checksum(bytes: Uint8Array): number[] {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return [24, 16, 8, 0].map(shift => (~crc >>> shift) & 255);
}
