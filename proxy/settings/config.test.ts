// Longer than 200 lines because it has a case for every error in a config.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultParameters } from '../contract/attribution.ts';
import { configJsonSchema } from './config.ts';
import { parseConfig } from './read-settings.ts';

const option = (value: string) => ({ value, label: value });

function findErrors(questions: unknown[], rest: object = {}, caseType: object = {}): string[] {
  const config = { origins: [], case_types: { a: { label: 'A', questions, ...caseType } }, ...rest };
  const parsed = parseConfig(JSON.stringify(config));
  return 'errors' in parsed ? parsed.errors.map(({ path, message }) => `${path}: ${message}`) : [];
}

test.each(['README.md', 'docs/configuration.md'])('the example in %s is accepted', path => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const example = /```json\n(\{ "\$schema"[\s\S]+?)```/.exec(document)?.[1] ?? '';
  const parsed = parseConfig(example);
  expect(parsed).toMatchObject({
    config: {
      language: 'en',
      case_types: {
        'personal-injury': {
          contact: { surname: 'required', telephone_mobile: 'optional', email: 'required' },
        },
      },
      attachments: {
        max_files: 5,
        max_bytes: 10_485_760,
        strip_metadata: 'location',
        pdf_javascript: 'refuse',
      },
      delivery: { on_unknown: 'retry', send_reference: true, keep_days: 7, same_within_minutes: 10 },
      attribution: {
        site: true,
        language: true,
        landing_page: true,
        first_touch: false,
        parameters: defaultParameters,
      },
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
      case_types: {
        label: {
          label: { cy: 'B' },
          privacy: { text: { cy: 'Dim ond ni.' } },
          steps: [{ title: 'One', questions: ['q'] }],
        },
      },
    },
  });
});

test('short forms are filled in', () => {
  const parsed = parseConfig(
    JSON.stringify({
      origins: [],
      contact: { one_of: ['telephone_mobile', 'email'] },
      attachments: { max_bytes: '2.5 MB' },
      case_types: {
        a: { label: 'A', questions: [{ id: 'q', type: 'radio', label: 'Q', options: ['Yes', 'No'] }] },
      },
    }),
  );
  expect(parsed).toMatchObject({
    config: {
      attachments: { max_bytes: 2_621_440 },
      case_types: {
        a: {
          contact: {
            surname: 'required',
            telephone_mobile: 'optional',
            email: 'optional',
            one_of: ['telephone_mobile', 'email'],
          },
          questions: [{ options: [option('Yes'), option('No')] }],
        },
      },
    },
  });
});

test.each([
  ['10MB', 10_485_760],
  ['10 MB', 10_485_760],
  ['500kB', 512_000],
  ['500 KB', 512_000],
  [10_485_760, 10_485_760],
])('a file of %s may have %d bytes', (max_bytes, bytes) => {
  const config = { origins: [], attachments: { max_bytes }, case_types: { a: { label: 'A' } } };
  expect(parseConfig(JSON.stringify(config))).toMatchObject({
    config: { attachments: { max_bytes: bytes } },
  });
});

test('a pattern that would take years on a default is accepted in time', () => {
  const hidden = { id: 'h', type: 'hidden', label: 'H', from: 'values' };
  expect(findErrors([{ ...hidden, default: `${'a'.repeat(60)}c`, pattern: '(a+)+b' }])).toEqual([]);
});

test('a case type called __proto__ is refused, not ignored', () => {
  const json = '{ "origins": [], "case_types": { "a": { "label": "A" }, "__proto__": { "label": "B" } } }';
  const message = 'must start with a letter or digit, followed by letters, digits, -, _ and .';
  expect(parseConfig(json)).toEqual({ errors: [{ path: 'case_types.__proto__', message }] });
});

test('a byte order mark, which some editors write, is ignored', () => {
  expect(parseConfig('\ufeff{ "origins": [], "case_types": { "a": { "label": "A" } } }')).toHaveProperty(
    'config',
  );
});

test.each([
  'off',
  'organization',
  'work tel',
  'shipping street-address',
  'section-driver billing postal-code',
  'username webauthn',
])('%s may be filled in by the browser', autocomplete => {
  expect(findErrors([{ id: 'q', type: 'text', label: 'Q', autocomplete }])).toEqual([]);
});

