import { expect, test } from 'vitest';
import { noEvidence } from '../../tools/testing/proxy/signals.ts';
import { type Decision, decide, type ProofState } from './guard.ts';
import { computeScore, type Evidence } from './signals.ts';

const deliver: Decision = { kind: 'deliver' };
const challenge: Decision = { kind: 'challenge' };
const suspect = (score: number): Decision => ({ kind: 'suspect', score });

test.each<[number, ProofState, 'auto' | 'never', Decision]>([
  [2.5, 'possible', 'auto', deliver],
  [2.5, 'none', 'auto', deliver],
  [2.5, 'possible', 'never', deliver],
  [3, 'possible', 'auto', challenge],
  [3, 'none', 'auto', suspect(3)],
  [3, 'solved', 'auto', deliver],
  [3, 'possible', 'never', suspect(3)],
  [3, 'none', 'never', suspect(3)],
  [11.5, 'solved', 'auto', deliver],
  [12, 'solved', 'auto', suspect(6)],
  [12, 'possible', 'auto', challenge],
])('with score %d and the proof %s, proof "%s" decides: %o', (score, proof, demand, decision) => {
  expect(decide({ score, signals: [] }, proof, demand)).toEqual(decision);
});

test.each<[string, Partial<Evidence>, number, string[]]>([
  ['no signal', {}, 0, []],
  ['a signal', { fromAddress: 99 }, 3, ['rate_address']],
  ['several', { fromAddress: 99, isOverRate: true }, 6, ['rate_address', 'rate_overall']],
])('the score is the sum of the weights: %s', (_, evidence, score, names) => {
  expect(computeScore({ ...noEvidence, ...evidence })).toEqual({ score, signals: names });
});
