import { type Cursor, measure, pass, take, type Walk } from './cursor.ts';

/** From block to block up to the end of the trailer (GIF89a, 17 to 27). */
export function* walkGif(cursor: Cursor): Walk {
  const screen = Buffer.from(yield* take(cursor, 13));
  measure(screen.readUInt16LE(6), screen.readUInt16LE(8));
  yield* passColours(cursor, screen[10]!);
  for (;;) {
    const [introducer] = yield* take(cursor, 1);
    if (introducer === 0x3b) return;
    if (introducer === 0x21) {
      yield* pass(cursor, 1);
    } else if (introducer === 0x2c) {
      const image = Buffer.from(yield* take(cursor, 9));
      measure(image.readUInt16LE(4), image.readUInt16LE(6));
      yield* passColours(cursor, image[8]!);
      yield* pass(cursor, 1);
    } else if (introducer !== 0) {
      // Some encoders leave a zero between blocks, and every decoder passes over it.
      cursor.at -= 1;
      return;
    }
    if (introducer !== 0) yield* passSubBlocks(cursor);
  }
}

function* passColours(cursor: Cursor, flags: number): Walk {
  if (flags & 0x80) yield* pass(cursor, 3 * 2 ** ((flags & 7) + 1));
}

function* passSubBlocks(cursor: Cursor): Walk {
  for (;;) {
    // By hand: there are tens of thousands of them.
    while (cursor.at >= cursor.bytes.length) yield;
    const length = cursor.bytes[cursor.at]!;
    cursor.at += 1;
    if (length === 0) return;
    if (cursor.at + length <= cursor.bytes.length) cursor.at += length;
    else yield* pass(cursor, length);
  }
}
