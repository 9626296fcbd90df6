// The tags of tests that documents cite as evidence.
import { readFileSync } from 'node:fs';

/** The tags in a text, each once. */
export const citedTags = (markdown: string): string[] => [
  ...new Set(Array.from(markdown.matchAll(/`((?:asvs|wcag)-[\w.-]+)`/g), ([, tag = '']) => tag)),
];

/** The tags in all documents that cite tests. */
export const allCitedTags = (): string[] =>
  citedTags(
    ['asvs', 'accessibility', 'security']
      .map(name => readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8'))
      .join(''),
  );
