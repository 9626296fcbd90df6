/** The language of a BCP 47 tag, without region and script: `cy` for `cy-GB`. Empty for a malformed tag. */
export function primaryLanguage(tag: string): string {
  return parse(tag)?.language ?? '';
}

/** The closest of these languages (BCP 47 tags) to `wanted`: the same, or else without its region and script, or else with
 * others. Undefined: none of them is the same language. */
export function closestLanguage(wanted: string, languages: string[]): string | undefined {
  const find = (tag: string) => languages.find(each => each.toLowerCase() === tag.toLowerCase());
  const same = find(wanted);
  if (same !== undefined) return same; // Parsing tags took 4 % of the proxy's time.
  const primary = primaryLanguage(wanted);
  return find(primary) ?? languages.find(each => primaryLanguage(each) === primary);
}

/** Whether a language is written from right to left. Firefox has no `getTextInfo()`, so it knows only Arabic and Hebrew
 * script there. Elsewhere, `maximize()` would take as long as rendering a third of the form. */
export function isRightToLeft(tag: string): boolean {
  const locale = parse(tag);
  return /rtl|Arab|Hebr/.test(`${locale?.getTextInfo?.().direction ?? locale?.maximize().script}`);
}

/** TypeScript doesn't know `getTextInfo()` yet. */
interface ParsedLocale extends Intl.Locale {
  getTextInfo?(): { direction: 'ltr' | 'rtl' };
}

function parse(tag: string): ParsedLocale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined; // It is empty, or malformed.
  }
}
