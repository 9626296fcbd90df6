import { expect, test } from 'vitest';
import { rules as allRules } from '../proxy/contract/definition.ts';
import { describeApi } from '../proxy/http/routes/openapi.ts';
import { codeIn, described, read, rowsIn, section } from './markdown.ts';
import { refusals } from './refusals.ts';

const httpApi = read('docs/http-api.md');
const errors = rowsIn(section(httpApi, 'Errors'));
const statuses = errors.filter(([, status = '']) => /^\d+$/.test(status));

/** The members of a union of literals in the contract. */
function unionOf(type: string): string[] {
  const source = read('proxy/contract/enquiry.ts') + read('proxy/contract/definition.ts');
  return codesIn(new RegExp(`export type ${type} =([^;]+);`).exec(source)?.[1] ?? '');
}
const codesIn = (text: string) => Array.from(text.matchAll(/'([^']+)'/g), ([, code = '']) => code);

test('every refusal is described with its status, and nothing else', () => {
  const known = refusals().map(({ code, status }) => `${code} ${status}`);
  expect(known.length).toBe(unionOf('RefusalCode').length);
  expect(statuses.map(([code = '', status]) => `${codeIn(code)[0]} ${status}`).toSorted()).toEqual(
    known.toSorted(),
  );
});

test('every rule of a problem is described, and nothing else', () => {
  const rules = errors.filter(row => !statuses.includes(row)).map(([rule = '']) => codeIn(rule)[0]);
  expect(rules.toSorted()).toEqual([...allRules].toSorted());
});

test('every endpoint is described, and nothing else', () => {
  const endpoints = Object.entries(describeApi('1.0.0').paths).flatMap(([path, item]) =>
    Object.keys(item).map(method => `${method.toUpperCase()} ${path}`),
  );
  expect(endpoints.length).toBeGreaterThan(5);
  expect(described(httpApi.split('\n## ')[0] ?? '').toSorted()).toEqual(endpoints.toSorted());
});

test('every check that refuses a file for its content is described, and nothing else', () => {
  const typeIn = (path: string, type: string) =>
    codesIn(new RegExp(`export type ${type} =([^;]+);`).exec(read(path))?.[1] ?? '');
  const rules = [
    ...typeIn('proxy/content/inspector.ts', 'ContentCheck'),
    ...typeIn('proxy/content/scans.ts', 'TrailerCheck'),
  ];
  const document = section(read('docs/files-and-photos.md'), 'Which files the proxy refuses');
  expect(described(document).toSorted()).toEqual(rules.toSorted());
});
