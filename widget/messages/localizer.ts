import type { ReactiveControllerHost } from 'lit';
import { type FormMessages, formMessages, type Messages } from '../../proxy/contract/languages/en.ts';
import type { Message } from '../../proxy/contract/languages/language.ts';
import { primaryLanguage } from '../../proxy/contract/languages/locale.ts';
import { loadPart } from '../client/lazy-part.ts';
import {
  formatMessage,
  type MessageOverride,
  type MessageOverrides,
  type PlaceholderValues,
  type Translate,
} from './format.ts';

type LocalizerHost = Element &
  ReactiveControllerHost & { messages: MessageOverrides | undefined; renderRoot: ShadowRoot };

/** Provides a form's messages in the language of its questions. */
export class Localizer {
  /** The language asked for, a BCP 47 tag. */
  lang = '';
  /** The value of the `dir` attribute: `auto` if the part with the languages couldn't be loaded. */
  dir = 'ltr';
  /** Whether the translation is being loaded. */
  isLoading = false;
  #host: LocalizerHost;
  /** Undefined: English. */
  #translation: Messages | undefined;

  constructor(host: LocalizerHost) {
    this.#host = host;
  }

  /** The locale that messages are in: English where there is no translation into `lang`, or it couldn't be loaded. */
  get locale(): string {
    return this.#translation ? primaryLanguage(this.lang) : 'en-GB';
  }

  /** Loads the messages of a language. When that fails, they stay English. */
  async load(lang: string): Promise<void> {
    if (lang === this.lang) return;
    this.lang = lang;
    this.dir = 'ltr';
    this.#translation = undefined;
    this.isLoading = primaryLanguage(lang) !== 'en';
    if (!this.isLoading) return;
    const { dir, messages } = await loadPart(() => import('./languages.ts'))
      .then(({ loadLanguage }) => loadLanguage(lang, this.#host.renderRoot)) // The host has one before its first update.
      .catch(() => ({ dir: 'auto', messages: undefined })); // The network failed.
    if (lang !== this.lang) return; // Another language has been asked for since.
    this.dir = dir;
    this.#translation = messages;
    this.isLoading = false;
    this.#host.requestUpdate();
  }

  /** Makes the `translate` of a lazy part, which has a catalogue of its own and may use the form's messages, too. A
   * message is the site's own, or else the translation, or else the English one. */
  translator =
    <Catalogue extends Record<string, Message>>(catalogue: Catalogue): Translate<Catalogue> =>
    (key, values: PlaceholderValues = {}) => {
      const format = (message: MessageOverride | undefined) =>
        formatMessage(this.locale, message, values, this.dir);
      const name = key as keyof Messages; // Every catalogue is a part of it.
      return (
        format(this.#host.messages?.[name]) ??
        format(this.#translation?.[name]) ??
        format(catalogue[key] ?? formMessages[name as keyof FormMessages]) ??
        ''
      );
    };

  translate = this.translator(formMessages);
}
