import type { EnglishMessages, Messages, PageMessages } from '../../proxy/contract/languages/en.ts';
import { closestLanguage, directionOf } from '../../proxy/contract/languages/locale.ts';
import { formatMessage, type PlaceholderValues, type Translate } from '../messages/format.ts';

const formMessages = byLanguage(
  import.meta.glob<Messages>('../../proxy/contract/languages/{??,???}.ts', {
    eager: true,
    import: 'messages',
  }),
);
const pageMessages = byLanguage(
  import.meta.glob<PageMessages>('../../proxy/contract/languages/{??,???}.ts', {
    eager: true,
    import: 'pageMessages',
  }),
);
const languages = Object.keys(formMessages);
const messages = Object.fromEntries(
  languages.map(language => [language, { ...formMessages[language]!, ...pageMessages[language]! }]),
);

/** The messages of a page in one language. */
export interface PageLanguage {
  /** The language asked for. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The locale of the messages: English where there is no translation. */
  locale: string;
  translate: Translate<EnglishMessages & PageMessages>;
}

/** Returns the messages of a definition's language: English where there is no translation. */
export function translatorFor(lang: string): PageLanguage {
  const language = translationOf(lang);
  const locale = language === 'en' ? 'en-GB' : language;
  const dir = directionOf(lang);
  const format = (language: string, key: keyof (Messages & PageMessages), values: PlaceholderValues) =>
    formatMessage(locale, messages[language]![key], values, dir);
  return {
    lang,
    dir,
    locale,
    // A translation has no forms for some counts, such as no files.
    translate: (key, values = {}) => format(language, key, values) ?? format('en', key, values) ?? '',
  };
}

/** The closest language that pages are in. */
export const translationOf = (lang: string) => closestLanguage(lang, languages) ?? 'en';

/** Texts by language in place of paths. */
export function byLanguage<Texts>(texts: Record<string, Texts>): Record<string, Texts> {
  return Object.fromEntries(
    Object.entries(texts).map(([path, each]) => [
      path.slice('../../proxy/contract/languages/'.length, -'.ts'.length),
      each,
    ]),
  );
}
