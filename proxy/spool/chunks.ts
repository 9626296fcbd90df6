import { release } from './passing-bytes.ts';

/** Gathers pieces into lots of this size, the last one aside. A lot is good until the next one is asked for. */
export async function* lotsOf(pieces: AsyncIterable<Uint8Array>, lotBytes: number): AsyncGenerator<Buffer> {
  const lot = Buffer.allocUnsafeSlow(lotBytes);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + lotBytes - bytes);
        lot.set(part, bytes);
        at += part.length;
        bytes += part.length;
        if (bytes < lotBytes) continue;
        yield lot;
        bytes = 0;
      }
    }
    if (bytes > 0) yield lot.subarray(0, bytes);
  } finally {
    release(lot);
  }
}
