import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createCompressionQueue, type Effort, type MaxWaiting } from './compression-queue.ts';
import { createRecentBytes } from './recent-bytes.ts';

export type Encoding = 'br' | 'gzip';
type Bytes = Uint8Array<ArrayBuffer>;

/** A text to compress. */
export interface CompressibleFile {
  /** Identifies the content. */
  hash: string;
  content(): Bytes;
  /** The effort to spend if there is time. */
  effort: Effort;
}

export interface CompressedBytes {
  bytes: Bytes;
  /** The effort that was spent. */
  effort: Effort;
}

const maxWaitingByDefault: MaxWaiting = { best: 4, fast: 16 };
const maxKeptBytes: Record<Effort, number> = { best: 8_388_608, fast: 2_097_152 };
/** Compressing with the best effort may take this much time at once, and this share of the time in the long run. Otherwise
 * a client could keep a processor busy by requesting one set of case types after another. */
const bestTime = { atOnceMs: 10_000, share: 1 / 10 };

export interface CompressorDependencies {
  monotonicMs: () => number;
  /** Default: brotli and gzip. */
  compressBytes?: (content: Bytes, encoding: Encoding, effort: Effort) => Promise<Bytes>;
  maxWaiting?: MaxWaiting;
}

export type Compressor = ReturnType<typeof createCompressor>;

/** Compresses files on request and keeps the results. Requests for the same file share one compression. */
export function createCompressor({
  monotonicMs,
  compressBytes = compressWithZlib,
  maxWaiting = maxWaitingByDefault,
}: CompressorDependencies) {
  const queue = createCompressionQueue(maxWaiting);
  const kept = {
    best: createRecentBytes(maxKeptBytes.best),
    fast: createRecentBytes(maxKeptBytes.fast),
  };
  const pending = new Map<string, Promise<Bytes>>();
  let bestTimeLeft = { ms: bestTime.atOnceMs, at: monotonicMs() };

  function spendBestTime(ms: number): number {
    const now = monotonicMs();
    const gained = (now - bestTimeLeft.at) * bestTime.share;
    bestTimeLeft = { ms: Math.min(bestTime.atOnceMs, bestTimeLeft.ms + gained) - ms, at: now };
    return bestTimeLeft.ms;
  }

  async function compressNow({ content }: CompressibleFile, encoding: Encoding, effort: Effort) {
    const startedAt = monotonicMs();
    const bytes = await compressBytes(content(), encoding, effort);
    if (effort === 'best') spendBestTime(monotonicMs() - startedAt);
    return bytes;
  }

  function begin(file: CompressibleFile, encoding: Encoding, effort: Effort): Promise<Bytes> | undefined {
    const key = `${encoding} ${file.hash}`;
    const known = kept[effort].get(key);
    if (known) return Promise.resolve(known);
    const shared = pending.get(`${effort} ${key}`);
    if (shared) return shared;
    if (effort === 'best' && spendBestTime(0) <= 0) return undefined;
    const added = queue.add(effort, () => compressNow(file, encoding, effort));
    if (!added) return undefined;
    const compressed = added
      .then(bytes => {
        kept[effort].set(key, bytes);
        return bytes;
      })
      .finally(() => pending.delete(`${effort} ${key}`));
    pending.set(`${effort} ${key}`, compressed);
    return compressed;
  }

  return {
    /** Resolves with the compressed file. While too much is being compressed, the file is compressed with less effort.
     * Resolves with undefined if there is no time for that either. */
    async compress(file: CompressibleFile, encoding: Encoding): Promise<CompressedBytes | undefined> {
      const efforts: Effort[] = file.effort === 'best' ? ['best', 'fast'] : ['fast'];
      for (const effort of efforts) {
        const compressed = begin(file, encoding, effort);
        if (compressed) return { bytes: await compressed, effort };
      }
      return undefined;
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
