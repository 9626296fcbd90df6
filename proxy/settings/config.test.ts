import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configJsonSchema } from './config.ts';
import { parseConfig } from './parse-config.ts';

function findErrors(questions: unknown[], rest: object = {}, caseType: object = {}): string[] {
  const config = { origins: [], case_types: { a: { label: 'A', questions, ...caseType } }, ...rest };
  const { mistakes } = parseConfig(JSON.stringify(config));
  return mistakes.filter(({ level }) => level === 'error').map(({ path, message }) => `${path}: ${message}`);
}

test.each(['docs/embedding.md', 'docs/configuration.md'])('the example in %s is accepted', path => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const example = /```json\n(\{ "\$schema"[\s\S]+?)```/.exec(document)?.[1] ?? '';
  expect(parseConfig(example)).toHaveProperty('config');
});

test('the demo config is accepted', () => {
  const demo = readFileSync(new URL('../../demo/enquiry.config.json', import.meta.url), 'utf8');
  expect(parseConfig(demo)).toHaveProperty('config');
});

const text = { id: 'q', type: 'text', label: 'Q' };
const age = { id: 'age', type: 'number', label: 'How old are you?' };
const radio = { ...text, type: 'radio', options: ['x', 'y'] };
const boxes = { ...text, type: 'checkboxes', options: ['x', 'y'] };

const listMistakes = (source: string | Uint8Array) =>
  parseConfig(source).mistakes.map(
    ({ level, line, column, message }) =>
      `${line}:${column} ${level === 'warning' ? 'warning: ' : ''}${message}`,
  );

test('the text of a file that is no config is shown nowhere, because it may have secrets', () => {
  expect(JSON.stringify(parseConfig('ENQUIRY_API_PASSWORD=correct-horse'))).not.toContain('correct-horse');
});

test('a long text in another format is read within seconds, and the mistakes in its first lines are listed', () => {
  expect(listMistakes(`{${'a\tb\n'.repeat(20_000)}`)).toHaveLength(250);
});

describe('each mistake is explained with its place and what to write:', () => {
  /** After each title, a config and its mistakes. */
  const blocks = readFileSync(new URL('config-mistakes.txt', import.meta.url), 'utf8')
    .split(/^## /m)
    .slice(1);
  test.each(
    blocks.map(block => {
      const [title = '', ...lines] = block.trimEnd().split('\n');
      const expected = lines.filter(line => line.startsWith('=> ')).map(line => line.slice(3));
      return { title, config: lines.slice(0, -expected.length).join('\n'), expected };
    }),
  )('$title', ({ config, expected }) => {
    expect(listMistakes(config)).toEqual(expected);
  });

  const oneCaseType = (rest: string) => `{ "origins": [], "case_types": { "a": { "label": "A", ${rest} } } }`;
  const save = 'save it as UTF-8, which editors offer under “Save as” or “Encoding”';
  test.each<[string, string | Uint8Array, string]>([
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), `1:1 the file is in UTF-16, not in UTF-8: ${save}`],
    [
      'Windows-1252',
      Buffer.from('{ "a": "caf\xe9" }', 'latin1'),
      `1:12 the file isn’t in UTF-8, probably in Windows-1252: ${save}`,
    ],
    [
      'a long text',
      oneCaseType(`"next": "${'word '.repeat(70)}"`),
      '1:63 warning: case type "a", "next": has 350 characters, more than most visitors read: shorten it to 300',
    ],
    [
      'too many questions',
      oneCaseType(
        `"questions": ${JSON.stringify(Array.from({ length: 101 }, (_, at) => ({ ...text, id: `q${at}` })))}`,
      ),
      '1:55 warning: case type "a", "questions": has more than 100 questions: split it into case types',
    ],
  ])('%s', (_, config, expected) => {
    expect(listMistakes(config)).toEqual([expected]);
  });
});

test('a byte order mark, comments, trailing commas and non-breaking spaces are accepted', () => {
  const config =
    '\ufeff{ // A comment.\n\u00a0"origins": [], /* Another. */ "case_types": { "a": { "label": "A", }, }, }';
  expect(parseConfig(Buffer.from(config))).toMatchObject({ config: {}, mistakes: [] });
});

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

