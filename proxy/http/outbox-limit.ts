import type { Intake } from '../outbox/intake.ts';
import { outboxFull } from '../settings/advice.ts';
import { Refusal } from './refusal.ts';
import { createStoreBudget, type StoreBudget } from './store-budget.ts';

/** The maximum age of a count. The number changes when deliveries end, and when other processes of a fleet add some. */
const maxAgeMs = 10_000;
/** Once the limit is reached, counts are repeated more often. They take at most this share of the time, so that they
 * don't slow the store down. */
const shareOfTime = 1 / 10;
const retrySeconds = 60;

/** Limits the number of undelivered enquiries: those of the last count, and those that this process has added since. */
export function createOutboxLimit(
  maxUndelivered: number,
  { countUndelivered }: Pick<Intake, 'countUndelivered'>,
  monotonicMs: () => number,
) {
  let last: { count: number; at: number; tookMs: number } | undefined;
  let counting: Promise<void> | undefined;
  /** The enquiries that this process has added since the last count began. */
  let added = 0;

  async function recount(): Promise<void> {
    const addedBefore = added;
    const startedAt = monotonicMs();
    const count = await countUndelivered(maxUndelivered);
    added -= addedBefore;
    last = { count, at: monotonicMs(), tookMs: monotonicMs() - startedAt };
  }
  const countOnce = () => {
    counting ??= recount().finally(() => {
      counting = undefined;
    });
    return counting;
  };
  const isReached = () => last === undefined || last.count + added >= maxUndelivered;
  const isOlderThan = (ms: number) => last === undefined || monotonicMs() - last.at >= ms;

  return {
    /** Admits one more enquiry. Throws a refusal when the limit is reached. */
    async admit(budget: StoreBudget = createStoreBudget()): Promise<void> {
      if (isReached()) {
        if (isOlderThan((last?.tookMs ?? 0) / shareOfTime)) await budget.run(countOnce);
      } else if (isOlderThan(maxAgeMs)) {
        // The request doesn't wait for the count. If the store has failed, storing the enquiry fails, too.
        countOnce().catch(() => {});
      }
      if (isReached()) {
        throw new Refusal('unavailable', {
          headers: { 'retry-after': String(retrySeconds) },
          reason: 'outbox-most',
          cause: new Error(outboxFull),
        });
      }
      added += 1;
    },
  };
}
