import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

/** The `challenge` of a refusal with the code `proof-required`. */
export interface Challenge {
  token: string;
  salt: string;
  iterations: number;
  max: number;
  target: string;
}

const deriveKey = promisify(pbkdf2);

/** Solves a challenge as a browser does. Rejects if it has no solution. */
export async function solve({ salt, iterations, max, target }: Challenge): Promise<number> {
  for (let number = 0; number <= max; number++) {
    const key = await deriveKey(String(number), salt, iterations, target.length / 2, 'sha256');
    if (key.toString('hex') === target) return number;
  }
  throw new Error(`A challenge has no solution up to ${max}.`);
}
