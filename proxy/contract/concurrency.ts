/** Thrown when too many tasks are waiting. */
export class TooManyTasks extends Error {}

/** Returns a function that runs tasks, up to `maxRunning` at the same time. It rejects with TooManyTasks while
 * `maxWaiting` tasks are waiting (default: never). */
export function limitConcurrency(maxRunning: number, maxWaiting = Number.POSITIVE_INFINITY) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new TooManyTasks();
      await new Promise<void>(resolve => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      // The next task takes this one's place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
