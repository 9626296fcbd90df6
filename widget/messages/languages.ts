import type { load as Load } from '../load-sending.ts';
import type { First } from './en.ts';
import type { FilesWords } from './en-files.ts';
import type { Later } from './en-later.ts';
import type { PhotosWords } from './en-photos.ts';
import type { StepsWords } from './en-steps.ts';
import type { OwnText, Text } from './speak.ts';

/** Every word of the form in one language. */
export type Words = Record<
  keyof First | keyof Later | keyof StepsWords | keyof FilesWords | keyof PhotosWords,
  Text
>;
/** Words that a site puts in place of ours; any of them. */
export type OwnWords = Partial<Record<keyof Words, OwnText>>;

const languages: Record<string, () => Promise<{ words: Words }>> = {
  ar: () => import('./ar.ts'),
  cy: () => import('./cy.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pl: () => import('./pl.ts'),
};

/** Loads the words of a language (a BCP 47 tag); undefined: we don't speak it. `load` is lent by the entry, which no
 * lazy part imports. */
export async function loadWords(lang: string, load: typeof Load): Promise<Words | undefined> {
  const part = languages[lang.toLowerCase().split('-')[0] ?? ''];
  return part && (await load(part, import.meta.url)).words;
}
