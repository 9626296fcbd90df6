import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes after which the young generation is collected: about a millisecond. */
const enoughBytes = 4_194_304;
let bytes = 0;
let collect: ((options: { type: 'minor' }) => void) | undefined;

/** Says that so many bytes of a file have passed. Buffers lie outside of V8's heap and hardly fill it, so that by
 * itself it would let them pile up to about 100 MiB before it frees those that are done with. */
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
