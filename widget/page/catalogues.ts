import { messages as ar } from '../messages/ar.ts';
import { messages as cy } from '../messages/cy.ts';
import { messages as de } from '../messages/de.ts';
import { amountMessages } from '../messages/en-amounts.ts';
import { attachmentMessages } from '../messages/en-attachments.ts';
import { formMessages } from '../messages/en-form.ts';
import { rareMessages } from '../messages/en-rare.ts';
import { submissionMessages } from '../messages/en-submission.ts';
import { messages as es } from '../messages/es.ts';
import { formatMessage, type Message, type PlaceholderValues } from '../messages/format.ts';
import { messages as fr } from '../messages/fr.ts';
import { messages as pl } from '../messages/pl.ts';

/** The English messages that a page needs. */
const english = {
  ...formMessages,
  ...submissionMessages,
  ...rareMessages,
  ...attachmentMessages,
  ...amountMessages,
};
type PageMessages = typeof english;

const translations: Record<string, Record<keyof PageMessages, Message>> = { ar, cy, de, es, fr, pl };

/** Returns the `translate` of a definition's language, and the locale of its messages: English where there is no
 * translation. */
export function translatorFor(lang: string) {
  const primary = lang.toLowerCase().split('-')[0] ?? '';
  const translation = Object.hasOwn(translations, primary) ? translations[primary] : undefined;
  const locale = translation ? primary : 'en-GB';
  const translate = (key: keyof PageMessages, values: PlaceholderValues = {}): string =>
    formatMessage(locale, translation?.[key], values) ?? formatMessage(locale, english[key], values) ?? '';
  return { locale, translate };
}
