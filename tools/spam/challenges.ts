// Challenges, as docs/http-api.md describes them.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(pbkdf2);

/** The `challenge` of a refusal with the code `proof-required`. */
export interface Challenge {
  token: string;
  salt: string;
  iterations: number;
  max: number;
  target: string;
}

export async function isSolution({ salt, iterations, target }: Challenge, number: number): Promise<boolean> {
  const key = await deriveKey(String(number), salt, iterations, target.length / 2, 'sha256');
  return key.toString('hex') === target;
}

/** The Authorization of a request with the solution. */
export const toProof = ({ token }: Challenge, solution: number) =>
  `Proof v=1, challenge=${token}, solution=${solution}`;
