import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, headingsIn, read, root, withoutCode } from './markdown.ts';

/** The relative targets of a document's links and pictures. */
function targetsIn(path: string): string[] {
  const text = withoutCode(read(path));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/<img src="([^"]+)"/g)];
  return targets.map(([, target = '']) => target).filter(target => !/^https?:/.test(target));
}

const links = documents.flatMap(path => targetsIn(path).map(target => [path, target] as const));

test('the documents link to each other', () => expect(links.length).toBeGreaterThan(80));

test.each(links)('%s links to %s, which exists', (path, target) => {
  const [file, anchor] = target.split('#');
  const linked = file ? join(dirname(path), file) : path;
  expect(existsSync(join(root, linked))).toBe(true);
  if (anchor) expect(headingsIn(read(linked)).map(heading => heading.anchor)).toContain(anchor);
});

test('every document can be reached from the README, or from what it names for developers', () => {
  const targets = ['README.md', 'CONTRIBUTING.md'].flatMap(path => [path, ...targetsIn(path)]);
  expect(documents.filter(path => !targets.includes(path))).toEqual([]);
});
