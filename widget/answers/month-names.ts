/** The names of the twelve months in a locale's spellings, simplified for comparison. */
const namesByLocale = new Map<string, string[][]>();

/** Finds the month, 1 to 12, that a visitor means by `02`, `Feb`, `feb.` or `February` in the locale's language or in
 * English. At least three letters of a name are needed, and enough to tell it from the others. */
export function findMonth(text: string, locale: string): number | undefined {
  const typed = simplify(text);
  if (/^\d+$/.test(typed)) return isMonth(Number(typed)) ? Number(typed) : undefined;
  return findName(typed, locale) ?? findName(typed, 'en');
}

function findName(typed: string, locale: string): number | undefined {
  const months = monthNames(locale);
  const exact = months.findIndex(names => names.includes(typed));
  if (exact >= 0) return exact + 1;
  const possible = months.flatMap((names, at) => (names.some(name => name.startsWith(typed)) ? at + 1 : []));
  return typed.length >= 3 && possible.length === 1 ? possible[0] : undefined;
}

function monthNames(locale: string): string[][] {
  const known = namesByLocale.get(locale);
  if (known) return known;
  const months = [...Array(12).keys()].map(at => {
    const day = Date.UTC(2026, at, 15);
    const styles = (['long', 'short'] as const).flatMap(month => [
      { month },
      // In Polish, for example, a month has another form next to a day.
      { month, day: 'numeric' as const },
    ]);
    return styles.map(style => {
      const parts = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).formatToParts(day);
      return simplify(parts.find(({ type }) => type === 'month')?.value ?? '');
    });
  });
  namesByLocale.set(locale, months);
  return months;
}

/** Lower case without accents and dots. */
function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}.\s]/gu, '')
    .toLowerCase();
}

function isMonth(number: number): boolean {
  return number >= 1 && number <= 12;
}
