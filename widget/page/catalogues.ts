import { messages as ar } from '../messages/ar.ts';
import { messages as cy } from '../messages/cy.ts';
import { messages as de } from '../messages/de.ts';
import { amountMessages } from '../messages/en-amounts.ts';
import { attachmentMessages } from '../messages/en-attachments.ts';
import { chooserMessages } from '../messages/en-chooser.ts';
import { formMessages } from '../messages/en-form.ts';
import { rareMessages } from '../messages/en-rare.ts';
import { receiptMessages } from '../messages/en-receipt.ts';
import { submissionMessages } from '../messages/en-submission.ts';
import { messages as es } from '../messages/es.ts';
import {
  formatMessage,
  isRightToLeft,
  type Message,
  type PlaceholderValues,
  type Translate,
} from '../messages/format.ts';
import { messages as fr } from '../messages/fr.ts';
import { messages as pl } from '../messages/pl.ts';
import { pageMessages, pageTranslations } from './page-messages.ts';

/** The English messages that a page needs. */
const english = {
  ...formMessages,
  ...submissionMessages,
  ...rareMessages,
  ...attachmentMessages,
  ...receiptMessages,
  ...amountMessages,
  ...chooserMessages,
  ...pageMessages,
};
type AllMessages = typeof english;

const translations: Record<string, Partial<Record<keyof AllMessages, Message>>> = { ar, cy, de, es, fr, pl };

/** The messages of a page in one language. */
export interface PageLanguage {
  /** The language asked for. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The locale of the messages: English where there is no translation. */
  locale: string;
  translate: Translate<AllMessages>;
}

/** Returns the messages of a definition's language: English where there is no translation. */
export function translatorFor(lang: string): PageLanguage {
  const primary = lang.toLowerCase().split('-')[0] ?? '';
  const translation = Object.hasOwn(translations, primary)
    ? { ...translations[primary], ...pageTranslations[primary] }
    : undefined;
  const locale = translation ? primary : 'en-GB';
  const translate = (key: keyof AllMessages, values: PlaceholderValues = {}): string =>
    formatMessage(locale, translation?.[key], values) ?? formatMessage(locale, english[key], values) ?? '';
  return { lang, dir: isRightToLeft(lang) ? 'rtl' : 'ltr', locale, translate };
}
