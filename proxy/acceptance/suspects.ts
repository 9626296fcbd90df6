import { TooManyTasks } from '../contract/concurrency.ts';
import { hourMs } from '../contract/durations.ts';
import { createSpamGuard, type GuardedRequest } from '../spam/guard.ts';
import type { Suspicion } from '../spam/signals.ts';
import type { AcceptanceDependencies } from './dependencies.ts';
import { Refusal, type StoreBudget, tooMany } from './refusal.ts';

/** An enquiry that may be spam. */
export interface Suspect extends Suspicion {
  outcome: 'held' | 'marked';
}

/** While this many suspects are held, further ones without a proof are refused, so that spam can't fill the disk. */
export const maxHeldSuspects = 10_000;
const busySeconds = 2;
const fullSeconds = 60;

/** Recognises suspects, and refuses enquiries that need a proof first. The returned function resolves with undefined if an
 * enquiry isn't a suspect. It throws a refusal with a challenge if the enquiry needs a proof first, and another refusal if
 * the proxy can't challenge or hold it at the moment. */
export function createSuspectRecogniser(dependencies: AcceptanceDependencies) {
  const { config, shared, log } = dependencies;
  const judge = createSpamGuard({ ...dependencies, collectEvidence: shared.collectEvidence });

  return async (request: GuardedRequest, budget: StoreBudget): Promise<Suspect | undefined> => {
    const verdict = await judge(request).catch(error => {
      if (error instanceof TooManyTasks) throw tooMany('challenges', busySeconds);
      throw error;
    });
    if (verdict.kind === 'deliver') return undefined;
    if (verdict.kind === 'challenge') throw new Refusal('proof-required', { challenge: verdict.challenge });
    const { signals, score, hasProof } = verdict;
    if (config.spam.suspects === 'mark') return { outcome: 'marked', signals, score };
    if (!(await shared.admitSuspect(maxHeldSuspects, budget))) {
      if (shared.isUnreported('suspects', hourMs))
        log.error({ most: maxHeldSuspects }, 'too many suspects held');
      // A proof costs the sender time, so there can't be many such enquiries.
      if (!hasProof) throw tooMany('suspects', fullSeconds);
    }
    return { outcome: 'held', signals, score };
  };
}
