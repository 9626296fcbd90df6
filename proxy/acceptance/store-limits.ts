import { createStoreBudget, type StoreBudget } from './refusal.ts';

/** The maximum age of a count. The number changes when deliveries end, when the operator releases or drops some, and when
 * other processes of a fleet add some. */
const maxAgeMs = 10_000;
/** Once the limit is reached, counts are repeated more often. They take at most this share of the time, so that they
 * don't slow the store down. */
const shareOfTime = 1 / 10;

/** Limits the number of enquiries in a state: those of the last count, and those that this process has added since. `count`
 * counts them, up to `most`. The returned function resolves with whether there may be one more, up to `most`, and counts it. */
export function createStoreLimit(count: (most: number) => Promise<number>, monotonicMs: () => number) {
  let last: { count: number; at: number; tookMs: number } | undefined;
  /** The enquiries that this process has added since the last count began. */
  let added = 0;
  let counting: Promise<void> | undefined;

  async function recount(most: number): Promise<void> {
    const addedBefore = added;
    const startedAt = monotonicMs();
    const counted = await count(most);
    added -= addedBefore;
    last = { count: counted, at: monotonicMs(), tookMs: monotonicMs() - startedAt };
  }
  /** Calls that arrive during a count share it: otherwise the last one would overwrite what the others added. */
  function countOnce(most: number): Promise<void> {
    counting ??= recount(most).finally(() => {
      counting = undefined;
    });
    return counting;
  }
  const isReached = (most: number) => last === undefined || last.count + added >= most;
  const isOlderThan = (ms: number) => last === undefined || monotonicMs() - last.at >= ms;

  return async (most: number, budget: StoreBudget = createStoreBudget()): Promise<boolean> => {
    if (isReached(most)) {
      if (isOlderThan((last?.tookMs ?? 0) / shareOfTime)) await budget.run(() => countOnce(most));
    } else if (isOlderThan(maxAgeMs)) {
      // The request doesn't wait for the count. If the store has failed, storing the enquiry fails, too.
      countOnce(most).catch(() => {});
    }
    if (isReached(most)) return false;
    added += 1;
    return true;
  };
}
