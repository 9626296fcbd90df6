import { loadPart } from '../lazy-part.ts';
import type { First } from './en.ts';
import type { FilesMessages } from './en-files.ts';
import type { Later } from './en-later.ts';
import type { PhotosMessages } from './en-photos.ts';
import type { StepsMessages } from './en-steps.ts';
import type { MessageOverride, Text } from './format.ts';

/** Every word of the form in one language. */
export type Messages = Record<
  keyof First | keyof Later | keyof StepsMessages | keyof FilesMessages | keyof PhotosMessages,
  Text
>;
/** Messages that a site puts in place of ours; any of them. */
export type MessageOverrides = Partial<Record<keyof Messages, MessageOverride>>;

const languages: Record<string, () => Promise<{ words: Messages }>> = {
  ar: () => import('./ar.ts'),
  cy: () => import('./cy.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pl: () => import('./pl.ts'),
};

/** Loads the words of a language (a BCP 47 tag); undefined: we don't speak it. `load` is lent by the entry, which no
 * lazy part imports. */
export async function loadWords(lang: string): Promise<Messages | undefined> {
  const part = languages[lang.toLowerCase().split('-')[0] ?? ''];
  return part && (await loadPart(part)).words;
}
