import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives a piece's memory back at once: whoever still holds the piece finds it empty. V8 by itself lets buffers, which
 * lie outside of its heap, pile up. A part of a larger buffer is left alone. */
export function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** Bytes after which the young generation is collected: less than a millisecond. */
const enoughBytes = 4_194_304;
let bytes = 0;
let collect: ((options: { type: 'minor' }) => void) | undefined;

/** Says that so many bytes of a file have passed in a form that can't be released. V8 by itself lets texts fill a young
 * generation of 64 MiB before it frees those that are done with. */
export function notePassed(count: number): void {
  bytes += count;
  if (bytes < enoughBytes) return;
  bytes = 0;
  collect ??= collector();
  collect({ type: 'minor' });
}

function collector() {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as (options: { type: 'minor' }) => void; // What the flag exposes.
}
