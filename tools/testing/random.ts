// What is random in the tests. Vitest runs this before each test file.
import fc from 'fast-check';

/** Whether this is `npm run test:all`, which tries more. */
export const isComplete = process.env.TESTS === 'all';

/** The seed of everything random. `npm run test:all` chooses one. */
export const seed = Number(process.env.SEED ?? 1);

fc.configureGlobal({ seed });
