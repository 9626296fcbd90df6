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

/** Whether a language is written from right to left: by its script, or else because it usually is. Asking `Intl.Locale` for
 * the script takes a fifth of the time that drawing the form does, and Firefox doesn't have `getTextInfo()`. */
export function isRightToLeft(tag: string): boolean {
  return /^(ar|ckb|fa|he|ps|sd|ug|ur|yi)\b(?!-latn)|-(arab|hebr)/i.test(tag);
}
