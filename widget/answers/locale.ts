/** With plain `en`, Intl would format dates the American way. */
const english = 'en-GB';

/** The locale for a definition's language, a BCP 47 tag. Falls back to English for a tag that Intl rejects. */
export function localeOf(lang: string): string {
  if (lang === 'en') return english;
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? english;
  } catch {
    return english; // The config has a malformed tag.
  }
}
