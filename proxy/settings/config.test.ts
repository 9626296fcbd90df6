import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configJsonSchema } from './config.ts';
import { parseConfig } from './read-settings.ts';

function findErrors(questions: unknown[], rest: object = {}, caseType: object = {}): string[] {
  const config = { origins: [], case_types: { a: { label: 'A', questions, ...caseType } }, ...rest };
  const parsed = parseConfig(JSON.stringify(config));
  return 'errors' in parsed ? parsed.errors.map(({ path, message }) => `${path}: ${message}`) : [];
}

test.each(['README.md', 'docs/configuration.md'])('the example in %s is accepted', path => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const example = /```json\n(\{ "\$schema"[\s\S]+?)```/.exec(document)?.[1] ?? '';
  expect(parseConfig(example)).toHaveProperty('config');
});

test('the demo config is accepted', () => {
  const demo = readFileSync(new URL('../../demo/enquiry.config.json', import.meta.url), 'utf8');
  expect(parseConfig(demo)).toHaveProperty('config');
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
