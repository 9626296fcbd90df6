/** Where a walk through a file's structure stands: what has come of it, and how far the walk is in it. */
export interface Cursor {
  bytes: Uint8Array;
  at: number;
  /** Bytes of the file before `bytes`. */
  before: number;
  /** Where the file's structure ended, in the file. */
  end?: number;
}

/** A walk yields whenever it needs more of the file, and returns where the file's end marker ends; or where its
 * structure breaks, for what follows is no more to be trusted than what follows the end. */
export type Walk = Generator<void, void>;

/** Says that the structure ends here, or breaks in a walk that goes on as readers do. */
export function endHere(cursor: Cursor): void {
  cursor.end ??= cursor.before + cursor.at;
}

/** An image that nobody's phone makes, and that is to fill the memory of whoever opens it. */
export class TooManyPixels extends Error {}

const mostPixels = 250_000_000;

export function measure(width: number, height: number): void {
  if (width * height > mostPixels) throw new TooManyPixels();
}

/** The next bytes, a few. */
export function* take(cursor: Cursor, count: number): Generator<void, Uint8Array> {
  while (cursor.bytes.length - cursor.at < count) yield;
  cursor.at += count;
  return cursor.bytes.subarray(cursor.at - count, cursor.at);
}

/** Passes over any number of bytes without keeping them. */
export function* pass(cursor: Cursor, count: number): Walk {
  let left = count;
  while (cursor.bytes.length - cursor.at < left) {
    left -= cursor.bytes.length - cursor.at;
    cursor.at = cursor.bytes.length;
    yield;
  }
  cursor.at += left;
}

/** Runs a walk on pieces as they come; `end` is the offset in the file where its structure ended, once it has. */
export function createWalker(walk: (cursor: Cursor) => Walk) {
  const cursor: Cursor = { bytes: new Uint8Array(), at: 0, before: 0 };
  const steps = walk(cursor);
  let isDone = false;
  return {
    get end() {
      return cursor.end;
    },
    push(piece: Uint8Array) {
      if (isDone) return;
      cursor.bytes = cursor.bytes.length > 0 ? Buffer.concat([cursor.bytes, piece]) : piece;
      isDone = steps.next().done === true;
      if (isDone) endHere(cursor);
      cursor.before += cursor.at;
      cursor.bytes = Buffer.from(cursor.bytes.subarray(cursor.at)); // A few bytes: every walk takes what it can.
      cursor.at = 0;
    },
  };
}
