import { freeBuffer } from './buffer-memory.ts';

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
