import { expect, test } from 'vitest';
import { questionTypes } from '../proxy/contract/question-types.ts';
import { configJsonSchema } from '../proxy/settings/config.ts';
import { parseConfig } from '../proxy/settings/parse-config.ts';
import { signals } from '../proxy/spam/signals.ts';
import { codeIn, described, read, rowsIn, section } from './markdown.ts';

const configuration = read('docs/configuration.md');
const { properties: config } = configJsonSchema() as { properties: object };

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

test('every signal of spam is described with its weight, and nothing else', () => {
  const rows = rowsIn(section(configuration, '`spam`')).filter(row => row.length === 3 && Number(row[2]) > 0);
  expect(Object.fromEntries(rows.map(([name = '', , weight]) => [codeIn(name)[0], Number(weight)]))).toEqual(
    Object.fromEntries(Object.entries(signals).map(([name, { weight }]) => [name, weight])),
  );
});
