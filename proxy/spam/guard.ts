import type { Challenge } from '../contract/proof.ts';
import type { Config } from '../settings/config.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import { createEvidenceCollector, type ReceivedEnquiry } from './collect-evidence.ts';
import { decide, type ProofState } from './decide.ts';
import { parseProofClaim } from './proof-header.ts';
import { computeScore } from './score.ts';

/** The decision on an enquiry. */
export type Verdict =
  | { kind: 'deliver' }
  | { kind: 'challenge'; challenge: Challenge }
  /** The config says how suspects are treated. */
  | { kind: 'suspect'; signals: string[]; score: number; hasProof: boolean };

/** An enquiry with the parts of its request that a proof depends on. */
export interface GuardedRequest extends ReceivedEnquiry {
  /** The part of the body that is the same in a repeat of the request, as canonical JSON. */
  enquiryText: string;
  /** The `Authorization` header. */
  authorization: string;
}

/** Recognises spam. */
export interface SpamGuard {
  /** Judges a new enquiry. Rejects with TooManyTasks while too many challenges are being created or verified. */
  judge(request: GuardedRequest): Promise<Verdict>;
}

export interface SpamGuardDependencies {
  settings: { requests: { enquiriesPerMinute: number } };
  config: Pick<Config, 'spam'>;
  signer: Parameters<typeof createChallenges>[0];
  metrics: { challenged(outcome: 'sent' | 'solved' | 'wrong' | 'unsolved'): void };
  clock: () => number;
  monotonicMs: () => number;
  randomBytes: (count: number) => Uint8Array;
}

export function createSpamGuard({
  settings,
  config: { spam },
  signer,
  metrics,
  clock,
  monotonicMs,
  randomBytes,
}: SpamGuardDependencies): SpamGuard {
  const collectEvidence = createEvidenceCollector(settings.requests, monotonicMs, randomBytes);
  const challenges = createChallenges(signer, clock, randomBytes);

  return {
    async judge(request) {
      const { enquiryText, idempotencyKey } = request;
      const subject = { enquiryText, idempotencyKey };
      const suspicion = computeScore(collectEvidence(request), spam.signals);
      const claim = parseProofClaim(request.authorization);
      const proof = await verify(claim, subject);
      const decision = decide(suspicion, proof, spam);
      if (decision.kind === 'deliver') return decision;
      if (decision.kind === 'suspect')
        return { ...decision, signals: suspicion.signals, hasProof: proof === 'solved' };
      const challenge = await challenges.create(subject, claim.kind === 'solved');
      metrics.challenged('sent');
      return { kind: 'challenge', challenge };
    },
  };

  async function verify(
    claim: ReturnType<typeof parseProofClaim>,
    subject: Parameters<Challenges['verify']>[2],
  ): Promise<ProofState> {
    if (claim.kind === 'possible') return 'possible';
    if (claim.kind === 'unsolved') metrics.challenged('unsolved');
    if (claim.kind !== 'solved') return 'none';
    const outcome = await challenges.verify(claim.token, claim.solution, subject);
    metrics.challenged(outcome === 'solved' ? 'solved' : 'wrong');
    if (outcome === 'solved') return 'solved';
    return outcome === 'retry' ? 'possible' : 'none';
  }
}
