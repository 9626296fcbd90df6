// The tags of tests that documents cite as evidence.
import { readFileSync } from 'node:fs';

/** The tags in a text, each once: those in backticks, and those of requirements with the result "tested". */
export const citedTags = (markdown: string): string[] => {
  const named = markdown.matchAll(/`((?:asvs|wcag)-[\w.-]+)`/g);
  const tested = markdown.matchAll(/^\| (\d+\.\d+\.\d+)[^|]*\|[^|]*\| tested \|/gm);
  return [
    ...new Set([
      ...Array.from(named, ([, tag = '']) => tag),
      ...Array.from(tested, ([, number = '']) => `asvs-${number}`),
    ]),
  ];
};

/** The tags in all documents that cite tests. */
export const allCitedTags = (): string[] =>
  citedTags(
    ['asvs', 'accessibility', 'security']
      .map(name => readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8'))
      .join(''),
  );
