import { expect, test } from 'vitest';
import { rules as allRules } from '../proxy/contract/definition.ts';
import { describeApi } from '../proxy/http/openapi/describe-api.ts';
import { codeIn, described, headingsIn, read, rowsIn, section } from './markdown.ts';
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
  const app = read('proxy/server/app.ts');
  const routes = Array.from(
    app.matchAll(/\['(GET|POST)', '([^']+)'/g),
    ([, method, path = '']) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  // docs/pages.md describes the pages.
  const endpoints = routes.filter(route => !/ \/forms(\/|$)|\/files$/.test(route));
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

test('the errors of every endpoint are those of openapi.json', () => {
  const { paths, components } = describeApi('1.0.0');
  const codes = new Map(refusals().map(({ code }) => [`/${code.replaceAll('-', '')}"`, code] as const));
  /** The codes of the refusals in the description of an endpoint, such as `GET /enquiry-form.js`. */
  const codesOf = (endpoint: string): string[] => {
    const [method, path] = endpoint.split(' ') as ['GET' | 'POST', keyof typeof paths];
    const { responses } = paths[path][method === 'GET' ? 'get' : 'post']!;
    const names = Object.values(responses).map(({ $ref }) => $ref.split('/').at(-1)!);
    const text = JSON.stringify(names.map(name => components.responses[name])).toLowerCase();
    return [...codes].filter(([name]) => text.includes(name)).map(([, code]) => code);
  };
  const endpoints = headingsIn(httpApi).filter(({ title }) => /^`(GET|POST) /.test(title));
  expect(endpoints.length).toBeGreaterThan(5);
  for (const { title } of endpoints) {
    const listed = section(httpApi, title).split('\nErrors: ')[1]?.split('\n\n')[0] ?? '';
    const described = new Set(codeIn(title).flatMap(codesOf));
    described.delete('internal-error');
    expect({ title, codes: codeIn(listed).toSorted() }).toEqual({ title, codes: [...described].toSorted() });
  }
});
