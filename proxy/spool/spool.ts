import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A file in the spool: complete and durable. */
export interface SpooledFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** Stores uploaded files until they are delivered. */
export interface Spool {
  /** Stores a stream as a provisional file; resolves when the file is durable. Leaves nothing behind when it or the stream
   * throws. */
  save(stream: AsyncIterable<Uint8Array>, owner: FileOwner): Promise<SpooledFile>;
  /** Gives a provisional file another owner. Resolves with its new name when that is durable. */
  assign(name: string, owner: FileOwner): Promise<string>;
  /** Makes a provisional file a kept one, which only its delivery and the operator erase. To be called once the delivery
   * is committed and before the file is acknowledged. Resolves with whether there is such a file, also if it is kept
   * already. */
  keep(name: string): Promise<boolean>;
  /** Whether there is a complete file with this name. */
  has(name: string): Promise<boolean>;
  /** Opens a file, passes its chunks to `use`, and closes it; resolves with the result of `use`. A chunk is valid until
   * the next one is requested. Rejects when the file can't be opened. */
  read<Result>(name: string, use: (chunks: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  /** Erases a file; does nothing when there is none. */
  erase(name: string): Promise<void>;
  /** Erases every file of these enquiries, including unfinished ones. Looks through the whole spool once. */
  eraseEnquiryFiles(references: string[]): Promise<void>;
  /** The approximate size of all files. May include files that other processes are still storing. */
  bytes(): Promise<number>;
  /** How many more bytes of files the disk may take, besides those that are kept free for enquiries. Negative when it
   * has taken too many; infinite in a fleet. */
  roomBytes(): Promise<number>;
  /** Resolves with the names of complete files older than `ageMs`. */
  filesOlderThan(ageMs: number): Promise<string[]>;
  /** Resolves with the number of orphaned files; 0 in a fleet, whose files and deliveries are in one database. */
  countOrphans(): Promise<number>;
  /** Erases unfinished files older than `ageMs`. */
  eraseUnfinished(ageMs: number): Promise<void>;
}

/** The request that uploaded a file: its enquiry and its idempotency key. */
export interface FileOwner {
  reference: string;
  key: string;
}

/** The owner of a file whose enquiry hasn't been accepted. */
export const noOwner: FileOwner = { reference: 'unknown', key: 'unknown' };

/** Creates a name for a new file. The name contains the owner, in case no row mentions the file. */
export function newFileName({ reference, key }: FileOwner, uuid: string): string {
  return `${reference}.${key}.${uuid}`;
}

/** The name of the same file with another owner. */
export const withOwner = (name: string, owner: FileOwner) => newFileName(owner, name.split('.').at(-1)!);

/** Parses the owner from a file name; undefined when the name is not from `newFileName`. */
export function parseFileOwner(name: string): FileOwner | undefined {
  const [, reference, key] = /^([0-9A-Z]{5}-[0-9A-Z]{5})\.([0-9a-f-]{36})\./.exec(name) ?? [];
  return reference === undefined || key === undefined ? undefined : { reference, key };
}

/** The reference of the enquiry that a file belongs to. */
export const enquiryOf = (name: string) => name.split('.', 1)[0]!;

/** An operation took too long. Its outcome is unknown: it may still take effect. */
class TimeLimitExceeded extends Error {}

/** Settles as the operation does, but rejects with TimeLimitExceeded after `limitMs`. Doesn't stop the operation. */
export function withTimeLimit<Result>(limitMs: number, operation: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new TimeLimitExceeded(`no response within ${Math.round(limitMs)} ms`)),
      Math.max(0, limitMs),
    );
    operation.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A spooled file is not what was stored: another program or the disk has changed it. */
export class FileDiffers extends Error {}

/** Passes on the chunks of a spooled file, and throws FileDiffers before its end if its length or content differs. Never
 * passes on more bytes than expected. */
export async function* checkFile(
  chunks: AsyncIterable<Buffer>,
  expected: Pick<SpooledFile, 'bytes' | 'sha256'>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > expected.bytes) throw new FileDiffers();
    hash.update(chunk);
    yield chunk;
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256) throw new FileDiffers();
}

/** Frees a buffer's memory immediately and sets its length to 0. The memory of buffers is outside V8's heap, so V8
 * collects them too late to keep memory low. Does nothing for a part of a larger buffer. */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** Bytes of garbage after which V8 collects the young generation, which takes less than a millisecond. With half as many, V8
 * would promote buffers that are still in use to the old generation, and keep them longer; with twice as many, more garbage piles up. */
const collectAfterBytes = 2_097_152;
let garbageBytes = 0;
let collect: ((options: { type: 'minor' }) => void) | undefined;

/** Counts bytes of a file that have become garbage and can't be freed with `freeBuffer`, such as strings, and collects
 * them from time to time. V8 would only do so when 64 MiB have piled up. */
export function noteGarbage(bytes: number): void {
  garbageBytes += bytes;
  if (garbageBytes < collectAfterBytes) return;
  garbageBytes = 0;
  if (!collect) setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as NonNullable<typeof collect>; // The flag exposes this function.
  collect({ type: 'minor' });
}

/** Collects the bytes of a stream into chunks of this size; the last one may be shorter. A chunk is valid until the
 * next one is requested. */
export async function* toChunks(
  stream: AsyncIterable<Uint8Array>,
  chunkBytes: number,
): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let bytes = 0;
  try {
    for await (const piece of stream) {
      for (let start = 0; start < piece.length; ) {
        const part = piece.subarray(start, start + chunkBytes - bytes);
        chunk.set(part, bytes);
        start += part.length;
        bytes += part.length;
        if (bytes < chunkBytes) continue;
        yield chunk;
        bytes = 0;
      }
    }
    if (bytes > 0) yield chunk.subarray(0, bytes);
  } finally {
    freeBuffer(chunk);
  }
}
