import type { ReactiveControllerHost } from 'lit';
import { first } from './messages/en.ts';
import type { OwnWords, Words } from './messages/languages.ts';
import { isRightToLeft, type Say, speak, type Text, type Values } from './messages/speak.ts';

/** The language that a form speaks: that of its questions, as a whole. */
export class Speech {
  /** A BCP 47 tag. */
  lang = '';
  /** Its words are still on their way. */
  isMute = false;
  #host: ReactiveControllerHost & { messages: OwnWords | undefined };
  /** When they are not English. */
  #words: Words | undefined;

  constructor(host: ReactiveControllerHost & { messages: OwnWords | undefined }) {
    this.#host = host;
  }

  get dir(): string {
    return isRightToLeft(this.lang) ? 'rtl' : 'ltr';
  }

  /** Gets the words of a language; if they can't be had, it speaks English. */
  async learn(lang: string): Promise<void> {
    if (lang === this.lang) return;
    this.lang = lang;
    this.#words = undefined;
    this.isMute = !/^en\b/i.test(lang);
    if (!this.isMute) return;
    try {
      const { loadWords } = await import('./messages/languages.ts');
      const words = await loadWords(lang);
      if (lang !== this.lang) return;
      this.#words = words;
    } catch {
      // The network's fault.
    }
    this.isMute = false;
    this.#host.requestUpdate();
  }

  /** What says the words of a catalogue: the site's own, else the language's, else English. */
  sayer =
    <Catalogue extends Record<string, Text>>(english: Catalogue): Say<Catalogue> =>
    (key, values: Values = {}) => {
      const own = this.#host.messages?.[key as keyof Words];
      const lang = this.#words ? this.lang.split('-')[0]! : 'en-GB';
      return speak(lang, own ?? this.#words?.[key as keyof Words] ?? english[key]!, values);
    };

  say = this.sayer(first);
}
