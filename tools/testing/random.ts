// What is random in the tests.

/** Whether this is `npm run test:all`, which tries more. */
export const isComplete = process.env.TESTS === 'all';

/** The seed of everything random. `npm run test:all` chooses one. */
export const seed = Number(process.env.SEED ?? 1);

/** Returns a generator of numbers in [0, 1) that the seed determines (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
