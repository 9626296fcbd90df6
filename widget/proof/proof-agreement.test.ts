// The widget solves the challenges that the proxy creates, and the proxy accepts the proofs that the widget sends.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSigner } from '../../proxy/enquiry/identifiers.ts';
import { createChallenges, parseProofClaim } from '../../proxy/spam/challenges.ts';
import { prove } from './proof.ts';

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

test('a proof is accepted for the enquiry that was challenged, and for no other', {
  tags: 'asvs-2.4.1',
}, async () => {
  const { create, verify } = createChallenges(createSigner(['s'.repeat(32)]), () => 0, randomBytes);
  const subject = fc.record({ idempotencyKey: fc.uuid(), enquiryText: fc.json() });
  const property = fc.asyncProperty(subject, subject, fc.boolean(), async (challenged, other, isLast) => {
    const header = await prove(await create(challenged, isLast), () => false);
    const claim = parseProofClaim(header ?? '');
    if (claim.kind !== 'solved') throw new Error(`The proxy can't read ${header}.`);
    expect(await verify(claim.token, claim.solution, challenged)).toBe('solved');
    expect(await verify(claim.token, claim.solution, other)).toBe('retry');
  });
  // Each takes up to 200 keys, and each key a millisecond.
  await fc.assert(property, { numRuns: 5 });
});
