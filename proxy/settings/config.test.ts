import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configJsonSchema, parseConfig } from './config.ts';

const option = (value: string) => ({ value, label: value });

function faultsOf(questions: unknown[], rest: object = {}, caseType: object = {}): string[] {
  const config = { origins: [], case_types: { a: { label: 'A', questions, ...caseType } }, ...rest };
  const parsed = parseConfig(JSON.stringify(config));
  return 'faults' in parsed ? parsed.faults.map(({ place, message }) => `${place}: ${message}`) : [];
}

test.each(['README.md', 'docs/configuration.md'])('the example in %s is accepted', path => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const example = /```json\n(\{ "\$schema"[\s\S]+?)```/.exec(document)?.[1] ?? '';
  const parsed = parseConfig(example);
  expect(parsed).toMatchObject({
    config: {
      language: 'en',
      contact: { surname: 'required', telephone_mobile: 'optional', email: 'required' },
      attachments: {
        max_files: 5,
        max_bytes: 10_485_760,
        strip_metadata: 'location',
        pdf_javascript: 'refuse',
      },
      delivery: { on_unknown: 'retry', send_reference: true, keep_days: 7 },
    },
  });
});

test('the demo config is accepted', () => {
  const demo = readFileSync(new URL('../../demo/enquiry.config.json', import.meta.url), 'utf8');
  expect(parseConfig(demo)).toHaveProperty('config');
});

test('steps, privacy and other languages are kept', () => {
  const parsed = parseConfig(
    JSON.stringify({
      origins: ['https://www.example.com'],
      privacy: {
        text: { en: 'Read only by us.', cy: 'Dim ond ni.' },
        url: 'https://www.example.com/privacy',
      },
      case_types: {
        label: {
          label: { en: 'A', cy: 'B' },
          questions: [{ id: 'q', type: 'text', label: 'Q' }],
          steps: [{ title: 'One', questions: ['q'] }],
        },
      },
    }),
  );
  expect(parsed).toMatchObject({
    config: {
      privacy: { text: { cy: 'Dim ond ni.' } },
      case_types: { label: { label: { cy: 'B' }, steps: [{ title: 'One', questions: ['q'] }] } },
    },
  });
});

