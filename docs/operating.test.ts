import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeIn, documents, headingsIn, read, root, section } from './markdown.ts';

const commands = headingsIn(read('docs/commands.md')).flatMap(({ title }) => codeIn(title));

test('every command that a document names exists', () => {
  const names = commands.map(command => command.split(/ \[?[A-Z]/)[0]);
  const named = documents.flatMap(path =>
    Array.from(
      // Headings and first cells have messages of the log, such as `outbox unavailable`.
      read(path)
        .replaceAll(/^(?:#.*|\| `[^|]*)/gm, '')
        .matchAll(/(?:^|`)(?:(?:npx )?enquiry-form |(?=outbox ))((?:outbox )?[a-z]+(?:-[a-z]+)*)/gm),
      ([, name = '']) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(named)].filter(name => !names.includes(name))).toEqual([]);
});

test('texts have one name for the program', () => {
  const texts = [...documents, ...globSync('proxy/**/*.{ts,sh,service}', { cwd: root })];
  const words = new Set(commands.map(command => command.split(' ')[0]));
  const alias = new RegExp(`enquiry-proxy (?:${[...words].join('|')})\\b|enquiry-proxy:|\`enquiry-proxy\``);
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter(path => alias.test(read(path)))).toEqual([]);
});

test('browsers keep scripts and definitions as long as the upgrade says', () => {
  const sources = globSync('proxy/http/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const times = sources.flatMap(path =>
    Array.from(read(path).matchAll(/max-age=(\d+), stale-while-revalidate=(\d+)/g), ([, ...seconds]) =>
      seconds.map(Number),
    ),
  );
  expect(times.toSorted()).toEqual([
    [5 * 60, 24 * 3_600],
    [60, 10 * 60],
  ]);
  const described = section(read('docs/operating.md'), 'When visitors see a change');
  for (const time of ['5 minutes at most', 'the last day', 'a minute at most', 'the last 11 minutes'])
    expect(described).toContain(time);
});
