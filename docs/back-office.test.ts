import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { enquiryApi } from '../demo/enquiry-api/enquiry-api-for-tests.ts';
import { attributionSources } from '../proxy/contract/attribution.ts';
import { marketingFields } from '../proxy/contract/definition.ts';
import { repeatedEntry } from '../proxy/delivery/attempt.ts';
import { listPossibleEntries } from '../proxy/enquiry/attribution-entries.ts';
import { validConfig } from '../tools/testing/proxy/settings.ts';
import { codeIn, described, documents, read, root, rowsIn, section } from './markdown.ts';

const backOffice = read('docs/back-office.md');
const api = enquiryApi();

/** The ids and labels of all entries that the proxy can add, in the document's notation. */
function addedEntries(): string[] {
  const config = validConfig({
    origins: [],
    attribution: { first_touch: true, send_sources: true, parameters: ['gclid'] },
    case_types: { a: { label: 'A' } },
  });
  return [...listPossibleEntries(config), repeatedEntry]
    .filter(({ id }) => !id.includes('utm_'))
    .map(({ id, label }) => `${id}: ${label}`.replaceAll('gclid', '<parameter>'));
}

/** The ids and labels of a table. */
const listed = (markdown: string) =>
  rowsIn(markdown).map(([id = '', label = '']) => `${codeIn(id)[0]}: ${label.replaceAll('`', '')}`);

/** The JSON below a heading. */
const examplesIn = (heading: string): unknown[] =>
  Array.from(section(backOffice, heading).matchAll(/```json\n(.*?)```/gs), ([, json = '']) =>
    JSON.parse(json),
  );

test('the stand-in enquiry API answers the examples as documented', async () => {
  for (const [operation, heading] of [
    ['create', 'Create an enquiry'],
    ['upload', 'Upload a file'],
  ] as const) {
    const [request, answer] = examplesIn(heading);
    expect(await api.post(operation, request)).toEqual({ status: 201, body: answer });
  }
});

test('the stand-in enquiry API refuses requests as documented', async () => {
  const [incomplete, wrongLogin] = examplesIn('Refuse a request');
  expect(await api.post('create', { forename: '' })).toEqual({ status: 400, body: incomplete });
  const headers = { authorization: 'Basic c29tZW9uZQ==' };
  expect(await api.post('create', {}, headers)).toEqual({ status: 401, body: wrongLogin });
});

test('the example of a request has the members that the proxy sends, and nothing else', () => {
  const members =
    /export interface CreateBody \{(.*?)\n\}/s.exec(read('proxy/enquiry/create-body.ts'))?.[1] ?? '';
  const sent = Array.from(members.matchAll(/^ {2}(\w+)\??:/gm), ([, name]) => name);
  const [example] = examplesIn('Create an enquiry') as [object];
  expect(sent).toEqual(Object.keys(example));
});

test('every entry is listed with its id and its English label, and nothing else', () => {
  expect(listed(section(backOffice, 'Entries that the proxy adds'))).toEqual(addedEntries());
});

test('every marketing field and every source is described, and nothing else', () => {
  expect(described(section(backOffice, 'Marketing fields'))).toEqual([...marketingFields]);
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
