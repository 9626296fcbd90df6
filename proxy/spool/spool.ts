/** A file that was taken in: durable, whole, under a name of ours. */
export interface Spooled {
  name: string;
  bytes: number;
  sha256: string;
}

/** Where attachments' bytes stand until they are delivered. */
export interface Spool {
  /** Takes a request's file in, piece by piece; resolves when its bytes are durable. Leaves nothing behind when it, or
   * the stream, throws. */
  save(pieces: AsyncIterable<Uint8Array>, owner: FileOwner): Promise<Spooled>;
  /** Whether a complete file with this name is there. */
  has(name: string): Promise<boolean>;
  /** Opens a file for as long as it is used, and resolves with what `use` resolves with; rejects when it can't be
   * opened. A piece is good until the next one is asked for. */
  read<Result>(name: string, use: (pieces: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  /** Erases a file; does nothing when it is not there. */
  erase(name: string): Promise<void>;
  /** Erases every file of an enquiry, unfinished ones too. */
  eraseAllOf(reference: string): Promise<void>;
  /** How many bytes stand in it, about: what other processes are still taking in may be counted, too. */
  bytes(): Promise<number>;
  /** Throws when nothing can be stored. */
  probe(): Promise<void>;
  /** Names of the complete files that are older than this. */
  filesOlderThan(ageMs: number): Promise<string[]>;
  /** Erases what uploads older than this never finished. */
  eraseUnfinished(ageMs: number): Promise<void>;
}

/** The request that brought a file: the enquiry that it is attached to, and the request's idempotency key. */
export interface FileOwner {
  reference: string;
  key: string;
}

/** A new file's name. It tells whose file it is, also when the file is found without a row. */
export function newFileName({ reference, key }: FileOwner, uuid: string): string {
  return `${reference}.${key}.${uuid}`;
}

/** The owner in a file's name; undefined: it is not a name of ours. */
export function ownerOf(name: string): FileOwner | undefined {
  const [, reference, key] = /^([0-9A-Z]{5}-[0-9A-Z]{5})\.([0-9a-f-]{36})\./.exec(name) ?? [];
  return reference === undefined || key === undefined ? undefined : { reference, key };
}

/** The owner of the files that only try whether something can be stored. */
export const probeOwner: FileOwner = { reference: 'probe', key: 'probe' };
