import { createStoreBudget, Refusal, type StoreBudget } from '../../acceptance/refusal.ts';
import type { Intake } from '../../outbox/intake.ts';

/** Lets calls that arrive during a run share it. */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

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
  /** The enquiries that this process has added since the last count began. */
  let added = 0;

  async function recount(): Promise<void> {
    const addedBefore = added;
    const startedAt = monotonicMs();
    const count = await countUndelivered(maxUndelivered);
    added -= addedBefore;
    last = { count, at: monotonicMs(), tookMs: monotonicMs() - startedAt };
  }
  const countOnce = shareRuns(recount);
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
          retrySeconds,
          reason: 'outbox-most',
          cause: new Error('outbox full: ENQUIRY_OUTBOX_MOST enquiries are waiting or held'),
        });
      }
      added += 1;
    },
  };
}

/** The maximum age of a count. Other processes and the operator also change the number of quarantined enquiries. */
const recountMs = 5_000;

/** Limits the number of quarantined enquiries: those of the last count, and those that this process has added since. */
export function createQuarantineLimit(
  { countQuarantined }: Pick<Intake, 'countQuarantined'>,
  monotonicMs: () => number,
) {
  let counted: { count: number; atMs: number } | undefined;

  async function recount(): Promise<void> {
    const atMs = monotonicMs();
    counted = { count: await countQuarantined(), atMs };
  }
  // If each request had its own count, the last one would overwrite what the others added.
  const countOnce = shareRuns(recount);

  return {
    /** Resolves with whether one more enquiry may be quarantined, up to `most`, and counts it. */
    async admit(most: number, budget: StoreBudget): Promise<boolean> {
      if (!counted || monotonicMs() - counted.atMs >= recountMs) await budget.run(countOnce);
      if (counted!.count >= most) return false;
      counted!.count += 1;
      return true;
    },
  };
}
