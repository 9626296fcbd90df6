import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';
type Bytes = Uint8Array<ArrayBuffer>;

/** Compressing the widget takes 40 ms with `best` and 2 ms with `fast`, whose result is a seventh larger. `best` is for
 * files of which there are only a few, so that a client can't keep a processor busy. */
type Effort = 'best' | 'fast';

/** A text to compress. */
export interface CompressibleFile {
  /** Identifies the content. */
  hash: string;
  content(): Bytes;
  effort: Effort;
}

/** How many compressions may wait. A visitor waits for at most all of them. */
const maxWaitingByDefault = 16;
const maxKeptBytes: Record<Effort, number> = { best: 8_388_608, fast: 2_097_152 };

export type Compressor = ReturnType<typeof createCompressor>;

/** Compresses files on request and keeps the results. Requests for the same file share one compression. Compressions run
 * one at a time: they share Node's four threads with file operations, and syncing a file takes 100 times as long during
 * four compressions, and no longer during one. */
export function createCompressor({
  compressBytes = compressWithZlib,
  maxWaiting = maxWaitingByDefault,
} = {}) {
  const kept = { best: createRecentBytes(maxKeptBytes.best), fast: createRecentBytes(maxKeptBytes.fast) };
  const pending = new Map<string, Promise<Bytes>>();
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Resolves with the compressed bytes, or with undefined while too many files are being compressed. */
    async compress(file: CompressibleFile, encoding: Encoding): Promise<Bytes | undefined> {
      const { hash, effort, content } = file;
      const key = `${encoding} ${hash}`;
      const known = kept[effort].get(key) ?? pending.get(key);
      if (known) return await known;
      if (pending.size > maxWaiting) return undefined;
      const compressed = last.then(async () => {
        try {
          const bytes = await compressBytes(content(), encoding, effort);
          kept[effort].set(key, bytes);
          return bytes;
        } finally {
          pending.delete(key);
        }
      });
      pending.set(key, compressed);
      last = compressed.catch(() => {}); // The request gets the error.
      return await compressed;
    },
  };
}

/** Keeps the byte arrays that were used last, up to a total size. */
function createRecentBytes(maxBytes: number) {
  /** By key; the least recently used array comes first. */
  const kept = new Map<string, Bytes>();
  let total = 0;

  function remove(key: string): void {
    total -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }
  return {
    get(key: string): Bytes | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    set(key: string, bytes: Bytes): void {
      remove(key);
      kept.set(key, bytes);
      total += bytes.length;
      while (total > maxBytes) remove(kept.keys().next().value!);
    },
  };
}

async function compressWithZlib(content: Bytes, encoding: Encoding, effort: Effort): Promise<Bytes> {
  if (encoding === 'gzip') {
    return new Uint8Array(await promisify(gzip)(content, { level: effort === 'best' ? 9 : 1 }));
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return new Uint8Array(await promisify(brotliCompress)(content, { params }));
}
