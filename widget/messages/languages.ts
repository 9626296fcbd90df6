import { css } from 'lit';
import type { Messages } from '../../proxy/contract/languages/en.ts';
import { directionOf, primaryLanguage } from '../../proxy/contract/languages/locale.ts';
import { loadPart } from '../client/lazy-part.ts';

const translations = import.meta.glob<Messages>(
  ['../../proxy/contract/languages/{??,???}.ts', '!../../proxy/contract/languages/en.ts'],
  { import: 'messages' },
);

/** The difference in a form that is written from right to left. */
export const styles = css`
  [dir=rtl] select { background-position-x: .9em; }
  [dir=rtl] :is([type=tel], [type=email], [inputmode]) { direction: ltr; text-align: right; }
`;

/** Loads the messages of a language (a BCP 47 tag); undefined if there is no translation. Adds the styles of languages that are
 * written from right to left to the form's root. */
export async function loadLanguage(lang: string, root?: ShadowRoot) {
  root?.adoptedStyleSheets.push(styles.styleSheet!);
  const load = translations[`../../proxy/contract/languages/${primaryLanguage(lang)}.ts`];
  const loaded = load && (await loadPart<Messages | { messages: Messages }>(load));
  return {
    // The first import resolves with the messages. A repeated one resolves with their module.
    messages: loaded && 'messages' in loaded ? loaded.messages : loaded,
    dir: directionOf(lang),
  };
}
