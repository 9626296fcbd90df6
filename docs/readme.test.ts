import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root, section } from './markdown.ts';

/** The assistants' text is also a file of its own in the package, where it can't link to others. */
const forPeople = globSync('docs/*.md', { cwd: root }).filter(path => path !== 'docs/assistants.md');

test.each(forPeople)('%s ends with the next step', path => {
  expect(read(path).split('\n\n').at(-1)).toMatch(/^Next: .*\]\(/s);
});

test('the map of rooms lists the folders of the product, and what else is at the top', () => {
  const folders = foldersIn('').filter(path => /^(?:(?:proxy|widget)\b.*|[^/]+)$/.test(path));
  expect(listedRooms()).toEqual(folders.toSorted());
});

/** The folders in the map, by their indentation. */
function listedRooms(): string[] {
  const lines =
    /```\n([\s\S]*?)```/.exec(section(read('docs/architecture.md'), 'Rooms'))?.[1]?.split('\n') ?? [];
  const path: string[] = [];
  return lines
    .flatMap(line => {
      const [, indent = '', name] = /^( *)([\w-]+)\/ /.exec(line) ?? [];
      if (name === undefined) return [];
      path.splice(indent.length / 2, Infinity, name);
      return [path.join('/')];
    })
    .toSorted();
}

/** The folders with something of this project in them, by their paths. */
function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() || isIgnored(path)) return [];
    return [path, ...foldersIn(path)];
  });
}

function isIgnored(path: string): boolean {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  const matches = (pattern: string) =>
    pattern.slice(0, -1).includes('/')
      ? pattern.replace(/^\//, '') === `${path}/`
      : `/${path}/`.endsWith(`/${pattern}`);
  return path.startsWith('.') || ignored.filter(pattern => pattern.endsWith('/')).some(matches);
}
