import { TooManyTasks } from '../contract/concurrency.ts';
import { hourMs } from '../contract/durations.ts';
import { createSpamGuard, type GuardedRequest } from '../spam/guard.ts';
import type { AppDependencies } from './context.ts';
import { Refusal } from './refusal.ts';
import type { StoreBudget } from './store-limits.ts';

/** An enquiry that may be spam. */
interface Suspect {
  outcome: 'quarantined' | 'marked' | 'delivered';
  /** The names of the signals that fired. */
  signals: string[];
  score: number;
}

const outcomes = { quarantine: 'quarantined', mark: 'marked', deliver: 'delivered' } as const;
const busySeconds = 2;
const fullSeconds = 60;

/** Recognises suspects, and refuses enquiries that need a proof first. */
export function createSuspects(dependencies: AppDependencies) {
  const { config, shared, metrics, log } = dependencies;
  const { most, suspects: treatment } = config.spam;
  const judge = createSpamGuard({ ...dependencies, collectEvidence: shared.collectEvidence });

  return {
    /** Resolves with undefined if the enquiry isn't a suspect. Throws a refusal with a challenge if it needs a proof
     * first, and another refusal if the proxy can't challenge or quarantine it at the moment. */
    async recognise(request: GuardedRequest, budget: StoreBudget): Promise<Suspect | undefined> {
      const verdict = await judge(request).catch(error => {
        if (error instanceof TooManyTasks) throw tooMany('challenges', busySeconds);
        throw error;
      });
      if (verdict.kind === 'deliver') return undefined;
      if (verdict.kind === 'challenge') throw new Refusal('proof-required', { challenge: verdict.challenge });
      const { signals, score, hasProof } = verdict;
      const outcome = outcomes[treatment];
      if (outcome === 'quarantined' && !(await shared.quarantineLimit.admit(most, budget))) {
        if (shared.isUnreported('full quarantine', hourMs)) log.error({ most }, 'quarantine is full');
        // A proof costs the sender time, so there can't be many such enquiries.
        if (!hasProof) throw tooMany('quarantine-full', fullSeconds);
      }
      return { outcome, signals, score };
    },

    /** Logs and counts a suspect that was stored. */
    note(reference: string, { outcome, signals, score }: Suspect): void {
      log.info({ reference, outcome, signals, score }, 'suspected spam');
      metrics.suspected(outcome, signals);
    },
  };
}

const tooMany = (reason: string, retrySeconds: number) =>
  new Refusal('too-many-requests', { retrySeconds, reason });
