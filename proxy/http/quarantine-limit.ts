import type { Intake } from '../outbox/intake.ts';
import type { StoreBudget } from './store-budget.ts';

/** Other processes, and the operator, change the number of quarantined enquiries. */
const recountMs = 5_000;

/** Limits the number of quarantined enquiries. Between two counts, adds those of this process. */
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
  // Requests that arrive together share a count: each of its own would forget those admitted after the others.
  const countOnce = () => {
    counting ??= recount().finally(() => {
      counting = undefined;
    });
    return counting;
  };

  return {
    /** Counts one more quarantined enquiry. Returns whether there may be one more. */
    async admit(budget: StoreBudget): Promise<boolean> {
      if (!counted || monotonicMs() - counted.atMs >= recountMs) await budget.run(countOnce);
      if (counted!.count >= most) return false;
      counted!.count += 1;
      return true;
    },
  };
}
