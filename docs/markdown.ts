// For tests: reads the documents of this project.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Every document, by its path in the repository. */
export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: root }),
];

/** The text of a file in the repository. */
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A heading, its level, and the name of its anchor on GitHub. */
export interface Heading {
  level: number;
  title: string;
  anchor: string;
}

/** The headings of a document in order. */
export function headingsIn(markdown: string): Heading[] {
  const taken = new Map<string, number>();
  return Array.from(withoutCode(markdown).matchAll(/^(#+) (.+)$/gm), ([, marks = '', title = '']) => {
    const anchor = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    return { level: marks.length, title, anchor: count === 0 ? anchor : `${anchor}-${count}` };
  });
}

/** The text below a heading, up to the next heading of its level or a higher one. Throws if there is no such heading. */
export function section(markdown: string, title: string): string {
  const lines = markdown.split('\n');
  const start = lines.findIndex(line => line.replace(/^#+ /, '') === title && line.startsWith('#'));
  if (start < 0) throw new Error(`There is no heading “${title}”.`);
  const level = lines[start]!.indexOf(' ');
  const isEnd = (line: string) => /^#+ /.test(line) && line.indexOf(' ') <= level;
  const length = lines.slice(start + 1).findIndex(isEnd);
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n');
}

/** The cells of every table row, without headings. */
export function rowsIn(markdown: string): string[][] {
  const tables = markdown.matchAll(/^\|.*\|\n\|[-|]+\|\n((?:\|.*\|\n?)*)/gm);
  return Array.from(tables, ([, body = '']) => body.trim().split('\n'))
    .flat()
    .map(row =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map(cell => cell.trim()),
    );
}

/** The text inside each pair of backticks. */
export function codeIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}

/** The code in the first cell of every row, which names what the table describes. */
export function described(markdown: string): string[] {
  return rowsIn(markdown).flatMap(([first = '']) => codeIn(first));
}

/** The text without blocks of code. */
export function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
}
