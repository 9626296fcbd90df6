import { type Cursor, checkPixels, markEnd, type ParserSteps, read, skip } from './cursor.ts';

/** Parses segment by segment, including the compressed data of each scan, up to EOI (ITU-T T.81, section B.1.1). */
export function* parseJpeg(cursor: Cursor): ParserSteps {
  yield* skip(cursor, 2);
  let width = 0;
  let height = 0;
  for (;;) {
    const marker = yield* nextMarker(cursor);
    if (marker === 0xd9) return;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    const length = Buffer.from(yield* read(cursor, 2)).readUInt16BE();
    if (length < 2) markEnd(cursor);
    let consumed = 2;
    if (isFrame(marker) && length >= 7) {
      const frame = Buffer.from(yield* read(cursor, 5));
      width = frame.readUInt16BE(3);
      height = frame.readUInt16BE(1);
      checkPixels(width, height);
      consumed += 5;
    } else if (marker === 0xdc && length >= 4) {
      // DNL: the number of lines, which may follow the first scan.
      height = Buffer.from(yield* read(cursor, 2)).readUInt16BE();
      checkPixels(width, height);
      consumed += 2;
    }
    yield* skip(cursor, Math.max(0, length - consumed));
    if (marker === 0xda) yield* height > 0 ? skipScan(cursor) : skipScanOfUnknownHeight(cursor);
  }
}

/** Reads a marker, which any number of FF bytes may precede. Other bytes break the structure, but readers skip them. */
function* nextMarker(cursor: Cursor): ParserSteps<number> {
  for (;;) {
    let [byte] = yield* read(cursor, 1);
    if (byte !== 0xff) {
      cursor.at -= 1;
      markEnd(cursor);
      while (byte !== 0xff) [byte] = yield* read(cursor, 1);
    }
    while (byte === 0xff) [byte] = yield* read(cursor, 1);
    if (byte !== 0) return byte!;
    markEnd(cursor);
  }
}

/** Whether the marker is SOF0 to SOF15. DHT, JPG and DAC are in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const endOfImage = Buffer.from([0xff, 0xd9]);

/** Skips to EOI. In compressed data, FF is followed only by a stuffed zero or a restart marker, and the tables between
 * the scans of a progressive image contain no FF, so FF D9 can only be EOI. */
function* skipScan(cursor: Cursor): ParserSteps {
  for (;;) {
    const { bytes } = cursor;
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(endOfImage, cursor.at);
    if (at >= 0) {
      cursor.at = at;
      return;
    }
    // Only a final FF is kept, because kept bytes are copied to the front of the next chunk.
    cursor.at = Math.max(cursor.at, bytes.length - (bytes.at(-1) === 0xff ? 1 : 0));
    yield;
  }
}

/** Skips to the next marker, because DNL may follow the first scan. */
function* skipScanOfUnknownHeight(cursor: Cursor): ParserSteps {
  for (;;) {
    const { bytes } = cursor;
    let { at } = cursor;
    for (; at + 1 < bytes.length; at++) {
      if (bytes[at] !== 0xff) continue;
      const next = bytes[at + 1]!;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) break;
    }
    cursor.at = at;
    if (at + 1 < bytes.length) return;
    yield;
  }
}
