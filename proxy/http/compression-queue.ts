/** Compressing the widget takes 40 ms with `best` and 2 ms with `fast`, whose result is a seventh larger. */
export type Effort = 'best' | 'fast';

/** How many compressions may wait. A visitor waits for at most all of them, which takes 200 ms. */
export type MaxWaiting = Record<Effort, number>;

interface Waiting {
  effort: Effort;
  compress: () => Promise<void>;
}

export type CompressionQueue = ReturnType<typeof createCompressionQueue>;

/** Runs compressions one at a time, in the order of their arrival. Compressions and file operations share Node's four
 * threads: syncing a file takes 100 times as long during four compressions, and no longer during one. */
export function createCompressionQueue(maxWaiting: MaxWaiting) {
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.compress();
    isRunning = false;
  }

  return {
    /** Resolves with the result of the compression. Returns undefined if too many are waiting. */
    add<Result>(effort: Effort, compress: () => Promise<Result>): Promise<Result> | undefined {
      if (waiting.filter(each => each.effort === effort).length >= maxWaiting[effort]) return undefined;
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ effort, compress: () => compress().then(resolve, reject) });
        if (!isRunning) void runAll(); // Can't reject: a failed compression rejects its own promise.
      });
    },
  };
}
