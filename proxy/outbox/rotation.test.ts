import { expect, test } from 'vitest';
import type { ProcessRow } from './processes.ts';
import { describeRotation } from './rotation.ts';

/** Processes that have loaded these secrets, one after the other. */
const running = (...secrets: string[]) =>
  secrets.map(
    (secret_ids, n) => ({ host: `web-${n + 1}`, pid: n, loaded_at: n, secret_ids }) as ProcessRow, // All that it reads.
  );

test.each<[string, string[], string | undefined]>([
  ['one secret', ['old', 'old'], undefined],
  ['no process', [], undefined],
  ['step 1 begins', ['old', 'old', 'old new'], "step 1 of the rotation: web-1 (0) and web-2 (1) can't read"],
  [
    'step 1 is complete',
    ['old new', 'old new'],
    'every process reads two secrets, and signs with the same one',
  ],
  [
    'step 2 begins',
    ['old new', 'new old'],
    'step 2 of the rotation: some processes sign with the new secret',
  ],
  [
    'step 2 is complete',
    ['new old', 'new old'],
    'every process reads two secrets, and signs with the same one',
  ],
  ['step 3 begins', ['new old', 'new'], 'step 3 of the rotation: web-1 (0) still read the old secret'],
])('%s', (_, secrets, step) => {
  const rotation = describeRotation(running(...secrets));
  expect(rotation.fault).toBeUndefined();
  if (step === undefined) expect(rotation.step).toBeUndefined();
  else expect(rotation.step).toContain(step);
});

test.each([
  ['old', 'new old'],
  ['old', 'new'],
])('a process that signs with what another one can’t read is a fault: %s and %s', (...secrets) => {
  expect(describeRotation(running(...secrets)).fault).toMatch(
    secrets[1] === 'new' ? /^web-1 \(0\) signs with a secret that web-2 \(1\) can't read/ : /^web-2 .* web-1/,
  );
});
