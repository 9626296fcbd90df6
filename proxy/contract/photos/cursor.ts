import type { AttachmentLimits } from '../definition.ts';

/** A part of the work on a file. It yields when it needs more bytes. */
export type Steps<Result = void> = Generator<void, Result>;

/** Why the content of a file isn't accepted. `unreadable-metadata`: a photo has no picture that can be found, so its metadata
 * can't be removed. */
export type ContentCheck =
  | 'not-pdf-png-gif-jpeg'
  | 'opens-as-zip'
  | 'opens-as-pdf'
  | 'over-250-megapixels'
  | 'pdf-javascript'
  | 'unreadable-metadata';

/** The content of a file isn't accepted. */
export class UnacceptableFile extends Error {
  override name = 'UnacceptableFile';
  readonly check: ContentCheck;
  constructor(check: ContentCheck) {
    super(check);
    this.check = check;
  }
}

/** The position in a file that arrives in pieces and loses its metadata. With `none`, everything is kept. The pieces aren't
 * copied, which would take half of the time, but overwritten: what is kept moves to their start. */
export class Cursor {
  readonly #what: AttachmentLimits['strip_metadata'];
  #bytes = new Uint8Array();
  #at = 0;
  /** Where the kept bytes begin that end at `#at`. */
  #keptFrom = 0;
  /** How many kept bytes are at the start already. */
  #keptBytes = 0;
  #isComplete = false;
  #isChanged = false;
  #hadLocation = false;

  constructor(what: AttachmentLimits['strip_metadata']) {
    this.#what = what;
  }

  /** Whether EXIF keeps more than the orientation. */
  get keepsDetails(): boolean {
    return this.#what !== 'all';
  }

  /** What was removed from the bytes before the cursor. */
  get removed(): 'nothing' | 'location' | 'details' {
    if (!this.#isChanged) return 'nothing';
    return this.#hadLocation && this.keepsDetails ? 'location' : 'details';
  }

  /** Adds the next piece, which may be overwritten. It must remain valid until `take`. */
  push(piece: Uint8Array): void {
    if (this.#bytes.length === 0) {
      this.#bytes = piece as Uint8Array<ArrayBuffer>; // Nobody shares memory between threads.
      return;
    }
    const left = this.#bytes;
    this.#bytes = new Uint8Array(left.length + piece.length);
    this.#bytes.set(left);
    this.#bytes.set(piece, left.length);
  }

  /** Says that no piece follows. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Returns the bytes that were kept since the last call, and copies the rest. */
  take(): Uint8Array<ArrayBuffer> {
    this.#move();
    const kept = this.#bytes.subarray(0, this.#keptBytes);
    this.#bytes = new Uint8Array(this.#bytes.subarray(this.#at)); // A buffer's `slice` wouldn't copy.
    this.#at = 0;
    this.#keptFrom = 0;
    this.#keptBytes = 0;
    return kept;
  }

  #move(): void {
    if (this.#keptFrom > this.#keptBytes) this.#bytes.copyWithin(this.#keptBytes, this.#keptFrom, this.#at);
    this.#keptBytes += this.#at - this.#keptFrom;
  }

  /** The bytes that have arrived, at least `count` unless the file ends before. */
  *peek(count: number): Steps<Uint8Array> {
    while (this.#bytes.length - this.#at < count && !this.#isComplete) yield;
    return this.#bytes.subarray(this.#at);
  }

  /** Keeps the next bytes, fewer if the file ends before. */
  *keep(count: number): Steps {
    for (let left = count; ; ) {
      const step = Math.min(left, this.#bytes.length - this.#at);
      this.#at += step;
      left -= step;
      if (left === 0 || this.#isComplete) return;
      yield;
    }
  }

  /** Drops the next bytes, fewer if the file ends before. With `none`, keeps them. */
  *drop(count: number): Steps {
    yield* this.#what === 'none' ? this.keep(count) : this.cut(count);
  }

  /** Drops the next bytes in any case, fewer if the file ends before. */
  *cut(count: number): Steps {
    for (let left = count; ; ) {
      this.#move();
      const step = Math.min(left, this.#bytes.length - this.#at);
      this.#at += step;
      this.#keptFrom = this.#at;
      this.#isChanged ||= step > 0;
      left -= step;
      if (left === 0 || this.#isComplete) return;
      yield;
    }
  }

  /** Replaces bytes that aren't kept yet with others, followed by zeros. */
  overwrite(bytes: Uint8Array, content: ArrayLike<number> = []): void {
    if (this.#what === 'none') return;
    const wanted = new Uint8Array(bytes.length);
    wanted.set(content);
    if (bytes.every((byte, at) => byte === wanted[at])) return;
    bytes.set(wanted);
    this.#isChanged = true;
  }

  /** Notes that what is dropped or overwritten said where the photo was taken. */
  noteLocation(): void {
    this.#hadLocation = true;
  }
}

/** Throws UnacceptableFile for more pixels than any camera produces. Opening such a picture could exhaust a program's
 * memory. */
export function checkPixels(width: number, height: number): void {
  if (width * height > 250_000_000) throw new UnacceptableFile('over-250-megapixels');
}
