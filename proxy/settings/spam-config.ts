import { z } from 'zod';
import { signals } from '../spam/signals/signals.ts';

const weight = z.number().min(0).max(100);

/** The schema of `spam`. */
export const spam = z
  .strictObject({
    suspects: z
      .enum(['quarantine', 'mark', 'deliver'])
      .default('quarantine')
      .meta({ description: 'What to do with enquiries that may be spam.' }),
    proof: z
      .enum(['suspects', 'always', 'never'])
      .default('suspects')
      .meta({ description: 'Which enquiries need a proof of work, if the browser can provide one.' }),
    challenge_at: weight
      .default(3)
      .meta({ description: 'The score from which an enquiry needs a proof of work.' }),
    quarantine_at: weight.default(6).meta({
      description: 'The halved score from which an enquiry with a proof is a suspect nevertheless.',
    }),
    most: z.int().min(0).max(1_000_000).default(10_000).meta({
      description: 'The number of quarantined enquiries above which suspects without a proof are refused.',
    }),
    signals: z
      .strictObject(
        Object.fromEntries(signals.map(({ name, weight: usual }) => [name, weight.default(usual)])),
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
      'must be greater than half of "challenge_at": a proof halves the score, and would help nobody otherwise',
  });
