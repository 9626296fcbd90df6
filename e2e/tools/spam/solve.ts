import { pbkdf2 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Challenge } from './client.ts';

const deriveKey = promisify(pbkdf2);
/** The widget gives up then. */
const maxWaitMs = 8_000;

/** Solves a challenge as slowly as a browser that needs `msPerKey` for each number; with 0 as fast as possible, however
 * long that takes on a busy machine. Resolves with the Authorization; with `unsolved` when the widget would give up, at
 * once if `msPerKey` is undefined. */
export async function solve(challenge: Challenge, msPerKey: number | undefined): Promise<string> {
  if (msPerKey === undefined) return 'Proof v=1, unsolved';
  const startedAt = performance.now();
  const { token, salt, iterations, max, target } = challenge;
  for (let number = 0; number <= max; number++) {
    const key = await deriveKey(String(number), salt, iterations, target.length / 2, 'sha256');
    const elapsedMs = Math.max(performance.now() - startedAt, (number + 1) * msPerKey);
    if (msPerKey > 0 && elapsedMs > maxWaitMs) break;
    if (key.toString('hex') !== target) continue;
    await pause(Math.max(0, elapsedMs - (performance.now() - startedAt)));
    return `Proof v=1, challenge=${token}, solution=${number}`;
  }
  await pause(Math.max(0, maxWaitMs - (performance.now() - startedAt)));
  return 'Proof v=1, unsolved';
}
