// Visitors choose the texts that regular expressions read, and one that needs quadratic time blocks everybody else.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const length = 50_000;
/** Processor time, so other processes don't matter. A linear expression needs a few milliseconds, a quadratic one
 * seconds. */
const maxMs = 500;

interface Found {
  file: string;
  pattern: string;
  flags: string;
}

/** Lists the regular expressions in the sources of the widget and the proxy. */
function findExpressions(): Found[] {
  const sources = execFileSync('git', ['ls-files', 'proxy/*.ts', 'widget/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter(file => !file.endsWith('.test.ts'));
  return sources.flatMap(file => {
    const found: Found[] = [];
    // Only the literals are of interest, wherever they are in the tree.
    JSON.stringify(parseSync(file, readFileSync(join(root, file), 'utf8')).program, (_key, node) => {
      if (node?.regex) found.push({ file, ...node.regex });
      return typeof node === 'bigint' ? null : node;
    });
    return found;
  });
}

const pieces = [
  ...' \t\n1aA-.,@_\\"(+/:=<é\u00a0',
  ...["'", '&', '{', '\u0301'],
  'a1',
  '1.',
  'a.',
  '1 ',
  'a ',
  ' \n',
  '. ',
  'a@',
  '0,',
  '\r\n',
  '\\"',
  '&amp;',
];
const texts = pieces.flatMap(piece => {
  const run = piece.repeat(length / piece.length);
  return [run, `${run}!`, `x${run}x`];
});

/** The processor time of replacing everything that matches in a text, which tries each position. */
function measure({ pattern, flags }: Found, text: string): number {
  const expression = new RegExp(pattern, `${flags.replace('g', '')}g`);
  const before = process.cpuUsage();
  text.replace(expression, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test(`every regular expression of the widget and the proxy reads ${length} characters in linear time`, () => {
  const expressions = findExpressions();
  expect(expressions.length).toBeGreaterThan(200);
  const slow = expressions.filter(each =>
    // Something else in this process, such as the collection of garbage, takes time once at most.
    texts.some(text => measure(each, text) > maxMs && measure(each, text) > maxMs),
  );
  expect(slow).toEqual([]);
});
