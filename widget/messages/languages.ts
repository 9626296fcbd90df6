import { css } from 'lit';
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

/** The difference in a form that is written from right to left. */
export const styles = css`
  [dir=rtl] select { background-position-x: .9em; }
  [dir=rtl] :is([type=tel], [type=email], [inputmode]) { direction: ltr; text-align: right; }
`;

/** Loads the messages of a language (a BCP 47 tag); undefined: there is no translation. Adds the styles of languages that
 * are written from right to left to the form's root. */
export async function loadMessages(lang: string, root?: ShadowRoot): Promise<Messages | undefined> {
  root?.adoptedStyleSheets.push(styles.styleSheet!);
  const part = languages[lang.toLowerCase().split('-')[0] ?? ''];
  return part && (await loadPart(part)).messages;
}
