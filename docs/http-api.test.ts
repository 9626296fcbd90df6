import { expect, test } from 'vitest';
import { rules as allRules } from '../proxy/contract/definition.ts';
import { described, read, section } from './markdown.ts';

const httpApi = read('docs/http-api.md');

const codesIn = (text: string) => Array.from(text.matchAll(/'([^']+)'/g), ([, code = '']) => code);

test('every rule of a problem is described, and nothing else', () => {
  expect(described(section(httpApi, 'Errors')).toSorted()).toEqual([...allRules].toSorted());
});

test('every check that refuses a file for its content is described, and nothing else', () => {
  const checks =
    /export type ContentCheck =([^;]+);/.exec(read('proxy/contract/photos/cursor.ts'))?.[1] ?? '';
  const document = section(read('docs/files-and-photos.md'), 'Which files the proxy refuses');
  expect(described(document).toSorted()).toEqual(codesIn(checks).toSorted());
});
