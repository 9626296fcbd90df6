/** The language of a BCP 47 tag, without region and script: `cy` for `cy-GB`. Empty for a malformed tag. */
export function primaryLanguage(tag: string): string {
  return parse(tag)?.language ?? '';
}

/** The closest of these languages (BCP 47 tags) to `wanted`: the same, or else without its region and script, or else with
 * others. Undefined: none of them is the same language. */
export function closestLanguage(wanted: string, languages: string[]): string | undefined {
  const primary = primaryLanguage(wanted);
  const find = (tag: string) => languages.find(each => each.toLowerCase() === tag.toLowerCase());
  return find(wanted) ?? find(primary) ?? languages.find(each => primaryLanguage(each) === primary);
}

/** Whether a language is written from right to left, in Arabic or Hebrew script. Firefox doesn't have
 * `Intl.Locale.prototype.getTextInfo()`. */
export function isRightToLeft(tag: string): boolean {
  return /Arab|Hebr/.test(`${parse(tag)?.maximize().script}`);
}

function parse(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined; // It is empty, or malformed.
  }
}
