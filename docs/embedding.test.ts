import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { read, root, rowsIn, section } from './markdown.ts';

const embedding = read('docs/embedding.md');
const english = read('proxy/contract/languages/en.ts');
const namesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

test('every language of the form is named', () => {
  const files = globSync('proxy/contract/languages/{??,???}.ts', { cwd: root });
  const languages = files.map(path => basename(path, '.ts'));
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const named = section(embedding, 'Choose a language or change the text');
  expect(languages.length).toBeGreaterThan(5);
  expect(languages.filter(language => !named.includes(names.of(language)!))).toEqual([]);
});

test('the messages in the example exist', () => {
  const [, example = ''] = /\.messages = \{(.*)\}/.exec(embedding) ?? [];
  const keys = namesIn(example, /(\w+):/g);
  expect(keys.length).toBeGreaterThan(0);
  expect(namesIn(english, /^ {2}(\w+):/gm)).toEqual(expect.arrayContaining(keys));
});

test('the form’s own texts in the list of symptoms exist', () => {
  const symptoms = rowsIn(section(embedding, "What's wrong?")).map(([symptom = '']) => symptom);
  const quoted = symptoms.flatMap(symptom => namesIn(symptom, /"([^"]+)"/g));
  expect(quoted.length).toBeGreaterThan(3);
  expect(quoted.filter(text => !english.replaceAll('’', "'").includes(text))).toEqual([]);
});

test('the browsers that the widget is built for are named', () => {
  const [, targets = ''] = /target: \[([^\]]+)\]/.exec(read('vite.config.ts')) ?? [];
  const versions = Array.from(
    targets.matchAll(/([a-z]+)([\d.]+)/g),
    ([, name, version]) => `${name} ${version}`,
  );
  const named = section(embedding, 'Browser support')
    .toLowerCase()
    .replace('chrome and edge 111', 'chrome 111, edge 111');
  expect(versions.length).toBeGreaterThan(3);
  expect(versions.filter(version => !named.includes(version))).toEqual([]);
});