test('the JSON Schema is current (npm run schema)', () => {
  const kept = readFileSync(new URL('config.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});

describe('a fault is named with its place:', () => {
  const text = { id: 'q', type: 'text', label: 'Q' };
  test.each<[string, string[], string]>([
    [
      'a doubled id',
      faultsOf([text, text]),
      'case_types.a.questions[1].id: "q" is already the id of an earlier question',
    ],
    [
      'a reserved id',
      faultsOf([{ ...text, id: 'enquiry_reference' }]),
      'case_types.a.questions[0].id: is reserved',
    ],
    [
      'an id that is none',
      faultsOf([{ ...text, id: 'Q 1' }]),
      'case_types.a.questions[0].id: must begin with a letter; then small letters, digits, - and _',
    ],
    ['an empty label', faultsOf([{ ...text, label: ' ' }]), 'case_types.a.questions[0].label: is empty'],
    [
      'an unknown setting',
      faultsOf([{ ...text, requird: true }]),
      'case_types.a.questions[0].requird: is not a setting',
    ],
    [
      'a setting of another type',
      faultsOf([{ ...text, options: [] }]),
      'case_types.a.questions[0].options: is not a setting',
    ],
    [
      'missing options',
      faultsOf([{ ...text, type: 'radio' }]),
      'case_types.a.questions[0].options: is missing',
    ],
    [
      'a doubled option',
      faultsOf([{ ...text, type: 'radio', options: [option('x'), option('x')] }]),
      'case_types.a.questions[0].options[1].value: "x" is already the value of an earlier option',
    ],
    [
      'an option with a comma',
      faultsOf([{ ...text, type: 'radio', options: [option('x,y')] }]),
      'case_types.a.questions[0].options[0].value: must hold no comma',
    ],
    [
      'a condition on nothing',
      faultsOf([{ ...text, shown_when: { question: 'x', is: 'y' } }]),
      'case_types.a.questions[0].shown_when.question: "x" is not a question',
    ],
    [
      'a condition on itself',
      faultsOf([{ ...text, shown_when: { question: 'q', is: 'y' } }]),
      'case_types.a.questions[0].shown_when.question: "q" is not an earlier question',
    ],
    [
      'a condition on a later one',
      faultsOf([
        { ...text, shown_when: { question: 'r', is: 'y' } },
        { ...text, id: 'r' },
      ]),
      'case_types.a.questions[0].shown_when.question: "r" is not an earlier question',
    ],
    [
      'a value that it cannot have',
      faultsOf([
        { ...text, type: 'yes_no' },
        { ...text, id: 'r', shown_when: { question: 'q', is: ['yes', 'maybe'] } },
      ]),
      'case_types.a.questions[1].shown_when.is: "maybe" is not an answer that "q" can have',
    ],
    [
      'a step that leaves a question out',
      faultsOf([text], {}, { steps: [{ title: 'One', questions: [] }] }),
      'case_types.a.steps: leave out the question "q"',
    ],
    [
      'a step with an unknown question',
      faultsOf([text], {}, { steps: [{ title: 'One', questions: ['q', 'r'] }] }),
      'case_types.a.steps[0].questions[1]: "r" is not a question',
    ],
    [
      'a question in two steps',
      faultsOf(
        [text],
        {},
        {
          steps: [
            { title: 'One', questions: ['q'] },
            { title: 'Two', questions: ['q'] },
          ],
        },
      ),
      'case_types.a.steps[1].questions[0]: "q" is in a step already',
    ],
    [
      'a text without the main language',
      faultsOf([{ ...text, help: { cy: 'Cymorth' } }]),
      'case_types.a.questions[0].help: has no text in the main language, "en"',
    ],
    [
      'an origin with a path',
      faultsOf([text], { origins: ['https://www.example.com/'] }),
      'origins[0]: must be an exact http or https origin, like https://www.example.com (no path, no slash at the end)',
    ],
    [
      'an origin that no page has',
      faultsOf([text], { origins: ['ftp://www.example.com'] }),
      'origins[0]: must be an exact http or https origin, like https://www.example.com (no path, no slash at the end)',
    ],
    ['no case type', faultsOf([], { case_types: {} }), 'case_types: must name at least one case type'],
    [
      'a smallest above the largest',
      faultsOf([{ ...text, type: 'number', min: 2, max: 1 }]),
      'case_types.a.questions[0].min: is greater than max',
    ],
    [
      'a date that does not exist',
      faultsOf([{ ...text, type: 'date', min: '2026-02-30' }]),
      'case_types.a.questions[0].min: must be "today" or a date, "2026-02-01"',
    ],
    [
      'a link that is a script',
      faultsOf([{ ...text, type: 'consent', url: 'javascript:alert(1)' }]),
      'case_types.a.questions[0].url: must be an http or https address',
    ],
  ])('%s', (_, faults, fault) => {
    expect(faults).toEqual([fault]);
  });

  test('JSON that is none', () => {
    expect(parseConfig('{"a":')).toMatchObject({ faults: [{ place: 'the file' }] });
  });
  test.each<[string, unknown[], object, string[]]>([
    [
      'a condition on nothing',
      [
        { ...text, label: '' },
        { ...text, id: 'r', shown_when: { question: 'x', is: 'y' } },
      ],
      {},
      [
        'case_types.a.questions[0].label: is empty',
        'case_types.a.questions[1].shown_when.question: "x" is not a question',
      ],
    ],
    [
      'a condition on nothing in a question that is itself malformed',
      [{ ...text, label: '', shown_when: { question: 'x', is: 'y' } }],
      {},
      [
        'case_types.a.questions[0].label: is empty',
        'case_types.a.questions[0].shown_when.question: "x" is not a question',
      ],
    ],
    [
      'a condition on a later question that is malformed',
      [
        { ...text, shown_when: { question: 'r', is: 'y' } },
        { ...text, id: 'r', label: '' },
      ],
      {},
      [
        'case_types.a.questions[1].label: is empty',
        'case_types.a.questions[0].shown_when.question: "r" is not an earlier question',
      ],
    ],
    [
      'a step of nothing',
      [{ ...text, label: '' }],
      { steps: [{ title: 'One', questions: ['q', 'x'] }] },
      [
        'case_types.a.questions[0].label: is empty',
        'case_types.a.steps[0].questions[1]: "x" is not a question',
      ],
    ],
    [
      'steps that leave out a malformed question',
      [text, { ...text, id: 'r', label: '' }],
      { steps: [{ title: 'One', questions: ['q'] }] },
      ['case_types.a.questions[1].label: is empty', 'case_types.a.steps: leave out the question "r"'],
    ],
  ])('%s is listed beside a malformed question', (_, questions, caseType, faults) => {
    expect(faultsOf(questions, {}, caseType)).toEqual(faults);
  });
  test.each<[string, unknown[]]>([
    ['its type is unknown', [{ ...text, type: 'txt' }]],
    ['its id is not allowed', [{ ...text, id: 'Q 1' }]],
  ])('nothing but a malformed question, when conditions and steps name it by its id: %s', (_, [question]) => {
    const { id } = question as { id: string };
    const questions = [question, { ...text, id: 'r', shown_when: { question: id, is: 'y' } }];
    const steps = [{ title: 'One', questions: [id, 'r'] }];
    expect(faultsOf(questions, {}, { steps })).toEqual([
      expect.stringMatching(/^case_types\.a\.questions\[0\]\.(type|id): /),
    ]);
  });
  test('all of them at once', () => {
    const faults = faultsOf(
      [
        { ...text, type: 'txt' },
        { ...text, label: '' },
        { ...text, id: 'r', shown_when: { question: 's', is: 'x' } },
        { ...text, id: 's' },
        { ...text, id: 's' },
      ],
      { colour: 'red', contact: { surname: 'maybe' } },
    );
    expect(faults.map(fault => fault.split(':')[0])).toEqual([
      'contact.surname',
      'case_types.a.questions[0].type',
      'case_types.a.questions[1].label',
      'colour',
      'case_types.a.questions[2].shown_when.question',
      'case_types.a.questions[4].id',
    ]);
  });
});
