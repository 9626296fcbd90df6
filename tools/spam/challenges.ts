// Challenges, as docs/http-api.md describes them.
import { pbkdf2 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
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

/** The time after which the widget gives up. */
const maxWaitMs = 8_000;

/** Solves a challenge as slowly as a browser that needs `msPerKey` for each number. Resolves with the Authorization,
 * which is `unsolved` if the widget would give up. If `msPerKey` is undefined, it gives up immediately. */
export async function solve(
  { token, salt, iterations, max, target }: Challenge,
  msPerKey: number | undefined,
): Promise<string> {
  const unsolved = 'Proof v=1, unsolved';
  if (msPerKey === undefined) return unsolved;
  const startedAt = performance.now();
  const pauseUntil = (elapsedMs: number) => pause(Math.max(0, elapsedMs - (performance.now() - startedAt)));
  for (let number = 0; number <= max; number++) {
    const key = await deriveKey(String(number), salt, iterations, target.length / 2, 'sha256');
    const elapsedMs = Math.max(performance.now() - startedAt, (number + 1) * msPerKey);
    if (elapsedMs > maxWaitMs) break;
    if (key.toString('hex') !== target) continue;
    await pauseUntil(elapsedMs);
    return `Proof v=1, challenge=${token}, solution=${number}`;
  }
  await pauseUntil(maxWaitMs);
  return unsolved;
}
