/** How many bytes after a position, and before it, a scan may read. */
export const lookaheadBytes = 64;
export const lookbehindBytes = 20;

/** A part of a file, with some bytes before and after it. */
export interface ScanWindow {
  bytes: Buffer;
  /** The part to scan, as positions in `bytes`. */
  from: number;
  to: number;
  /** The position of `bytes` in the file. */
  offset: number;
}

/** Divides a stream of chunks into windows. Each position of the file is in the scanned part of one window. A
 * window is valid until the next call. */
export function createScanWindows() {
  let buffer = Buffer.alloc(0);
  let kept = 0;
  let from = 0;
  let offset = 0;

  return {
    /** The window that ends `lookaheadBytes` before the end of this piece. */
    push(piece: Uint8Array): ScanWindow {
      if (buffer.length < kept + piece.length) {
        const larger = Buffer.allocUnsafeSlow(kept + piece.length + lookaheadBytes + lookbehindBytes);
        buffer.copy(larger, 0, 0, kept);
        buffer = larger;
      }
      buffer.set(piece, kept);
      const length = kept + piece.length;
      const to = Math.max(from, length - lookaheadBytes);
      return { bytes: buffer.subarray(0, length), from, to, offset };
    },
    /** Discards the scanned bytes. */
    next({ bytes, to }: ScanWindow) {
      const start = Math.max(0, to - lookbehindBytes);
      buffer.copyWithin(0, start, bytes.length);
      kept = bytes.length - start;
      from = to - start;
      offset += start;
    },
    /** Returns the rest of the file. */
    last: (): ScanWindow => ({ bytes: buffer.subarray(0, kept), from, to: kept, offset }),
  };
}
