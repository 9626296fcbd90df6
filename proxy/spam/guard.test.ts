import { expect, test } from 'vitest';
import { noEvidence } from '../../tools/testing/proxy/signals.ts';
import { type Decision, decide, type ProofState } from './guard.ts';
import { computeScore, defaultWeights, type Evidence } from './signals.ts';

const deliver: Decision = { kind: 'deliver' };
const challenge: Decision = { kind: 'challenge' };
const suspect = (score: number): Decision => ({ kind: 'suspect', score });

test.each<[number, ProofState, 'suspects' | 'always' | 'never', Decision]>([
  [2.5, 'possible', 'suspects', deliver],
  [2.5, 'none', 'suspects', deliver],
  [2.5, 'possible', 'always', challenge],
  [2.5, 'none', 'always', deliver],
  [2.5, 'solved', 'always', deliver],
  [2.5, 'possible', 'never', deliver],
  [3, 'possible', 'suspects', challenge],
  [3, 'none', 'suspects', suspect(3)],
  [3, 'solved', 'suspects', deliver],
  [3, 'possible', 'always', challenge],
  [3, 'none', 'always', suspect(3)],
  [3, 'possible', 'never', suspect(3)],
  [3, 'none', 'never', suspect(3)],
  [11.5, 'solved', 'suspects', deliver],
  [12, 'solved', 'suspects', suspect(6)],
  [12, 'possible', 'suspects', challenge],
])('with score %d and the proof %s, proof "%s" decides: %o', (score, proof, mode, decision) => {
  const policy = { proof: mode, challenge_at: 3, quarantine_at: 6 };
  expect(decide({ score, signals: [] }, proof, policy)).toEqual(decision);
});

test('above the overall rate, a proof is needed even if the weight of that signal is small', () => {
  const policy = { proof: 'suspects', challenge_at: 5, quarantine_at: 6 } as const;
  const suspicion = { score: 1, signals: ['rate_overall'] };
  expect(decide(suspicion, 'possible', policy)).toEqual(challenge);
  expect(decide(suspicion, 'none', policy)).toEqual(suspect(1));
  expect(decide(suspicion, 'solved', policy)).toEqual(deliver);
});

test.each<[string, Partial<Evidence>, Record<string, number>, number, string[]]>([
  ['no signal', {}, { rate_address: 3 }, 0, []],
  ['a signal', { fromAddress: 99 }, { rate_address: 3 }, 3, ['rate_address']],
  [
    'a client signal at half its weight',
    { client: { is_trusted: false } },
    { untrusted_input: 5 },
    2.5,
    ['untrusted_input'],
  ],
  ['a signal without a weight', { fromAddress: 99 }, { rate_address: 0 }, 0, []],
  [
    'several',
    { fromAddress: 99, sendersOfText: 9 },
    { rate_address: 1, repeated_text: 2.5 },
    3.5,
    ['rate_address', 'repeated_text'],
  ],
])('the score is the sum of the weights: %s', (_, evidence, given, score, names) => {
  const none = Object.fromEntries(Object.keys(defaultWeights).map(name => [name, 0]));
  expect(computeScore({ ...noEvidence, ...evidence }, { ...none, ...given })).toEqual({
    score,
    signals: names,
  });
});
