import type { Suspicion } from './score.ts';
import { rateOverall } from './signals/rates.ts';

/** The state of a request's proof of work after the solution was verified. `possible`: the tab can solve a challenge.
 * `none`: it can't, or has failed. */
export type ProofState = 'solved' | 'possible' | 'none';

/** The decision on an enquiry. A proof halves the score of a suspect. */
export type Decision = { kind: 'deliver' } | { kind: 'challenge' } | { kind: 'suspect'; score: number };

interface Policy {
  proof: 'suspects' | 'always' | 'never';
  challenge_at: number;
  quarantine_at: number;
}

/** Decides whether to deliver an enquiry, to challenge the browser first, or to treat the enquiry as a suspect. */
export function decide({ score, signals }: Suspicion, proof: ProofState, policy: Policy): Decision {
  if (proof === 'solved')
    return score / 2 >= policy.quarantine_at ? { kind: 'suspect', score: score / 2 } : { kind: 'deliver' };
  // Above the overall rate, enquiries need a proof with any weights.
  const isSuspicious = score >= policy.challenge_at || signals.includes(rateOverall.name);
  const isChallenged = policy.proof === 'always' || (policy.proof === 'suspects' && isSuspicious);
  if (isChallenged && proof === 'possible') return { kind: 'challenge' };
  return isSuspicious ? { kind: 'suspect', score } : { kind: 'deliver' };
}
