/** Reads a stream of bytes in parts of any length, and holds little more than the longest one. Its parts are copies that
 * may be changed. Each is valid until more bytes are requested. */
export class ByteReader {
  #pieces: AsyncIterator<Uint8Array>;
  #buffer = new Uint8Array(0);
  #from = 0;
  #to = 0;
  #isDone = false;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Returns the bytes that are held, without consuming them: at least `count`, unless the stream ends before. */
  async peek(count: number): Promise<Uint8Array> {
    while (this.#to - this.#from < count && !this.#isDone) {
      const { done, value } = await this.#pieces.next();
      if (done) this.#isDone = true;
      else this.#append(value);
    }
    return this.#buffer.subarray(this.#from, this.#to);
  }

  /** Consumes bytes that `peek` has returned. */
  consume(count: number): void {
    this.#from += count;
  }

  /** Passes on the next bytes, fewer if the stream ends before. */
  async *pass(count: number): AsyncGenerator<Uint8Array, void> {
    for (let left = count; left > 0; ) {
      const part = (await this.peek(1)).subarray(0, left);
      if (part.length === 0) return;
      left -= part.length;
      this.consume(part.length);
      yield part;
    }
  }

  /** Passes on all other bytes as they arrive. */
  async *rest(): AsyncGenerator<Uint8Array, void> {
    const held = await this.peek(0);
    this.consume(held.length);
    if (held.length > 0) yield held;
    while (!this.#isDone) {
      const { done, value } = await this.#pieces.next();
      if (done) this.#isDone = true;
      else yield value;
    }
  }

  /** Reads the next bytes for nothing. Resolves with their number, which is smaller if the stream ends before. */
  async skip(count: number): Promise<number> {
    let skipped = 0;
    for await (const part of this.pass(count)) skipped += part.length;
    return skipped;
  }

  /** Ends the stream, which may be unfinished. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  #append(piece: Uint8Array): void {
    const held = this.#to - this.#from;
    if (this.#buffer.length < this.#to + piece.length) {
      const isLarge = this.#buffer.length >= held + piece.length;
      const buffer = isLarge ? this.#buffer : new Uint8Array(held + piece.length + (held >> 1));
      buffer.set(this.#buffer.subarray(this.#from, this.#to));
      this.#buffer = buffer;
      this.#from = 0;
      this.#to = held;
    }
    this.#buffer.set(piece, this.#to);
    this.#to += piece.length;
  }
}
