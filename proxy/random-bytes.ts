import { randomBytes } from 'node:crypto';

const poolBytes = 4_096;

/** Returns a function that returns `count` random bytes. Generates many at the same time, because calling `node:crypto`
 * for a few bytes takes longer than using them. No byte is returned twice. */
export function createRandomBytes(): (count: number) => Uint8Array {
  let pool = randomBytes(poolBytes);
  return count => {
    if (count > pool.length) pool = randomBytes(Math.max(count, poolBytes));
    const bytes = pool.subarray(0, count);
    pool = pool.subarray(count);
    return bytes;
  };
}
