import type { ReactiveControllerHost } from 'lit';
import { loadPart } from './lazy-part.ts';
import { first } from './messages/en.ts';
import {
  formatMessage,
  isRightToLeft,
  type MessageOverride,
  type Text,
  type Translate,
  type Values,
} from './messages/format.ts';
import type { MessageOverrides, Messages } from './messages/languages.ts';

/** The language that a form speaks: that of its questions, as a whole. */
export class Localizer {
  /** A BCP 47 tag. */
  lang = '';
  /** Its words are still on their way. */
  isLoading = false;
  #host: ReactiveControllerHost & { messages: MessageOverrides | undefined };
  /** When they are not English. */
  #words: Messages | undefined;

  constructor(host: ReactiveControllerHost & { messages: MessageOverrides | undefined }) {
    this.#host = host;
  }

  /** What its words are in: English, where those of `lang` can't be had. */
  get locale(): string {
    return this.#words ? this.lang.split('-')[0]! : 'en-GB';
  }

  get dir(): string {
    return isRightToLeft(this.lang) ? 'rtl' : 'ltr';
  }

  /** Gets the words of a language; if they can't be had, it speaks English. */
  async load(lang: string): Promise<void> {
    if (lang === this.lang) return;
    this.lang = lang;
    this.#words = undefined;
    this.isLoading = !/^en\b/i.test(lang);
    if (!this.isLoading) return;
    let words: Messages | undefined;
    try {
      const { loadWords } = await loadPart(() => import('./messages/languages.ts'));
      words = await loadWords(lang);
    } catch {
      // The network's fault.
    }
    if (lang !== this.lang) return; // It is to speak another one by now.
    this.#words = words;
    this.isLoading = false;
    this.#host.requestUpdate();
  }

  /** What says the words of a catalogue: the site's own, else the language's, else English. */
  translator =
    <Catalogue extends Record<string, Text>>(english: Catalogue): Translate<Catalogue> =>
    (key, values: Values = {}) => {
      const format = (text: MessageOverride | undefined) => formatMessage(this.locale, text, values);
      const word = key as keyof Messages; // Of which each catalogue is a part.
      return format(this.#host.messages?.[word]) ?? format(this.#words?.[word]) ?? format(english[key]) ?? '';
    };

  translate = this.translator(first);
}
