import { type Cursor, endHere, measure, pass, take, type Walk } from './cursor.ts';

/** From segment to segment, over the compressed data of each scan, up to the end of EOI (ITU T.81, B.1.1). */
export function* walkJpeg(cursor: Cursor): Walk {
  yield* pass(cursor, 2);
  let width = 0;
  let height = 0;
  for (;;) {
    const marker = yield* nextMarker(cursor);
    if (marker === 0xd9) return;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    const length = Buffer.from(yield* take(cursor, 2)).readUInt16BE();
    if (length < 2) endHere(cursor);
    let passed = 2;
    if (isFrame(marker) && length >= 7) {
      const frame = Buffer.from(yield* take(cursor, 5));
      width = frame.readUInt16BE(3);
      height = frame.readUInt16BE(1);
      measure(width, height);
      passed += 5;
    } else if (marker === 0xdc && length >= 4) {
      // The number of lines, said after the first scan.
      height = Buffer.from(yield* take(cursor, 2)).readUInt16BE();
      measure(width, height);
      passed += 2;
    }
    yield* pass(cursor, Math.max(0, length - passed));
    if (marker === 0xda) yield* height > 0 ? passScan(cursor) : passFirstScan(cursor);
  }
}

/** Any number of FF may stand before a marker. Nothing else may, and readers pass over it all the same. */
function* nextMarker(cursor: Cursor): Generator<void, number> {
  for (;;) {
    let [byte] = yield* take(cursor, 1);
    if (byte !== 0xff) {
      cursor.at -= 1;
      endHere(cursor);
      while (byte !== 0xff) [byte] = yield* take(cursor, 1);
    }
    while (byte === 0xff) [byte] = yield* take(cursor, 1);
    if (byte !== 0) return byte!;
    endHere(cursor);
  }
}

/** SOF0 to SOF15; DHT, JPG and DAC lie between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const end = Buffer.from([0xff, 0xd9]);

/** Compressed data, in which FF is stuffed or a restart, so that FF D9 can only be the end. The tables between a
 * progressive picture's scans are not walked: no value in them is FF. */
function* passScan(cursor: Cursor): Walk {
  for (;;) {
    const { bytes } = cursor;
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(end, cursor.at);
    if (at >= 0) {
      cursor.at = at;
      return;
    }
    // The first half of an end, perhaps, is kept: anything else would be copied in front of every piece.
    cursor.at = Math.max(cursor.at, bytes.length - (bytes.at(-1) === 0xff ? 1 : 0));
    yield;
  }
}

/** The same to any marker: the height may be told after the first scan. */
function* passFirstScan(cursor: Cursor): Walk {
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
