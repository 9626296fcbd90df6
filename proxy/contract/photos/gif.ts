import { type Cursor, checkPixels, type Steps } from './cursor.ts';
import { startsWith } from './exif.ts';

/** Extensions that are needed to show a picture (GIF89a, section 23, and the application extensions of Netscape and the
 * International Color Consortium). */
const keptExtensions = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']
  .map(name => `!\xff\x0b${name}`)
  .concat('!\xf9');

/** Copies a GIF up to its trailer, without comments, XMP and other extensions (GIF89a, sections 17 to 27). */
export function* cleanGif(cursor: Cursor): Steps<boolean> {
  let hasPicture = false;
  const screen = [...(yield* cursor.peek(13)).subarray(6, 13)];
  checkSize(screen);
  yield* cursor.keep(13 + colourTableBytes(screen[4]));
  for (;;) {
    const start = (yield* cursor.peek(14)).subarray(0, 14);
    switch (start[0]) {
      case 0x2c: {
        const image = [...start.subarray(5)];
        checkSize(image);
        hasPicture = true;
        yield* cursor.keep(11 + colourTableBytes(image[4]));
        yield* subBlocks(cursor, true);
        break;
      }
      case 0x21: {
        const isKept = keptExtensions.some(text => startsWith(start, 0, text));
        yield* isKept ? cursor.keep(2) : cursor.drop(2);
        yield* subBlocks(cursor, isKept);
        break;
      }
      case 0: // Some encoders write a zero between blocks, which every decoder ignores.
        yield* cursor.keep(1);
        break;
      default: // The trailer, the end of the file, or damage where readers stop, too.
        if (start[0] === 0x3b) yield* cursor.keep(1);
        return hasPicture;
    }
  }
}

function checkSize([width = 0, widthHigh = 0, height = 0, heightHigh = 0]: number[]): void {
  checkPixels(width + 256 * widthHigh, height + 256 * heightHigh);
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
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
