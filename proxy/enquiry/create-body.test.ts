import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { contactFields } from '../contract/definition.ts';
import { parseConfig } from '../settings/parse-config.ts';
import { buildCreateBody, referenceEntry, type SentDefinition } from './create-body.ts';
import { readDefinitions } from './definitions.ts';

/** The definition of a case type with these questions and other settings. */
async function define(questions: object[], settings: object = {}): Promise<SentDefinition> {
  const contact = contactFields.map(field => ({ field }));
  const case_types = { injury: { label: 'Injury', questions, ...settings } };
  const definitions = await readDefinitions(validConfig({ origins: [], contact, case_types }));
  return (await definitions.published('injury', definitions.current('injury')!.definition))!;
}

const definition = await define([
  { id: 'injuries', type: 'checkboxes', label: 'What was injured?', options: ['neck', 'back', 'arm'] },
  { id: 'arm', type: 'text', label: 'Which arm?', shown_when: { question: 'injuries', is: 'arm' } },
  { id: 'hurt', type: 'yes_no', label: 'Does it hurt?' },
  { id: 'call', type: 'consent', label: 'You may call me at work.' },
  { id: 'story', type: 'textarea', label: 'What happened?' },
]);
const ada = { case_type: 'injury', forename: ' Ada ' };

test('labels come from the definition, several values in the order of the options', {
  tags: 'asvs-1.1.2',
}, () => {
  const answers = {
    injuries: ['arm', 'neck'],
    arm: 'left',
    hurt: 'no',
    call: 'yes',
    story: ' One.\r\nTwo. ',
  };
  expect(buildCreateBody(definition, { ...ada, answers }, [referenceEntry('7K2PQ-2M9XD')]).meta).toEqual([
    { id: 'injuries', label: 'What was injured?', value: 'neck, arm' },
    { id: 'arm', label: 'Which arm?', value: 'left' },
    { id: 'hurt', label: 'Does it hurt?', value: 'no' },
    { id: 'call', label: 'You may call me at work.', value: 'yes' },
    { id: 'story', label: 'What happened?', value: 'One.\nTwo.' },
    { id: 'enquiry_reference', label: 'Reference', value: '7K2PQ-2M9XD' },
  ]);
});

test('hidden questions, empty answers and unticked consents are omitted', () => {
  const answers = { injuries: ['neck'], arm: 'left', call: 'no', story: ' \n ' };
  expect(buildCreateBody(definition, { ...ada, answers }).meta).toEqual([
    { id: 'injuries', label: 'What was injured?', value: 'neck' },
  ]);
});

test('empty fields are omitted, except meta and marketing_keywords', () => {
  expect(buildCreateBody(definition, { ...ada, surname: ' ', marketing_detail: '' })).toEqual({
    forename: 'Ada',
    case_type: 'injury',
    meta: [],
    marketing_keywords: '',
  });
});

test('an invalid marketing field never makes an enquiry fail', () => {
  const { marketing_campaign } = buildCreateBody(definition, {
    ...ada,
    marketing_campaign: `a\0b\ud800${'x'.repeat(600)}`,
  });
  expect(marketing_campaign).toMatch(/^a b\ufffdx+$/);
  expect(marketing_campaign).toHaveLength(500);
});

test.each<[string, string, string]>([
  ['of 500 characters is sent as it is', 'x'.repeat(500), 'x'.repeat(500)],
  ['that is too long ends after a word', `${'word '.repeat(99)}tails more`, `${'word '.repeat(98)}word…`],
  [
    'whose last word fits before the ellipsis',
    `${'word '.repeat(99)}tail more`,
    `${'word '.repeat(99)}tail…`,
  ],
  ['whose last word would fit without the ellipsis', `${'x'.repeat(496)} end more`, `${'x'.repeat(496)}…`],
  ['that is a single word is cut in it', 'é'.repeat(600), `${'é'.repeat(499)}…`],
  ['that is counted in characters', '👍'.repeat(501), `${'👍'.repeat(499)}…`],
  ['with line breaks and spaces', `${'x'.repeat(490)} \n${'y'.repeat(20)}`, `${'x'.repeat(490)}…`],
])('a detail %s', (_, given, sent) => {
  const { marketing_detail } = buildCreateBody(definition, { ...ada, marketing_detail: given });
  expect(marketing_detail).toBe(sent);
  expect([...sent].length).toBeLessThanOrEqual(500);
});

