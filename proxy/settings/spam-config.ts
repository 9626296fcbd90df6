import { z } from 'zod';
import { defaultWeights } from '../spam/signals.ts';

const weight = z.number().min(0).max(100);

/** The schema of `spam`. */
export const spam = z
  .strictObject({
    suspects: z
      .enum(['quarantine', 'mark', 'deliver'])
      .default('mark')
      .meta({ description: 'The treatment of enquiries that may be spam.' }),
    proof: z
      .enum(['suspects', 'always', 'never'])
      .default('suspects')
      .meta({ description: 'The enquiries that need a proof of work, if the browser can provide one.' }),
    challenge_at: weight
      .default(3)
      .meta({ description: 'An enquiry with at least this score needs a proof of work.' }),
    quarantine_at: weight.default(6).meta({
      description: 'A proof halves the score. An enquiry with at least this halved score is still a suspect.',
    }),
    most: z.int().min(0).max(1_000_000).default(10_000).meta({
      description: 'While this many enquiries are quarantined, suspects without a proof are refused.',
    }),
    signals: z
      .strictObject(
        Object.fromEntries(
          Object.entries(defaultWeights).map(([name, byDefault]) => [name, weight.default(byDefault)]),
        ),
      )
      .prefault({})
      .meta({ description: 'The weights of the signals; 0 turns a signal off.' }),
  })
  .refine(({ challenge_at }) => challenge_at > 0, {
    path: ['challenge_at'],
    error: 'must be greater than 0: set "proof" to "always" to challenge every browser',
  })
  .refine(({ proof, challenge_at, quarantine_at }) => proof === 'never' || 2 * quarantine_at > challenge_at, {
    path: ['quarantine_at'],
    error:
      'must be greater than half of "challenge_at": a proof halves the score, so it would make no difference otherwise',
  });
