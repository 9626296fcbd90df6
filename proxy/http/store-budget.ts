import { withTimeLimit } from '../spool/spool.ts';
import { Refusal, unavailable } from './refusal.ts';

/** With the default wait for the enquiry API's outcome, a response is sent within 10 s of the last byte. */
const budgetMs = 4_000;

/** The time that one request may spend waiting for the outbox and the spool. */
export interface StoreBudget {
  /** Runs an operation on the store. Throws `unavailable` when it fails or the budget is used up: the request is not
   * acknowledged then. Rethrows refusals. */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
}

export function createStoreBudget(): StoreBudget {
  let leftMs = budgetMs;
  return {
    async run(operation) {
      const startedAt = performance.now();
      try {
        return await withTimeLimit(leftMs, operation());
      } catch (error) {
        throw error instanceof Refusal ? error : unavailable(error);
      } finally {
        leftMs -= performance.now() - startedAt;
      }
    },
  };
}
