import { loadPart } from '../client/lazy-part.ts';
import type { Messages } from './messages.ts';

const languages: Record<string, () => Promise<{ messages: Messages }>> = {
  ar: () => import('./ar.ts'),
  cy: () => import('./cy.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pl: () => import('./pl.ts'),
};

/** Loads the messages of a language (a BCP 47 tag); undefined: there is no translation. */
export async function loadMessages(lang: string): Promise<Messages | undefined> {
  const part = languages[lang.toLowerCase().split('-')[0] ?? ''];
  return part && (await loadPart(part)).messages;
}
