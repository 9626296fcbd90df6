import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attributionSources } from '../proxy/contract/attribution.ts';
import { marketingFields } from '../proxy/contract/definition.ts';
import { repeatedEntry } from '../proxy/delivery/attempt.ts';
import { listPossibleEntries } from '../proxy/enquiry/attribution-entries.ts';
import { validConfig } from '../tools/testing/proxy/settings.ts';
import { codeIn, described, documents, read, root, rowsIn, section } from './markdown.ts';

const attribution = read('docs/attribution.md');
const [members, entries] = ['member', 'id'].map(first =>
  tableIn(section(attribution, 'What arrives'), first),
);

/** The rows of the table whose first column has this heading. */
function tableIn(markdown: string, first: string): string {
  return markdown.slice(markdown.indexOf(`| ${first} |`)).split('\n\n')[0] ?? '';
}

/** The ids and labels of all entries that the proxy can add, in the document's notation. */
function addedEntries(): string[] {
  const config = validConfig({
    origins: [],
    attribution: { first_touch: true, parameters: ['gclid'] },
    case_types: { a: { label: 'A' } },
  });
  return [...listPossibleEntries(config), repeatedEntry]
    .filter(({ id }) => !id.includes('utm_'))
    .map(({ id, label }) => `${id}: ${label}`.replaceAll('gclid', '<parameter>'));
}

/** The ids and labels of a table. */
const listed = (markdown: string) =>
  rowsIn(`${markdown}\n`).map(([id = '', label = '']) => `${codeIn(id)[0]}: ${label.replaceAll('`', '')}`);

test('every entry is listed with its id and its English label, and nothing else', () => {
  expect(listed(entries!)).toEqual(addedEntries());
});

test('every marketing field and every source is described, and nothing else', () => {
  expect(described(`${members}\n`)).toEqual([...marketingFields]);
  expect(described(section(read('docs/measuring.md'), 'Precedence'))).toEqual([...attributionSources]);
});

test('no example overrides the campaigns of visitors, except the page for one campaign', () => {
  const examples = [...documents, ...globSync('demo/site/*.{html,ts}', { cwd: root })].map(path =>
    read(path),
  );
  const overriding = examples.flatMap(
    text => text.match(/<enquiry-form\b[^>]*\s(campaign|referer|keywords|detail)=[^>]*>/g) ?? [],
  );
  expect(overriding).toHaveLength(1);
  expect(section(read('docs/measuring.md'), 'A page for one campaign')).toContain(overriding[0]);
});
