// The tags of tests that documents cite as evidence.
import { readFileSync } from 'node:fs';

/** The tags that a document cites, each once: those in backticks, and those of rows with the result "tested". */
export function citedTags(document: 'asvs' | 'accessibility' | 'security'): string[] {
  const markdown = readFileSync(new URL(`${document}.md`, import.meta.url), 'utf8');
  const named = markdown.matchAll(/`((?:asvs|wcag)-\w[\w.-]*)`/g);
  const tested = markdown.matchAll(/^\| (\d+\.\d+\.\d+)[^\n]*? \| tested\b/gm);
  const prefix = document === 'accessibility' ? 'wcag' : 'asvs';
  return [
    ...new Set([
      ...Array.from(named, ([, tag = '']) => tag),
      ...Array.from(tested, ([, number = '']) => `${prefix}-${number}`),
    ]),
  ];
}

/** The tags in all documents that cite tests. */
export const allCitedTags = (): string[] => [
  ...new Set((['asvs', 'accessibility', 'security'] as const).flatMap(citedTags)),
];
