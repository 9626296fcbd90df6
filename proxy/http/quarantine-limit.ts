import type { Intake } from '../outbox/intake.ts';
import type { StoreBudget } from './store-budget.ts';

/** The maximum age of a count. Other processes and the operator also change the number of quarantined enquiries. */
const recountMs = 5_000;

/** Limits the number of quarantined enquiries: those of the last count, and those that this process has added since. */
export function createQuarantineLimit(
  most: number,
  { countQuarantined }: Pick<Intake, 'countQuarantined'>,
  monotonicMs: () => number,
) {
  let counted: { count: number; atMs: number } | undefined;
  let counting: Promise<void> | undefined;

  async function recount(): Promise<void> {
    const atMs = monotonicMs();
    counted = { count: await countQuarantined(), atMs };
  }
  // Requests that arrive together share a count. If each had its own, the last one would overwrite what the others added.
  const countOnce = () => {
    counting ??= recount().finally(() => {
      counting = undefined;
    });
    return counting;
  };

  return {
    /** Resolves with whether one more enquiry may be quarantined, and counts it. */
    async admit(budget: StoreBudget): Promise<boolean> {
      if (!counted || monotonicMs() - counted.atMs >= recountMs) await budget.run(countOnce);
      if (counted!.count >= most) return false;
      counted!.count += 1;
      return true;
    },
  };
}
