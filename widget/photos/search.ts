/** How much is searched at a time: a few milliseconds' work on a slow phone. */
const sliceBytes = 131_072;
/** How far each slice goes on into the next one, so that a match is seen whole. */
const overlapBytes = 32_768;

/** One character for each byte, so that an index in the text is an index in the bytes. */
const latin1 = new TextDecoder('latin1');

interface Found {
  /** Where the match begins in the bytes. */
  at: number;
  /** Its `input` is the slice as text. */
  match: RegExpExecArray;
  /** Whether the slice ends before the bytes do. */
  isCut: boolean;
}

/** Finds the matches of a regular expression in bytes, and pauses in between. */
export async function* search(bytes: Uint8Array, pattern: string): AsyncGenerator<Found> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    await pause();
    const slice = bytes.subarray(start, start + sliceBytes + overlapBytes);
    for (const match of latin1.decode(slice).matchAll(new RegExp(pattern, 'g'))) {
      if (match.index >= sliceBytes) break; // The next slice has more of it.
      await pause();
      yield { at: start + match.index, match, isCut: start + slice.length < bytes.length };
    }
  }
}

/** How long to work without a pause: tasks of 50 ms and more delay what the visitor does (w3c.github.io/longtasks). */
const turnMs = 10;
let turnBegan = 0;

/** Lets the browser respond to the visitor when this task has worked long enough. A worker isn't an option: browsers
 * refuse a worker script from another origin, which ours usually is, and strict policies refuse one from a blob. */
export async function pause(): Promise<void> {
  if (performance.now() - turnBegan < turnMs) return;
  // Chromium has had `scheduler.yield` since 129 and Firefox since 142; the timer can go when Safari has it.
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  await (scheduler?.yield?.() ?? new Promise(resolve => setTimeout(resolve)));
  turnBegan = performance.now();
}
