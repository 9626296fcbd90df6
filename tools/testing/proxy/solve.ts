// For tests: solves challenges as a browser does.
import { pbkdf2Sync } from 'node:crypto';
import type { Challenge } from '../../../proxy/contract/enquiry.ts';

/** Returns the solution of a challenge. Throws if it has none. */
export function solve({ salt, iterations, max, target }: Challenge): number {
  for (let number = 0; number <= max; number++) {
    const key = pbkdf2Sync(String(number), salt, iterations, target.length / 2, 'sha256');
    if (key.toString('hex') === target) return number;
  }
  throw new Error('There is no solution.');
}