describe('under the names of the back office', () => {
  const options = [
    { value: 'neck', send_as: ' Neck/Whiplash ', label: 'Neck' },
    { value: 'back', label: 'Back' },
    { value: 'both', send_as: 'Yes, both', label: 'Both' },
  ];
  const settings = {
    send_as: 'Personal Injury',
    meta: [{ id: 'Office', label: 'Office', value: 'Leeds' }],
  };
  const meta = async (question: object, answer: string | string[] | undefined) => {
    const named = await define([{ id: 'q', label: 'In our words?', ...question }], settings);
    const answers = answer === undefined ? {} : { q: answer };
    return buildCreateBody(named, { ...ada, answers }, [referenceEntry('7K2PQ-2M9XD')]).meta;
  };

  test('the case type and the constants are sent, after the answers and before the reference', async () => {
    const named = await define([{ id: 'q', type: 'text', label: 'Q?' }], settings);
    const answers = { q: 'A' };
    expect(buildCreateBody(named, { ...ada, answers }, [referenceEntry('7K2PQ-2M9XD')])).toEqual({
      forename: 'Ada',
      case_type: 'Personal Injury',
      meta: [
        { id: 'q', label: 'Q?', value: 'A' },
        { id: 'Office', label: 'Office', value: 'Leeds' },
        { id: 'enquiry_reference', label: 'Reference', value: '7K2PQ-2M9XD' },
      ],
      marketing_keywords: '',
    });
  });

  test.each<[string, object, string | string[] | undefined, string | undefined]>([
    ['an option', { type: 'radio', options }, 'both', 'Yes, both'],
    ['an option without its own name', { type: 'select', options }, 'back', 'back'],
    [
      'ticked boxes',
      { type: 'checkboxes', options: options.slice(0, 2) },
      ['back', 'neck'],
      'Neck/Whiplash, back',
    ],
    [
      'ticked boxes with a separator',
      { type: 'checkboxes', options, separator: ';' },
      ['both', 'neck'],
      'Neck/Whiplash;Yes, both',
    ],
    [
      'ticked boxes on lines',
      { type: 'checkboxes', options, separator: '\n' },
      ['back', 'both'],
      'back\nYes, both',
    ],
    ['yes', { type: 'yes_no', send: { yes: 'Y', no: 'N' } }, 'yes', 'Y'],
    ['no', { type: 'yes_no', send: { no: 'N' } }, 'no', 'N'],
    ['a no without its own name', { type: 'yes_no', send: { yes: 'Y' } }, 'no', 'no'],
    ['a question without an answer', { type: 'yes_no', send: { yes: 'Y', no: 'N' } }, undefined, undefined],
    ['a consent', { type: 'consent', send: { yes: 'Agreed' } }, 'yes', 'Agreed'],
    ['a consent that is not given', { type: 'consent', send: { yes: 'Agreed' } }, undefined, undefined],
    ['a consent that is refused', { type: 'consent', send: { no: 'Refused' } }, 'no', 'Refused'],
    ['a consent that is not ticked', { type: 'consent', send: { no: 'Refused' } }, undefined, 'Refused'],
    ['a text that is a sent value of nothing', { type: 'text' }, 'yes', 'yes'],
  ])('%s is sent', async (_, question, answer, value) => {
    const sent = (await meta(question, answer)).find(({ id }) => id === 'q')?.value;
    expect(sent).toBe(value);
  });

  test('an id and a label are replaced', async () => {
    const question = { type: 'text', send_as: 'Frage 1: "wann"?', label_as: 'Date of accident' };
    const [entry] = await meta(question, 'May');
    expect(entry).toEqual({ id: 'Frage 1: "wann"?', label: 'Date of accident', value: 'May' });
  });

  test('a condition is met by our own value, and not by the sent one', async () => {
    const named = await define([
      { id: 'q', type: 'radio', label: 'Q?', options },
      { id: 'more', type: 'text', label: 'More?', shown_when: { question: 'q', is: 'both' } },
    ]);
    const answers = { q: 'both', more: 'A lot' };
    const body = buildCreateBody(named, { ...ada, answers });
    expect(body.meta.map(({ id, value }) => [id, value])).toEqual([
      ['q', 'Yes, both'],
      ['more', 'A lot'],
    ]);
  });

  test('the back office can tell apart all answers of every config that is accepted', async () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ';', ',', ' '), minLength: 1, maxLength: 4 });
    const randomOptions = fc.uniqueArray(
      fc.record(
        { value: name, label: fc.constant('An option'), send_as: name },
        { requiredKeys: ['value', 'label'] },
      ),
      { minLength: 2, maxLength: 4, selector: ({ value }) => value },
    );
    const separator = fc.option(name, { nil: undefined });
    let accepted = 0;
    const property = fc.asyncProperty(randomOptions, separator, async (random, given) => {
      const question = { id: 'q', type: 'checkboxes', label: 'Q?', options: random, separator: given };
      const config = { origins: [], case_types: { injury: { label: 'A', questions: [question] } } };
      if (!parseConfig(JSON.stringify(config)).config) return;
      accepted += 1;
      const named = await define([question]);
      const sent = new Map(random.map(({ value, send_as = value }) => [send_as.trim(), value]));
      // Every set of options, by the bits of a number.
      for (let bits = 1; bits < 2 ** random.length; bits++) {
        const q = random.filter((_, n) => bits & (1 << n)).map(({ value }) => value);
        const [entry] = buildCreateBody(named, { ...ada, answers: { q } }).meta;
        const parts = entry!.value.split(given ?? ', ');
        expect(parts.map(part => sent.get(part))).toEqual(q);
      }
    });
    await fc.assert(property, { numRuns: 2_000 });
    expect(accepted).toBeGreaterThan(200);
  });
});
