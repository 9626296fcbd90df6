import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees a buffer's memory immediately and sets its length to 0. The memory of buffers is outside V8's heap, so V8
 * collects them too late to keep memory low. Does nothing for a part of a larger buffer. */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** Bytes of garbage after which V8 collects the young generation. A collection takes less than a millisecond. */
const collectAfterBytes = 4_194_304;
let garbageBytes = 0;
let collect: ((options: { type: 'minor' }) => void) | undefined;

/** Counts bytes of a file that have become garbage and can't be freed with `freeBuffer`, such as strings, and collects
 * them from time to time. V8 would only do so when 64 MiB have piled up. */
export function noteGarbage(bytes: number): void {
  garbageBytes += bytes;
  if (garbageBytes < collectAfterBytes) return;
  garbageBytes = 0;
  collect ??= exposeCollector();
  collect({ type: 'minor' });
}

function exposeCollector() {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as (options: { type: 'minor' }) => void; // The flag exposes this function.
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