test('the JSON Schema is current (npm run schema)', () => {
  const kept = readFileSync(new URL('config.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});

describe('an error is reported with its path:', () => {
  const text = { id: 'q', type: 'text', label: 'Q' };
  test.each<[string, string[], string]>([
    [
      'a duplicate id',
      findErrors([text, text]),
      'case_types.a.questions[1].id: "q" is already used by an earlier question',
    ],
    ...[
      'best_time',
      'enquiry_reference',
      'enquiry_form_version',
      'possible_duplicate_of',
      'suspected_spam',
      'enquiry_form_version',
      'attribution_gclid',
      'attribution_',
    ].map((id): [string, string[], string] => [
      `the reserved id ${id}`,
      findErrors([{ ...text, id }]),
      'case_types.a.questions[0].id: is reserved: choose another id',
    ]),
    [
      'a malformed id',
      findErrors([{ ...text, id: 'Q 1' }]),
      'case_types.a.questions[0].id: must start with a lower-case letter, followed by a-z, 0-9, - and _',
    ],
    [
      'an empty label',
      findErrors([{ ...text, label: ' ' }]),
      'case_types.a.questions[0].label: must not be empty',
    ],
    [
      'an unknown setting',
      findErrors([{ ...text, requird: true }]),
      'case_types.a.questions[0].requird: is not a setting: did you mean "required"?',
    ],
    [
      'a setting of another type',
      findErrors([{ ...text, options: [] }]),
      'case_types.a.questions[0].options: is not a setting of this type of question: remove it',
    ],
    [
      'missing options',
      findErrors([{ ...text, type: 'radio' }]),
      'case_types.a.questions[0].options: is required',
    ],
    [
      'a duplicate option',
      findErrors([{ ...text, type: 'radio', options: [option('x'), option('x')] }]),
      'case_types.a.questions[0].options[1].value: "x" is already used by an earlier option',
    ],
    [
      'a condition on an unknown question',
      findErrors([{ ...text, shown_when: { question: 'x', is: 'y' } }]),
      'case_types.a.questions[0].shown_when.question: "x" is not a question',
    ],
    [
      'a condition on itself',
      findErrors([{ ...text, shown_when: { question: 'q', is: 'y' } }]),
      'case_types.a.questions[0].shown_when.question: "q" must come before this question',
    ],
    [
      'a condition on a later question',
      findErrors([
        { ...text, shown_when: { question: 'r', is: 'y' } },
        { ...text, id: 'r' },
      ]),
      'case_types.a.questions[0].shown_when.question: "r" must come before this question',
    ],
    [
      'a condition on an impossible answer',
      findErrors([
        { ...text, type: 'yes_no' },
        { ...text, id: 'r', shown_when: { question: 'q', is: ['yes', 'maybe'] } },
      ]),
      'case_types.a.questions[1].shown_when.is: "maybe" is not a possible answer to "q"',
    ],
    [
      'steps without a question',
      findErrors([text], {}, { steps: [{ title: 'One', questions: [] }] }),
      'case_types.a.steps: must contain the question "q"',
    ],
    [
      'a step with an unknown question',
      findErrors([text], {}, { steps: [{ title: 'One', questions: ['q', 'r'] }] }),
      'case_types.a.steps[0].questions[1]: "r" is not a question',
    ],
    [
      'a step with the best time to call',
      findErrors(
        [text],
        { contact: { times: ['Morning'] } },
        { steps: [{ title: 'One', questions: ['q', 'best_time'] }] },
      ),
      'case_types.a.steps[0].questions[1]: "best_time" must not be in a step, because it is asked beside the phone number: remove it',
    ],
    [
      'a question in two steps',
      findErrors(
        [text],
        {},
        {
          steps: [
            { title: 'One', questions: ['q'] },
            { title: 'Two', questions: ['q'] },
          ],
        },
      ),
      'case_types.a.steps[1].questions[0]: "q" is already in a step',
    ],
    [
      'a text without the main language',
      findErrors([{ ...text, help: { cy: 'Cymorth' } }]),
      'case_types.a.questions[0].help: must have a text in the main language, "en"',
    ],
    [
      'an origin with a path',
      findErrors([text], { origins: ['https://www.example.com/'] }),
      'origins[0]: must be an exact http or https origin without a path or a trailing slash, like https://www.example.com',
    ],
    [
      'an origin with another scheme',
      findErrors([text], { origins: ['ftp://www.example.com'] }),
      'origins[0]: must be an exact http or https origin without a path or a trailing slash, like https://www.example.com',
    ],
    ['no case type', findErrors([], { case_types: {} }), 'case_types: must contain at least one case type'],
    [
      'a minimum above the maximum',
      findErrors([{ ...text, type: 'number', min: 2, max: 1 }]),
      'case_types.a.questions[0].min: must not be greater than max',
    ],
    [
      'a date that does not exist',
      findErrors([{ ...text, type: 'date', min: '2026-02-30' }]),
      'case_types.a.questions[0].min: must be "today" or a date, like "2026-02-01"',
    ],
    [
      'a link that is a script',
      findErrors([{ ...text, type: 'consent', url: 'javascript:alert(1)' }]),
      'case_types.a.questions[0].url: must be an http or https URL',
    ],
  ])('%s', (_, errors, error) => {
    expect(errors).toEqual([error]);
  });

  test('malformed JSON', () => {
    expect(parseConfig('{"a":')).toMatchObject({ errors: [{ path: 'the file' }] });
  });
  test.each<[string, unknown[], object, string[]]>([
    [
      'a condition on an unknown question',
      [
        { ...text, label: '' },
        { ...text, id: 'r', shown_when: { question: 'x', is: 'y' } },
      ],
      {},
      [
        'case_types.a.questions[0].label: must not be empty',
        'case_types.a.questions[1].shown_when.question: "x" is not a question',
      ],
    ],
    [
      'a condition on an unknown question in a malformed one',
      [{ ...text, label: '', shown_when: { question: 'x', is: 'y' } }],
      {},
      [
        'case_types.a.questions[0].label: must not be empty',
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
        'case_types.a.questions[1].label: must not be empty',
        'case_types.a.questions[0].shown_when.question: "r" must come before this question',
      ],
    ],
    [
      'a step with an unknown question',
      [{ ...text, label: '' }],
      { steps: [{ title: 'One', questions: ['q', 'x'] }] },
      [
        'case_types.a.questions[0].label: must not be empty',
        'case_types.a.steps[0].questions[1]: "x" is not a question',
      ],
    ],
    [
      'steps without a malformed question',
      [text, { ...text, id: 'r', label: '' }],
      { steps: [{ title: 'One', questions: ['q'] }] },
      [
        'case_types.a.questions[1].label: must not be empty',
        'case_types.a.steps: must contain the question "r"',
      ],
    ],
  ])('%s is listed beside a malformed question', (_, questions, caseType, errors) => {
    expect(findErrors(questions, {}, caseType)).toEqual(errors);
  });
  test.each<[string, unknown[]]>([
    ['its type is unknown', [{ ...text, type: 'txt' }]],
    ['its id is not allowed', [{ ...text, id: 'Q 1' }]],
  ])('only the malformed question, although conditions and steps use its id: %s', (_, [question]) => {
    const { id } = question as { id: string };
    const questions = [question, { ...text, id: 'r', shown_when: { question: id, is: 'y' } }];
    const steps = [{ title: 'One', questions: [id, 'r'] }];
    expect(findErrors(questions, {}, { steps })).toEqual([
      expect.stringMatching(/^case_types\.a\.questions\[0\]\.(type|id): /),
    ]);
  });
  test('all errors at once', () => {
    const errors = findErrors(
      [
        { ...text, type: 'txt' },
        { ...text, label: '' },
        { ...text, id: 'r', shown_when: { question: 's', is: 'x' } },
        { ...text, id: 's' },
        { ...text, id: 's' },
      ],
      { colour: 'red', contact: { surname: 'maybe' } },
    );
    expect(errors.map(error => error.split(':')[0])).toEqual([
      'contact.surname',
      'case_types.a.questions[0].type',
      'case_types.a.questions[1].label',
      'colour',
      'case_types.a.questions[1].id',
      'case_types.a.questions[2].shown_when.question',
      'case_types.a.questions[4].id',
    ]);
  });
});
