/** Bytes searched at a time, which takes a slow phone a few milliseconds. */
const sliceBytes = 131_072;
/** How far each slice extends into the next one, so that a match is never split. */
const overlapBytes = 32_768;

interface Found {
  /** Offset of the match in the bytes. */
  at: number;
  /** The match; its `input` is the slice as text. */
  match: RegExpExecArray;
  /** Whether the slice ends before the bytes do. */
  isCut: boolean;
}

/** Finds the matches of a regular expression in bytes, pausing in between. */
export async function* search(bytes: Uint8Array, pattern: string): AsyncGenerator<Found> {
  // One character for each byte, so that indexes in the text and in the bytes are the same.
  const latin1 = new TextDecoder('latin1');
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    await yieldToBrowser();
    const slice = bytes.subarray(start, start + sliceBytes + overlapBytes);
    for (const match of latin1.decode(slice).matchAll(new RegExp(pattern, 'g'))) {
      if (match.index >= sliceBytes) break; // The next slice finds this match in full.
      await yieldToBrowser();
      yield { at: start + match.index, match, isCut: start + slice.length < bytes.length };
    }
  }
}

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
