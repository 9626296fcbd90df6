import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import type { Definition } from '../contract/definition.ts';
import { questionTypes } from '../contract/question-types.ts';
import { createEvidenceCollector } from './evidence.ts';
import { computeScore, signals } from './signals.ts';

const definition = {
  questions: [{ id: 'story', type: 'textarea', label: 'What happened?' }],
} as unknown as Definition;
const maxScore = Object.values(signals).reduce((sum, { weight }) => sum + weight, 0);

test('all answers in the visitor’s own words are looked through, and no others', () => {
  const name = { id: 'forename', type: 'text' as const, label: '' };
  const questions = [name, ...questionTypes.map(type => ({ id: type, type, label: '' }))];
  const answers = Object.fromEntries(questionTypes.map(type => [type, type]));
  const collectEvidence = createEvidenceCollector({ enquiriesPerMinute: 1 }, () => 0);
  const evidence = collectEvidence({
    idempotencyKey: 'key',
    definition: { ...definition, questions },
    enquiry: { case_type: 'a', forename: 'Ada', answers },
    address: undefined,
    client: undefined,
  });
  expect(evidence.texts).toEqual(['text', 'textarea', 'address']);
});

test('any enquiry from any address has a score between 0 and the sum of all weights', () => {
  const collectEvidence = createEvidenceCollector({ enquiriesPerMinute: 1 }, () => 0);
  const text = fc
    .array(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.constantFrom('https://', '[url=', '<a ', '\ud800', '\ufdfa'.repeat(200), 'x'.repeat(100)),
      ),
    )
    .map(pieces => pieces.join(''));
  const client = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.record({ first_touch_ms: fc.oneof(fc.double(), fc.string()) }),
  );
  const address = fc.option(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), { nil: undefined });
  const seen = new Set<string>();
  const property = fc.property(text, text, client, address, fc.uuid(), (forename, story, ...rest) => {
    const [given, from, idempotencyKey] = rest;
    const enquiry = { case_type: 'a', forename, answers: { story } };
    const evidence = collectEvidence({ idempotencyKey, definition, enquiry, address: from, client: given });
    const suspicion = computeScore(evidence);
    expect(suspicion.score).toBeGreaterThanOrEqual(0);
    expect(suspicion.score).toBeLessThanOrEqual(maxScore);
    for (const name of suspicion.signals) seen.add(name);
  });
  void fc.assert(property, { numRuns: 300 });
  expect(seen.size).toBeGreaterThan(3);
});
