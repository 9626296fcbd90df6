import { expect, test } from 'vitest';
import { defaultParameters } from '../proxy/contract/attribution.ts';
import { questionTypes, traitsOf } from '../proxy/contract/question-types.ts';
import { configJsonSchema } from '../proxy/settings/config.ts';
import { parseConfig } from '../proxy/settings/read-settings.ts';
import { codeIn, described, read, rowsIn, section, wordsIn } from './markdown.ts';

interface Schema {
  default?: unknown;
  const?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  oneOf?: Schema[];
}

const configuration = read('docs/configuration.md');
const { properties: config = {}, $defs } = configJsonSchema() as Schema & { $defs: Record<string, Schema> };
const questions = $defs.Question?.oneOf ?? [];

/** The keys of the config by the section that describes them. */
const keys: [title: string, keys: Record<string, Schema>][] = [
  ['Top-level keys', config],
  ['`contact`', config.contact?.properties ?? {}],
  ['`contact_us`', config.contact_us?.properties ?? {}],
  ['`attachments`', config.attachments?.properties ?? {}],
  ['`privacy`', config.privacy?.properties ?? {}],
  ['`receipt`', config.receipt?.properties ?? {}],
  ['`hours`', config.hours?.properties ?? {}],
  ['`delivery`', config.delivery?.properties ?? {}],
  ['`definitions`', config.definitions?.properties ?? {}],
  ['`attribution`', config.attribution?.properties ?? {}],
  ['`spam`', { ...config.spam?.properties, ...config.spam?.properties?.signals?.properties }],
  ['Case types', config.case_types?.additionalProperties?.properties ?? {}],
  ['Questions', Object.assign({}, ...questions.map(({ properties }) => properties))],
];

test.each(keys)('%s: every key is described, and nothing else', (title, known) => {
  const [text = ''] = section(configuration, title).split('\n### ');
  expect(Object.keys(known)).not.toEqual([]);
  expect(described(text).toSorted()).toEqual(Object.keys(known).toSorted());
});

test.each(keys)('%s: every key has the default that is described', (title, known) => {
  const rows = rowsIn(section(configuration, title));
  const others = Object.entries(known).filter(([key, { default: value }]) => {
    const [, , cell = ''] = rows.find(([first = '']) => codeIn(first).includes(key)) ?? [];
    return value !== undefined && typeof value !== 'object' && !wordsIn(cell).includes(String(value));
  });
  expect(others).toEqual([]);
});

test.each(
  [...configuration.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => [
    example.slice(0, 30).trim(),
    example,
  ]),
)('the example %s is accepted', (_beginning, example) => {
  expect(parseConfig(JSON.stringify(toConfig(example)))).toHaveProperty('config');
});

/** Completes an example, which may be an option, a key at the top or a case type. */
function toConfig(example: string): object {
  const isComplete = example.startsWith('{');
  const given = JSON.parse(isComplete ? example : `{ ${example} }`) as Record<string, unknown>;
  if ('origins' in given) return given;
  const rest = { origins: ['https://www.example.com'], case_types: { sample: { label: 'Sample' } } };
  if (isComplete) {
    const question = { id: 'sample', type: 'radio', label: 'Sample', options: [given] };
    return { ...rest, case_types: { sample: { label: 'Sample', questions: [question] } } };
  }
  const isCaseType = Object.keys(given).every(key => !(key in config));
  return isCaseType ? { ...rest, case_types: given } : { ...rest, ...given };
}

test('every question type is described, and nothing else', () => {
  expect(described(section(configuration, 'Question types')).toSorted()).toEqual(questionTypes.toSorted());
});

test.each(questionTypes)('a question of the type %s has the keys that its answers call for', type => {
  const isOfType = ({ properties }: Schema) =>
    properties?.type?.const === type || properties?.type?.enum?.includes(type);
  const keys = Object.keys(questions.find(isOfType)?.properties ?? {});
  const { answer, hasLines } = traitsOf(type);
  expect(keys).toContain('label');
  expect(keys.includes('options')).toBe(answer === 'options');
  expect(keys.includes('counter')).toBe(answer === 'words');
  expect(keys.includes('rows')).toBe(hasLines === true);
});

test('the default parameters of attribution are listed', () => {
  const [, list = ''] =
    /The default parameters are ([\s\S]*?)\. /.exec(section(configuration, '`attribution`')) ?? [];
  expect(codeIn(list)).toEqual(defaultParameters);
});
