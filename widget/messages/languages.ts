import type { First } from './en.ts';
import type { Later } from './en-later.ts';
import type { Text } from './speak.ts';

/** Every word of the form in one language. */
export type Words = Record<keyof First | keyof Later, Text>;
/** Words that a site puts in place of ours; any of them. */
export type OwnWords = Partial<Words>;

const languages: Record<string, () => Promise<{ words: Words }>> = {
  ar: () => import('./ar.ts'),
  cy: () => import('./cy.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pl: () => import('./pl.ts'),
};

/** Loads the words of a language (a BCP 47 tag); undefined: English, which is there, or one that we don't speak. */
export function loadWords(lang: string): Promise<{ words: Words }> | undefined {
  return languages[lang.toLowerCase().split('-')[0] ?? '']?.();
}
