/** What is said: a text with places like `{name}`; or a text for each count or plural form (CLDR) of `count`. */
export type Text = string | Record<string, string>;
/** What a site says in place of ours: such a text, or what makes one. */
export type MessageOverride = Text | ((values: Values) => string);
export type Values = Record<string, string | number | Date>;
/** Says something of a catalogue. */
export type Translate<Catalogue> = (key: keyof Catalogue & string, values?: Values) => string;

/** Whether a language is written from right to left. */
export function isRightToLeft(lang: string): boolean {
  return /^(ar|fa|he|ur)\b/.test(lang);
}

/** Puts numbers, dates and words into a text, as the language (a BCP 47 tag) writes them; undefined: it has none for
 * this count. */
export function formatMessage(
  lang: string,
  text: MessageOverride | undefined,
  values: Values,
): string | undefined {
  if (typeof text === 'function') return text(values);
  const { count } = values;
  const form =
    typeof text === 'string'
      ? text
      : (text?.[`${count}`] ?? text?.[new Intl.PluralRules(lang).select(Number(count))] ?? text?.other);
  return form?.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    if (value instanceof Date) return value.toLocaleDateString(lang, { dateStyle: 'long', timeZone: 'UTC' });
    if (typeof value === 'number') return value.toLocaleString(lang);
    // A name in Latin letters must not turn an Arabic sentence around.
    return isRightToLeft(lang) ? `\u2068${value}\u2069` : value;
  });
}
