import type { Problem, ProblemDocument, RefusalCode } from '../contract/enquiry.ts';
import { withTimeLimit } from '../spool/spool.ts';

/** What the problem document may have besides the code. */
type Members = Partial<Pick<ProblemDocument, 'detail' | 'problems' | 'case_types' | 'challenge'>>;

interface RefusalOptions extends Members {
  /** The seconds after which the client should retry. */
  retrySeconds?: number;
  /** Tells the reasons for the same code apart, in the log and in metrics. */
  reason?: string;
  cause?: unknown;
}

/** A request that the proxy refuses, with a stable code. `proxy/http` gives it a status and a title. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retrySeconds: number | undefined;
  readonly reason: string | undefined;
  readonly members: Members;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const { retrySeconds, reason, cause, ...members } = options;
    super(code, { cause });
    this.code = code;
    this.retrySeconds = retrySeconds;
    this.reason = reason;
    this.members = members;
  }
}

/** Creates the refusal of a request whose sender, or all of them, have sent too many. */
export const tooMany = (reason: string, retrySeconds: number) =>
  new Refusal('too-many-requests', { retrySeconds, reason });

const maxProblems = 100;

/** Creates the refusal of an enquiry with problems that the visitor can correct. */
export function invalidEnquiry(problems: Problem[]): Refusal {
  return new Refusal('invalid-enquiry', { problems: problems.slice(0, maxProblems) });
}

/** The delay in seconds after which a client should retry when the store has failed. */
const storeRetrySeconds = 5;

/** Creates the refusal of a request that wasn't stored, or may not have been. */
export function unavailable(cause: unknown): Refusal {
  return new Refusal('unavailable', { retrySeconds: storeRetrySeconds, cause });
}

/** With the default wait for the enquiry API's outcome, a response is sent within 10 s of the last byte. */
const budgetMs = 4_000;

export type StoreBudget = ReturnType<typeof createStoreBudget>;

/** The time that one request may spend waiting for the outbox and the spool. */
export function createStoreBudget() {
  let leftMs = budgetMs;
  return {
    /** Runs an operation on the store. Throws `unavailable` when it fails or the budget is used up: the request is not
     * acknowledged then. Rethrows refusals. */
    async run<Result>(operation: () => Promise<Result>): Promise<Result> {
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
