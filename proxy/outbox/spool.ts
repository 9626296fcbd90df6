/** A file that was taken in: durable, whole, under a name of ours. */
export interface Spooled {
  name: string;
  bytes: number;
  sha256: string;
}

/** Where attachments' bytes stand until they are delivered. */
export interface Spool {
  /** Takes a file in, piece by piece; resolves when its bytes are durable. Leaves nothing behind when it, or
   * the stream, throws. */
  save(pieces: AsyncIterable<Uint8Array>): Promise<Spooled>;
  /** Opens a file for as long as it is used, and resolves with what `use` resolves with; rejects when it can't be
   * opened. A piece is good until the next one is asked for. */
  read<Result>(name: string, use: (pieces: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  erase(name: string): Promise<void>;
  /** How many bytes stand in it, about: what other processes are still taking in may be counted, too. */
  bytes(): Promise<number>;
  /** Throws when nothing can be stored. */
  probe(): Promise<void>;
  /** Erases what nobody needs: files of uploads that a killed process never finished. */
  sweep(needed: Set<string>): Promise<void>;
}
