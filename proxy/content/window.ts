/** Bytes that a look at one place may need after it, and before it. */
export const ahead = 64;
export const behind = 20;

/** Part of a file: the places from `from` to `to`, with what stands around them. */
export interface Window {
  bytes: Buffer;
  from: number;
  to: number;
  /** Where `bytes` begins in the file. */
  at: number;
}

/** Cuts pieces of any size into windows, so that every place of the file is looked at once and sees what stands
 * around it. A window is good until the next one. */
export function createWindows() {
  let scratch = Buffer.alloc(0);
  let kept = 0;
  let from = 0;
  let at = 0;

  return {
    push(piece: Uint8Array): Window {
      if (scratch.length < kept + piece.length) {
        const larger = Buffer.allocUnsafeSlow(kept + piece.length + ahead + behind);
        scratch.copy(larger, 0, 0, kept);
        scratch = larger;
      }
      scratch.set(piece, kept);
      const length = kept + piece.length;
      const to = Math.max(from, length - ahead);
      return { bytes: scratch.subarray(0, length), from, to, at };
    },
    /** Lets go of what was looked at. */
    next({ bytes, to }: Window) {
      const start = Math.max(0, to - behind);
      scratch.copyWithin(0, start, bytes.length);
      kept = bytes.length - start;
      from = to - start;
      at += start;
    },
    /** What is left at the end of the file. */
    last: (): Window => ({ bytes: scratch.subarray(0, kept), from, to: kept, at }),
  };
}
