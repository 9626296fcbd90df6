import { type Cursor, checkPixels, type ParserSteps, read, skip } from './cursor.ts';

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
