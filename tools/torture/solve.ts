import { type Challenge, isSolution, toProof } from '../spam/challenges.ts';

/** Solves a challenge. Resolves with the Authorization; rejects if there is no solution. */
export async function solve(challenge: Challenge): Promise<string> {
  for (let number = 0; number <= challenge.max; number++)
    if (await isSolution(challenge, number)) return toProof(challenge, number);
  throw new Error(`A challenge has no solution up to ${challenge.max}.`);
}
