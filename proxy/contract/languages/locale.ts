/** The language of a BCP 47 tag, without region and script: `cy` for `cy-GB`. Empty for a malformed tag. */
export function primaryLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return ''; // It is empty, or malformed.
  }
}

/** The closest of these languages (BCP 47 tags) to `wanted`: the same, or else without its region and script, or else with
 * others. Undefined: none of them is the same language. */
export function closestLanguage(wanted: string, languages: string[]): string | undefined {
  const find = (tag: string) => languages.find(each => each.toLowerCase() === tag.toLowerCase());
  const same = find(wanted);
  if (same !== undefined) return same; // Parsing tags would take 4 % of the proxy's time.
  const primary = primaryLanguage(wanted);
  return find(primary) ?? languages.find(each => primaryLanguage(each) === primary);
}

/** The direction that a language (a BCP 47 tag) is written in: by its script, or else its usual one. Firefox doesn't have
 * `Intl.Locale.prototype.getTextInfo()`. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return /^(ar|ckb|fa|he|ps|sd|ug|ur|yi)\b(?!-latn)|-(arab|hebr)/i.test(tag) ? 'rtl' : 'ltr';
}
