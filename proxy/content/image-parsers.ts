/** The position of a parser in the bytes of a file that have been received but not parsed. */
interface Cursor {
  bytes: Uint8Array;
  /** The position in `bytes`. */
  at: number;
  /** The position of `bytes` in the file. */
  offset: number;
  /** The position in the file where its structure ended, or first broke. */
  end?: number;
}

/** A parser that follows the structure of a file. It yields when it needs more bytes, and returns after the file's end
 * marker or where the structure breaks: bytes after a break deserve as little trust as those after the end. */
type ParserSteps<Result = void> = Generator<void, Result>;

/** Records that the structure ends or breaks here, in a parser that continues as lenient readers do. */
function markEnd(cursor: Cursor): void {
  cursor.end ??= cursor.offset + cursor.at;
}

/** An image has more pixels than any camera produces. Opening it could exhaust a program's memory. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels';
}

const maxPixels = 250_000_000;

/** Throws TooManyPixels. */
function checkPixels(width: number, height: number): void {
  if (width * height > maxPixels) throw new TooManyPixels();
}

/** Reads the next bytes and buffers them, so `count` should be small. */
export function* read(cursor: Cursor, count: number): ParserSteps<Uint8Array> {
  while (cursor.bytes.length - cursor.at < count) yield;
  cursor.at += count;
  return cursor.bytes.subarray(cursor.at - count, cursor.at);
}

/** Skips any number of bytes without buffering them. */
export function* skip(cursor: Cursor, count: number): ParserSteps {
  let left = count;
  while (cursor.bytes.length - cursor.at < left) {
    left -= cursor.bytes.length - cursor.at;
    cursor.at = cursor.bytes.length;
    yield;
  }
  cursor.at += left;
}

/** Runs a parser on a file incrementally. `end` is the position where the file's structure ended, once it is known. */
export function createParser(parse: (cursor: Cursor) => ParserSteps) {
  const cursor: Cursor = { bytes: new Uint8Array(), at: 0, offset: 0 };
  const steps = parse(cursor);
  let isDone = false;
  return {
    get end() {
      return cursor.end;
    },
    push(piece: Uint8Array) {
      if (isDone) return;
      cursor.bytes = cursor.bytes.length > 0 ? Buffer.concat([cursor.bytes, piece]) : piece;
      isDone = steps.next().done === true;
      if (isDone) markEnd(cursor);
      cursor.offset += cursor.at;
      cursor.bytes = Buffer.from(cursor.bytes.subarray(cursor.at)); // The remainder is small, because a parser consumes as much as it can.
      cursor.at = 0;
    },
  };
}

/** Parses chunk by chunk up to the end of IEND (PNG, third edition, section 5.3). */
export function* parsePng(cursor: Cursor): ParserSteps {
  yield* skip(cursor, 8);
  for (;;) {
    const head = Buffer.from(yield* read(cursor, 8));
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    if (!/^[A-Za-z]{4}$/.test(type) || length > 0x7fff_ffff) {
      cursor.at -= 8;
      return;
    }
    if (type === 'IHDR' && length >= 8) {
      const size = Buffer.from(yield* read(cursor, 8));
      checkPixels(size.readUInt32BE(0), size.readUInt32BE(4));
      cursor.at -= 8;
    }
    // IEND is empty (section 11.2.5), and readers stop at it even if it declares a length.
    yield* skip(cursor, type === 'IEND' ? 4 : length + 4);
    if (type === 'IEND') return;
  }
}

/** Parses block by block up to the trailer (GIF89a, sections 17 to 27). */
export function* parseGif(cursor: Cursor): ParserSteps {
  const screen = Buffer.from(yield* read(cursor, 13));
  checkPixels(screen.readUInt16LE(6), screen.readUInt16LE(8));
  yield* skipColourTable(cursor, screen[10]!);
  for (;;) {
    const [introducer] = yield* read(cursor, 1);
    if (introducer === 0x3b) return;
    if (introducer === 0x21) {
      yield* skip(cursor, 1);
    } else if (introducer === 0x2c) {
      const image = Buffer.from(yield* read(cursor, 9));
      checkPixels(image.readUInt16LE(4), image.readUInt16LE(6));
      yield* skipColourTable(cursor, image[8]!);
      yield* skip(cursor, 1);
    } else if (introducer !== 0) {
      cursor.at -= 1;
      return;
    }
    // Some encoders write a zero between blocks, which every decoder ignores.
    if (introducer !== 0) yield* skipSubBlocks(cursor);
  }
}

function* skipColourTable(cursor: Cursor, flags: number): ParserSteps {
  if (flags & 0x80) yield* skip(cursor, 3 * 2 ** ((flags & 7) + 1));
}

function* skipSubBlocks(cursor: Cursor): ParserSteps {
  for (;;) {
    // `read` would be too slow here, because a file may have tens of thousands of sub-blocks.
    while (cursor.at >= cursor.bytes.length) yield;
    const length = cursor.bytes[cursor.at]!;
    cursor.at += 1;
    if (length === 0) return;
    if (cursor.at + length <= cursor.bytes.length) cursor.at += length;
    else yield* skip(cursor, length);
  }
}

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
