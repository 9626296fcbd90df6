/** The position of a parser in the bytes of a file that have been received but not parsed. */
export interface Cursor {
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
export type ParserSteps<Result = void> = Generator<void, Result>;

/** Records that the structure ends or breaks here, in a parser that continues as lenient readers do. */
export function markEnd(cursor: Cursor): void {
  cursor.end ??= cursor.offset + cursor.at;
}

/** An image has more pixels than any camera produces. Opening it could exhaust a program's memory. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels';
}

const maxPixels = 250_000_000;

/** Throws TooManyPixels. */
export function checkPixels(width: number, height: number): void {
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
