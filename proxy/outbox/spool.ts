/** A file that was taken in: durable, whole, under a name of ours. */
export interface Spooled {
  name: string;
  bytes: number;
  sha256: string;
}

/** Where attachments' bytes stand until they are delivered. */
export interface Spool {
  /** Takes a file of this enquiry in, piece by piece; resolves when its bytes are durable. Leaves nothing behind when
   * it, or the stream, throws. */
  save(pieces: AsyncIterable<Uint8Array>, reference: string): Promise<Spooled>;
  /** Whether a complete file with this name is there. */
  has(name: string): Promise<boolean>;
  /** Opens a file for as long as it is used, and resolves with what `use` resolves with; rejects when it can't be
   * opened. A piece is good until the next one is asked for. */
  read<Result>(name: string, use: (pieces: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  /** Erases a file; does nothing when it is not there. */
  erase(name: string): Promise<void>;
  /** How many bytes stand in it, about: what other processes are still taking in may be counted, too. */
  bytes(): Promise<number>;
  /** Throws when nothing can be stored. */
  probe(): Promise<void>;
  /** Names of the complete files that are older than this. */
  filesOlderThan(ageMs: number): Promise<string[]>;
  /** Erases what uploads older than this never finished. */
  eraseUnfinished(ageMs: number): Promise<void>;
}

/** A new file's name. It says whose file it is, for the operator who finds it without its row. */
export function newFileName(reference: string, uuid: string): string {
  return `${reference}.${uuid}`;
}

/** The reference in a file's name; undefined: it is not a name of ours. */
export function referenceIn(name: string): string | undefined {
  return /^([0-9A-Z]{5}-[0-9A-Z]{5})\./.exec(name)?.[1];
}
