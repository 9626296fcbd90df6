/** `best` takes 40 ms for the widget, `fast` 2 ms, and the result is a seventh larger. */
export type Effort = 'best' | 'fast';

/** How many may wait. A visitor waits for at most all of them, which takes 200 ms. */
export type MaxWaiting = Record<Effort, number>;

interface Waiting {
  effort: Effort;
  compress: () => Promise<void>;
}

export type CompressionQueue = ReturnType<typeof createCompressionQueue>;

/** Runs one compression at a time, in the order of their arrival. They share Node's four threads with the operations on
 * files: with four compressions at once, syncing a file takes 100 times as long, and with one it takes no longer. */
export function createCompressionQueue(maxWaiting: MaxWaiting) {
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.compress();
    isRunning = false;
  }

  return {
    /** Resolves with the result when it is there. Returns undefined when too many are waiting. */
    add<Result>(effort: Effort, compress: () => Promise<Result>): Promise<Result> | undefined {
      if (waiting.filter(each => each.effort === effort).length >= maxWaiting[effort]) return undefined;
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ effort, compress: () => compress().then(resolve, reject) });
        if (!isRunning) void runAll(); // Can't reject: a failure rejects the promise of the one that waits.
      });
    },
  };
}
