import type { Challenge } from '../../proxy/contract/enquiry.ts';

export const create = () => prove;

/** How many numbers are tried at the same time, outside the main thread. With two, a core stays busy while a result is
 * passed on. More wouldn't be faster in Chromium, which has one thread for them, and would take cores from the page in
 * other browsers. */
const parallelCalls = 2;
/** The maximum for one call, which can't be cancelled. It takes a few seconds on a slow phone. */
const maxIterations = 500_000;
/** The maximum for all numbers together, which even the fastest computer can't compute before the form stops waiting. */
const maxTotalIterations = 200_000_000;

/** Checks and solves a challenge. Resolves with the Authorization that contains the solution. Resolves with undefined once
 * `isOver` returns true, if there is no solution, or if the challenge is malformed or far too expensive. Rejects if the
 * browser can't compute the function. */
export async function prove(challenge: unknown, isOver: () => boolean): Promise<string | undefined> {
  if (!isSolvable(challenge)) return undefined;
  const { token, max } = challenge;
  let solution: number | undefined;
  let next = 0;
  const search = async () => {
    while (next <= max && solution === undefined && !isOver()) {
      const number = next++;
      if (await isSolution(number, challenge)) solution = number;
    }
  };
  await Promise.all([...Array(parallelCalls)].map(search));
  return solution === undefined ? undefined : `Proof v=1, challenge=${token}, solution=${solution}`;
}

/** Whether a number is the solution of a challenge. */
async function isSolution(number: number, { salt, iterations, target }: Challenge): Promise<boolean> {
  const { subtle } = crypto;
  const encoder = new TextEncoder();
  const password = await subtle.importKey('raw', encoder.encode(`${number}`), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations };
  const derived = new Uint8Array(await subtle.deriveBits(algorithm, password, 256));
  return [...derived]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .startsWith(target);
}

/** Whether a challenge is well-formed and can be solved in time. */
function isSolvable(challenge: unknown): challenge is Challenge {
  const { token = '', salt, iterations = 0, max = 0, target = '' } = (challenge ?? {}) as Partial<Challenge>; // Checked below.
  return (
    [token, salt, target].every(text => text && typeof text === 'string') &&
    [iterations, max].every(count => Number.isInteger(count) && count > 0) &&
    // The token is sent in a header, and a line break would make the request fail.
    /^[\w.~+/=-]{1,2000}$/.test(token) &&
    /^[\da-f]{8,64}$/.test(target) &&
    iterations <= maxIterations &&
    iterations * max <= maxTotalIterations
  );
}
