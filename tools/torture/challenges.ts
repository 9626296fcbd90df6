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

/** Solves a challenge. Resolves with the Authorization. */
export async function solve({ token, salt, iterations, max, target }: Challenge): Promise<string> {
  for (let number = 0; number <= max; number++) {
    const key = await deriveKey(String(number), salt, iterations, target.length / 2, 'sha256');
    if (key.toString('hex') === target) return `Proof v=1, challenge=${token}, solution=${number}`;
  }
  throw new Error('The challenge has no solution.');
}
