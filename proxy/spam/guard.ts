import type { Challenge } from '../contract/enquiry.ts';
import { createChallenges, type ProofClaim, parseProofClaim, type Subject } from './challenges.ts';
import type { createEvidenceCollector, ReceivedEnquiry } from './evidence.ts';
import { computeScore, type Suspicion } from './signals.ts';

/** The decision on an enquiry. */
type Verdict =
  | { kind: 'deliver' }
  | { kind: 'challenge'; challenge: Challenge }
  /** The config says how suspects are treated. */
  | (Suspicion & { kind: 'suspect'; hasProof: boolean });

/** An enquiry with the parts of its request that a proof depends on. */
export interface GuardedRequest extends ReceivedEnquiry {
  /** The part of the body that is the same in a repeat of the request, as canonical JSON. */
  enquiryText: string;
  /** The `Authorization` header. */
  authorization: string;
}

interface SpamGuardDependencies {
  config: { spam: { proof: 'auto' | 'never' } };
  signer: Parameters<typeof createChallenges>[0];
  collectEvidence: ReturnType<typeof createEvidenceCollector>;
  metrics: { challenged(outcome: 'sent' | 'solved' | 'wrong' | 'unsolved'): void };
  clock: () => number;
  randomBytes: (count: number) => Uint8Array;
}

/** Returns a function that judges a new enquiry. It rejects with TooManyTasks while too many challenges are being
 * created or verified. */
export function createSpamGuard(dependencies: SpamGuardDependencies) {
  const { config, signer, collectEvidence, metrics, clock, randomBytes } = dependencies;
  const challenges = createChallenges(signer, clock, randomBytes);

  return async (request: GuardedRequest): Promise<Verdict> => {
    const suspicion = computeScore(collectEvidence(request));
    const claim = parseProofClaim(request.authorization);
    const proof = await verify(claim, request);
    const decision = decide(suspicion, proof, config.spam.proof);
    if (decision.kind === 'deliver') return decision;
    if (decision.kind === 'suspect')
      return { ...decision, signals: suspicion.signals, hasProof: proof === 'solved' };
    const challenge = await challenges.create(request, claim.kind === 'solved');
    metrics.challenged('sent');
    return { kind: 'challenge', challenge };
  };

  async function verify(claim: ProofClaim, subject: Subject): Promise<ProofState> {
    if (claim.kind === 'possible') return 'possible';
    if (claim.kind === 'unsolved') metrics.challenged('unsolved');
    if (claim.kind !== 'solved') return 'none';
    const outcome = await challenges.verify(claim.token, claim.solution, subject);
    metrics.challenged(outcome === 'solved' ? 'solved' : 'wrong');
    if (outcome === 'solved') return 'solved';
    return outcome === 'retry' ? 'possible' : 'none';
  }
}

/** The state of a request's proof of work after the solution was verified. `possible`: the tab can solve a challenge.
 * `none`: it can't, or has failed. */
export type ProofState = 'solved' | 'possible' | 'none';

/** The decision on an enquiry. A proof halves the score of a suspect. */
export type Decision = { kind: 'deliver' } | { kind: 'challenge' } | { kind: 'suspect'; score: number };

/** An enquiry with at least this score needs a proof of work, and without one it is a suspect. */
const challengeAt = 3;
/** An enquiry with a proof is still a suspect if its halved score is at least this. */
const suspectAt = 6;

/** Decides whether to deliver an enquiry, to challenge the browser first, or to treat the enquiry as a suspect. */
export function decide({ score }: Suspicion, proof: ProofState, demand: 'auto' | 'never'): Decision {
  if (proof === 'solved')
    return score / 2 >= suspectAt ? { kind: 'suspect', score: score / 2 } : { kind: 'deliver' };
  if (score < challengeAt) return { kind: 'deliver' };
  return demand === 'auto' && proof === 'possible' ? { kind: 'challenge' } : { kind: 'suspect', score };
}
