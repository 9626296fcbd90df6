/** Time to work without a pause. Tasks of 50 ms or more delay the visitor's input (w3c.github.io/longtasks). */
const turnMs = 10;
let turnBegan = 0;

/** Lets the browser respond to the visitor if this task has run for long enough. A worker isn't an option: browsers
 * reject a worker script from another origin, which the proxy's usually is, and strict policies reject one from a
 * blob. */
export async function yieldToBrowser(): Promise<void> {
  if (performance.now() - turnBegan < turnMs) return;
  // Chromium has supported `scheduler.yield` since 129 and Firefox since 142. Delete the timer when Safari does.
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  await (scheduler?.yield?.() ?? new Promise(resolve => setTimeout(resolve)));
  turnBegan = performance.now();
}

/** Bytes processed at a time, which takes a slow phone a few milliseconds. */
const sliceBytes = 131_072;
/** How far each slice that is searched extends into the next one, so that no match is split. */
const overlapBytes = 1_024;

/** Passes on bytes in slices, pausing in between. */
export async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    await yieldToBrowser();
    yield bytes.subarray(start, start + sliceBytes);
  }
}

/** Finds the offsets of the matches of a short regular expression in bytes, pausing in between. */
export async function* search(bytes: Uint8Array, pattern: string): AsyncGenerator<number> {
  // One character for each byte, so that indexes in the text and in the bytes are the same.
  const latin1 = new TextDecoder('latin1');
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    await yieldToBrowser();
    const slice = bytes.subarray(start, start + sliceBytes + overlapBytes);
    for (const { index } of latin1.decode(slice).matchAll(new RegExp(pattern, 'g'))) {
      if (index >= sliceBytes) break; // The next slice finds this match in full.
      yield start + index;
    }
  }
}
