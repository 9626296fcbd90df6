import type { FormMessages, Messages } from '../../proxy/contract/languages/en.ts';
import type { Message } from '../../proxy/contract/languages/language.ts';

/** A site's own message in place of ours: the same, or a function that returns the text. */
export type MessageOverride = Message | ((values: PlaceholderValues) => string);
/** A site's own messages, which replace the widget's. */
export type MessageOverrides = Partial<Record<keyof Messages, MessageOverride>>;
export type PlaceholderValues = Record<string, string | number | Date>;
/** Returns a message in the form's language, with its placeholders filled in: one of the form's, or of a lazy part's
 * catalogue. */
export type Translate<Catalogue = FormMessages> = (
  key: keyof (Catalogue & FormMessages) & string,
  values?: PlaceholderValues,
) => string;

/** Fills in a message's placeholders, with numbers and dates as `locale` (a BCP 47 tag) writes them. `dir` is the
 * direction of the message: `ltr` (the default) or `rtl`. Undefined: there is no message, or it has no form for this count. */
export function formatMessage(
  locale: string,
  message: MessageOverride | undefined,
  values: PlaceholderValues,
  dir?: string,
): string | undefined {
  if (typeof message === 'function') return message(values);
  const count = Number(values.count);
  const text =
    typeof message === 'string'
      ? message
      : (message?.[count] ?? message?.[new Intl.PluralRules(locale).select(count)] ?? message?.other);
  return text?.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    // Isolated (Unicode UAX #9), so that a name in Latin letters doesn't reorder an Arabic sentence.
    if (typeof value === 'string') return dir === 'rtl' ? `\u2068${value}\u2069` : value;
    // All our languages write small numbers in the same way. Formatting the first one takes as long as drawing the form.
    if (/^\d{1,3}$/.test(`${value}`)) return `${value}`;
    // Numbers have the same method, and ignore these options.
    return (value as Date).toLocaleString(locale, { dateStyle: 'long', timeZone: 'UTC' });
  });
}
