import type { Suspicion } from './score.ts';
import { rateOverall } from './signals/rates.ts';

/** What a request says about a proof of work, after its solution was verified: `solved`; `possible` if the tab can be
 * challenged; `none` if it can't, or has failed. */
export type ProofState = 'solved' | 'possible' | 'none';

/** What happens to an enquiry. A suspect's score is halved if it has a proof. */
export type Decision = { kind: 'deliver' } | { kind: 'challenge' } | { kind: 'suspect'; score: number };

interface Policy {
  proof: 'suspects' | 'always' | 'never';
  challenge_at: number;
  quarantine_at: number;
}

/** Decides whether to deliver an enquiry, to ask for a proof first, or to treat it as a suspect. */
export function decide({ score, signals }: Suspicion, proof: ProofState, policy: Policy): Decision {
  if (proof === 'solved')
    return score / 2 >= policy.quarantine_at ? { kind: 'suspect', score: score / 2 } : { kind: 'deliver' };
  // Above the overall rate a proof is needed, whatever the weights are.
  const isSuspicious = score >= policy.challenge_at || signals.includes(rateOverall.name);
  const isChallenged = policy.proof === 'always' || (policy.proof === 'suspects' && isSuspicious);
  if (isChallenged && proof === 'possible') return { kind: 'challenge' };
  return isSuspicious ? { kind: 'suspect', score } : { kind: 'deliver' };
}
