import { setTimeout as pause } from 'node:timers/promises';
import { type Challenge, isSolution, toProof } from './challenges.ts';

/** The time after which the widget gives up. */
const maxWaitMs = 8_000;

/** Solves a challenge as slowly as a browser that needs `msPerKey` for each number. Resolves with the Authorization,
 * which is `unsolved` if the widget would give up. If `msPerKey` is undefined, it gives up immediately. */
export async function solve(challenge: Challenge, msPerKey: number | undefined): Promise<string> {
  if (msPerKey === undefined) return 'Proof v=1, unsolved';
  const startedAt = performance.now();
  for (let number = 0; number <= challenge.max; number++) {
    const isSolved = await isSolution(challenge, number);
    const elapsedMs = Math.max(performance.now() - startedAt, (number + 1) * msPerKey);
    if (elapsedMs > maxWaitMs) break;
    if (!isSolved) continue;
    await pause(Math.max(0, elapsedMs - (performance.now() - startedAt)));
    return toProof(challenge, number);
  }
  await pause(Math.max(0, maxWaitMs - (performance.now() - startedAt)));
  return 'Proof v=1, unsolved';
}