describe('with a mistake in any key', () => {
  const root = configJsonSchema() as Schema;
  const resolve = ({ $ref, ...own }: Schema): Schema =>
    $ref ? { ...root.$defs![$ref.replace('#/$defs/', '')]!, ...own } : own;
  const variantsOf = (schema: Schema): Schema[] => {
    const { anyOf, oneOf, ...own } = resolve(schema);
    const variants = anyOf ?? oneOf;
    return variants ? variants.flatMap(variantsOf) : [own];
  };
  const isType = (schema: Schema, value: unknown) =>
    variantsOf(schema).some(
      ({ type, const: only, enum: values = only === undefined ? undefined : [only] }) => {
        const types =
          type === 'integer' ? ['number'] : type ? [type] : (values?.map(each => typeof each) ?? []);
        return types.includes(Array.isArray(value) ? 'array' : typeof value);
      },
    );
  const seen = new Set<string>();
  /** Every key of every object of the config, with a function that puts an object with other members into a config. */
  function* keysOf(
    schema: Schema,
    wrap: (value: unknown) => unknown,
  ): Generator<[key: string, schema: Schema, put: (members: object) => unknown]> {
    if (schema.$ref && seen.has(schema.$ref)) return; // Conditions contain conditions.
    if (schema.$ref) seen.add(schema.$ref);
    for (const { properties = {}, required = [], items, additionalProperties } of variantsOf(schema)) {
      for (const [key, child] of Object.entries(properties)) {
        const others = required.filter(each => each !== key);
        const siblings = others.map(each => [
          each,
          properties[each]!.const ?? properties[each]!.enum?.[0] ?? 'x',
        ]);
        const put = (members: object) => wrap({ ...Object.fromEntries(siblings), ...members });
        yield [key, child, put];
        yield* keysOf(child, value => put({ [key]: value }));
      }
      if (items) yield* keysOf(items, value => wrap([value]));
      if (additionalProperties) yield* keysOf(additionalProperties, value => wrap({ a: value }));
    }
  }
  const keys = [...keysOf(root, value => value)];
  const explain = (config: unknown) =>
    parseConfig(JSON.stringify(config)).mistakes.map(({ message }) => message);
  const saysWhatToDo = /\b(must|write|add|remove|move|choose)\b/;

  test('the name that was meant is suggested', () => {
    for (const [key, , put] of keys) {
      const misspelt = `${key.slice(0, 2)}${key.slice(1)}`;
      expect(explain(put({ [misspelt]: 'x' })).join('\n')).toMatch(
        new RegExp(`write .*"${key.replace('$', '\\$')}"`),
      );
    }
  });
  test('a value of another type is explained', () => {
    for (const [key, schema, put] of keys)
      for (const value of [true, 5.5, '\n', [[]], { '?': {} }]
        .filter(each => !isType(schema, each))
        .slice(0, 2)) {
        const found = explain(put({ [key]: value }));
        expect([key, value, found.find(message => message.includes(key)) ?? found[0]]).toEqual([
          key,
          value,
          expect.stringMatching(saysWhatToDo),
        ]);
      }
  });
  test('a key in the wrong place is to be replaced or removed', () => {
    for (const key of new Set(keys.map(([key]) => key).filter(key => !['suspects', 'proof'].includes(key))))
      expect(explain({ spam: { [key]: 'x' } })).toContainEqual(
        expect.stringMatching(/^"spam\.[$\w]+": is not a setting( here: remove it|: write)/),
      );
  });
});

test.each<[string, ...Parameters<typeof findErrors>]>([
  [
    'a separator in an option that is sent without it',
    [{ ...boxes, options: [{ value: 'a, b', label: 'A', send_as: 'a' }] }],
  ],
  [
    'ids that are swapped',
    [
      { ...text, send_as: 'age' },
      { ...age, send_as: 'q' },
    ],
  ],
  ['yes and no that are swapped', [{ ...text, type: 'yes_no', send: { yes: 'no', no: 'yes' } }]],
  ['two questions with the same values', [radio, { ...radio, id: 'r' }]],
  ['few days for adding files, which shorten the default', [], { delivery: { keep_days: 2 } }],
])('a config may have %s', (_, ...settings) => {
  expect(findErrors(...settings)).toEqual([]);
});

test.each([
  ['10MB', 10_485_760],
  ['10 MB', 10_485_760],
  ['2.5 MB', 2_621_440],
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
