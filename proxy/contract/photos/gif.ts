import { type Cursor, checkPixels, type Steps } from './cursor.ts';
import { startsWith } from './exif.ts';

/** The extensions that say how long pictures are shown and how often (GIF89a, section 23, and that of Netscape). */
const keptExtensions = ['!\xf9', '!\xff\x0bNETSCAPE2.0'];

/** Copies a GIF up to its trailer, without comments, XMP and other extensions (GIF89a, sections 17 to 27). */
export function* cleanGif(cursor: Cursor): Steps<boolean> {
  let hasPicture = false;
  yield* keepDescriptor(cursor, 6, 13);
  for (;;) {
    const start = (yield* cursor.peek(14)).subarray(0, 14);
    if (start[0] === 0x2c) {
      hasPicture = true;
      yield* keepDescriptor(cursor, 5, 11);
      yield* subBlocks(cursor, true);
    } else if (start[0] === 0x21) {
      const isKept = keptExtensions.some(text => startsWith(start, 0, text));
      yield* isKept ? cursor.keep(2) : cursor.drop(2);
      yield* subBlocks(cursor, isKept);
    } else {
      // This is the trailer, the end of the file, or damage, at which decoders stop reading. Some encoders write a zero between
      // blocks, which every decoder ignores.
      if (start[0] === 0 || start[0] === 0x3b) yield* cursor.keep(1);
      if (start[0] !== 0) return hasPicture;
    }
  }
}

/** Keeps the descriptor of the screen or of a picture, of this many bytes, and its colours. The size is at this offset. */
function* keepDescriptor(cursor: Cursor, at: number, bytes: number): Steps {
  const [width = 0, widthHigh = 0, height = 0, heightHigh = 0, flags = 0] = (yield* cursor.peek(
    at + 5,
  )).subarray(at);
  checkPixels(width + 256 * widthHigh, height + 256 * heightHigh);
  yield* cursor.keep(bytes + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0));
}

/** Keeps or drops sub-blocks up to the empty one. There may be tens of thousands, so it takes as many as have arrived. */
function* subBlocks(cursor: Cursor, isKept: boolean): Steps {
  for (let isLast = false; !isLast; ) {
    const held = yield* cursor.peek(256);
    let at = 0;
    while (!isLast && at < held.length && at + held[at]! < held.length) {
      isLast = held[at] === 0;
      at += held[at]! + 1;
    }
    if (at === 0) {
      isLast = true; // The file is truncated.
      at = held.length;
    }
    yield* isKept ? cursor.keep(at) : cursor.drop(at);
  }
}
