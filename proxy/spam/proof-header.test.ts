import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureCpuMs } from '../../tools/testing/proxy/cpu-time.ts';
import { parseProofClaim } from './challenges.ts';

test.each([
  ['', { kind: 'none' }],
  ['Bearer abc', { kind: 'none' }],
  ['Proof v=2', { kind: 'none' }],
  ['Proof v=10', { kind: 'none' }],
  ['Proof v=1', { kind: 'possible' }],
  ['proof  v=1 ', { kind: 'possible' }],
  ['Proof v=1, unsolved', { kind: 'unsolved' }],
  ['Proof v=1, challenge=a.b-c_d, solution=17', { kind: 'solved', token: 'a.b-c_d', solution: 17 }],
  ['Proof v=1,solution="17",challenge="a.b"', { kind: 'solved', token: 'a.b', solution: 17 }],
  ['Proof v=1, challenge=a', { kind: 'unsolved' }],
  ['Proof v=1, challenge=a, solution=1e9', { kind: 'unsolved' }],
  ['Proof v=1, challenge=a, solution=-1', { kind: 'unsolved' }],
])('%j says %o', (header, claim) => {
  expect(parseProofClaim(header)).toEqual(claim);
});

test('any header is parsed without an error, and a long one in little time', async () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map(text => `Proof v=1, ${text}`),
      ),
      header => {
        expect(['none', 'unsolved', 'possible', 'solved']).toContain(parseProofClaim(header).kind);
      },
    ),
  );
  const parseLong = () => {
    for (const part of [' ', ',', '"', 'challenge=', '\t,'])
      parseProofClaim(`Proof v=1,${part.repeat(16_000)}`);
    for (const part of [' ', '\t']) parseProofClaim(`Proof${part.repeat(16_000)}v`);
  };
  await expect.poll(() => measureCpuMs(parseLong)).toBeLessThan(500);
});
