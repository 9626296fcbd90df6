import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import { parseConfig } from './read-settings.ts';

/** The demo's config with one case type, which makes the test faster. */
const demo: { case_types: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../demo/enquiry.config.json', import.meta.url), 'utf8'),
);
demo.case_types = { injury: demo.case_types['personal-injury'] };

/** The paths of all values in a JSON value. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([key, each]) => pathsIn(each, [...path, key]))];
}

/** A copy of the JSON value with another value at the path. */
function replaceAt(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  Object.defineProperty(copy, key, {
    value: replaceAt(copy[key], rest, replacement),
    enumerable: true,
    configurable: true,
  });
  return copy;
}

const paths = fc.constantFrom(...pathsIn(demo));
const key = fc.constantFrom(
  '__proto__',
  'constructor',
  'questions',
  'shown_when',
  'options',
  'not',
  'send_as',
  'send',
  'separator',
  'meta',
  'en',
  'x',
);
const replacement = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  paths.map(path => path.reduce<unknown>((value, each) => (value as Record<string, unknown>)[each], demo)),
  fc.constantFrom(
    '',
    ' ',
    'today',
    '[',
    '(?<a>',
    '2026-02-30',
    1e308,
    -1,
    '__proto__',
    null,
    [],
    {},
    [[]],
    [null],
  ),
);
const mutation = fc.tuple(paths, fc.option(key, { nil: undefined }), replacement);

/** The demo's config with up to three values replaced or added. */
const mutated = fc.array(mutation, { minLength: 1, maxLength: 3 }).map(mutations =>
  mutations.reduce<unknown>((config, [path, added, value]) => {
    try {
      return replaceAt(config, added === undefined ? path : [...path, added], value);
    } catch {
      return config; // An earlier change removed the path.
    }
  }, demo),
);

function expectConfigOrErrors(json: string) {
  const parsed = parseConfig(json);
  if ('config' in parsed) return 'valid';
  expect(parsed.errors.length).toBeGreaterThan(0);
  expect(parsed.errors.filter(({ path, message }) => path === '' || !/^\S.*[^.]$/su.test(message))).toEqual(
    [],
  );
  return 'malformed';
}

test('any change of a config gives a config or a list of errors', () => {
  const seen = { valid: 0, malformed: 0 };
  const property = fc.property(mutated, config => {
    seen[expectConfigOrErrors(JSON.stringify(config))] += 1;
  });
  void fc.assert(property, { numRuns: 200 });
  expect(seen.valid).toBeGreaterThan(10);
  expect(seen.malformed).toBeGreaterThan(50);
});

test('any JSON and any text give a config or a list of errors', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('', '\ufeff{}', 'null', '{"a":1'),
  );
  void fc.assert(
    fc.property(text, json => {
      expect(expectConfigOrErrors(json)).toBe('malformed');
    }),
    { numRuns: 200 },
  );
});

test('no error hides another', () => {
  const first = 'case_types.injury.questions.0';
  const second = 'case_types.injury.questions.1';
  const config = {
    origins: [],
    spam: {},
    case_types: {
      injury: {
        label: 'Injury',
        questions: [
          { id: 'where', type: 'radio', label: 'Where?', options: ['Home', 'Work', 'Car', 'Shop', 'Park'] },
          { id: 'age', type: 'number', label: 'Age', shown_when: { question: 'where', is: 'Home' } },
          { id: 'note', type: 'text', label: 'Note' },
          ...['fourth', 'fifth', 'sixth'].map(id => ({ id, type: 'yes_no', label: 'Yes?' })),
        ],
      },
    },
  };
  const faults: [path: string, value: unknown][] = [
    ['colour', 'red'],
    ['origins', ['https://www.example.com/contact']],
    ['contact', { surname: 'no' }],
    ['contact_us', { phone: 'call us' }],
    ['attachments', { look: 'grid' }],
    ['spam.suspects', 'hide'],
    ['spam.quarantine_at', 1],
    ['case_types.bad name', { label: '', questions: [{ id: 'x', type: 'text', label: '', rows: 2 }] }],
    ['case_types.injury.label', 3],
    ['case_types.injury.contact', { ask: 'channel', email: 'hidden', times: ['Today', 'Today'] }],
    ['case_types.injury.contact_us', {}],
    [
      'case_types.injury.steps',
      [{ title: 'One', questions: ['where', 'age', 'nowhere', 'note', 'fourth', 'fifth', 'sixth'] }],
    ],
    [`${first}.label`, ''],
    [`${first}.requird`, true],
    [`${first}.options.2`, 'Home'],
    [`${first}.options.3`, { value: 'a,b', label: 'A', send_as: 'Work ' }],
    [`${first}.options.4`, { value: 'c', label: 'C', exclusive: true }],
    [`${second}.send_as`, 'email'],
    ['case_types.injury.send_as', ' '],
    ['case_types.injury.meta', [{ id: 'where', label: 'Where?', value: '' }]],
    [`${second}.label`, {}],
    [`${second}.shown_when.is`, 'Away'],
    [`${second}.required`, 'yes'],
    [`${second}.min`, 'low'],
    ['case_types.injury.questions.2.id', 'where'],
    ['case_types.injury.questions.2.pattern', '[a-z]+'],
    ['case_types.injury.questions.2.max_length', 0],
    ['case_types.injury.questions.3', { id: 'kind', type: 'txt', label: '', options: ['a', 'a'] }],
    ['case_types.injury.questions.4', { id: 'kind', type: 'date', min: '2026-02-01', max: '2026-01-01' }],
    ['case_types.injury.questions.5', 'Phone'],
  ];
  const errorsOf = (...injected: typeof faults) => {
    const faulty = injected.reduce<unknown>(
      (each, [path, value]) => replaceAt(each, path.split('.'), value),
      config,
    );
    const parsed = parseConfig(JSON.stringify(faulty));
    return 'errors' in parsed ? parsed.errors.map(({ path, message }) => `${path} ${message}`) : [];
  };
  for (const one of faults) {
    expect(errorsOf(one), one[0]).not.toEqual([]);
    for (const other of faults.slice(faults.indexOf(one) + 1))
      expect(errorsOf(one, other)).toEqual(expect.arrayContaining([...errorsOf(one), ...errorsOf(other)]));
  }
});

test('a config that is nested too deeply for recursive functions is malformed', () => {
  const nested = (levels: number) =>
    `{"case_types":{"a":{"questions":[{"shown_when":${'{"not":'.repeat(levels)}1${'}'.repeat(levels)}}]}}}`;
  const error = { path: 'the file', message: 'must have at most 100 levels of nesting' };
  expect(parseConfig(nested(100_000))).toEqual({ errors: [error] });
  expect(parseConfig(nested(90))).not.toMatchObject({ errors: [error] });
});
