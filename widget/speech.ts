import type { ReactiveControllerHost } from 'lit';
import { load } from './load-sending.ts';
import { first } from './messages/en.ts';
import type { OwnWords, Words } from './messages/languages.ts';
import { isRightToLeft, type OwnText, type Say, speak, type Text, type Values } from './messages/speak.ts';

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

  /** What its words are in: English, where those of `lang` can't be had. */
  get tongue(): string {
    return this.#words ? this.lang.split('-')[0]! : 'en-GB';
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
    let words: Words | undefined;
    try {
      const { loadWords } = await load(() => import('./messages/languages.ts'));
      words = await loadWords(lang, load);
    } catch {
      // The network's fault.
    }
    if (lang !== this.lang) return; // It is to speak another one by now.
    this.#words = words;
    this.isMute = false;
    this.#host.requestUpdate();
  }

  /** What says the words of a catalogue: the site's own, else the language's, else English. */
  sayer =
    <Catalogue extends Record<string, Text>>(english: Catalogue): Say<Catalogue> =>
    (key, values: Values = {}) => {
      const say = (text: OwnText | undefined) => speak(this.tongue, text, values);
      const word = key as keyof Words; // Of which each catalogue is a part.
      return say(this.#host.messages?.[word]) ?? say(this.#words?.[word]) ?? say(english[key]) ?? '';
    };

  say = this.sayer(first);
}
