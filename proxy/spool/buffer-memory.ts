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
