// A date that a visitor writes in words, or as a whole into one of its parts.
import type { Question } from '../../proxy/contract/definition.ts';
import { toPlainLine } from '../../proxy/contract/normalise.ts';
import { isDate } from '../../proxy/contract/rules.ts';
import { formatIso, hasWords, isMonth, joinParts, localeOf } from './answer-text.ts';

/** The value of what was typed into the parts of a date or an address; empty if nothing was. A whole date that was pasted
 * into a part is the value. */
export function joinEntry(typed: string[], question: Question, lang: string): string {
  const joined = joinParts(typed, question);
  if (question.type !== 'date' || !hasWords(joined)) return joined;
  const whole = typed.map(text => readWholeDate(text, lang)).find(Boolean);
  if (whole) return whole;
  const [day = '', name = '', year = ''] = typed;
  const month = findMonth(toPlainLine(name), localeOf(lang));
  const inNumbers = joinParts([day, `${month}`, year], question);
  return inNumbers.includes('/') ? joined : inNumbers;
}

/** Reads a whole date, such as `2/1/2026`, `2 Feb 2026` or `2026-02-01`, as `2026-02-01`. Undefined if the text isn't
 * one. The day comes before the month, unless the language writes it otherwise or the month would be over 12. */
export function readWholeDate(text: string, lang: string): string | undefined {
  const locale = localeOf(lang);
  const words = toPlainLine(text).match(/\d+|\p{L}[\p{L}\p{M}]+/gu) ?? [];
  const numbers = words.filter(word => /^\d/.test(word));
  const name = words.findLast(word => !/^\d/.test(word) && findMonth(word, locale));
  const year = numbers.find(number => number.length === 4);
  const others = numbers.filter(number => number !== year);
  if (!year || others.length !== (name ? 1 : 2)) return undefined;
  const [first = '', second = ''] = others;
  const isMonthFirst =
    numbers[0] === year || (writesMonthFirst(locale) ? Number(first) < 13 : Number(second) > 12);
  const [day, month] = name
    ? [first, findMonth(name, locale)]
    : isMonthFirst
      ? [second, first]
      : [first, second];
  const date = formatIso(year, `${month}`, day);
  return isDate(date) ? date : undefined;
}

function writesMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
}

/** The names of the twelve months in a locale's spellings, simplified for comparison. */
const namesByLocale = new Map<string, string[][]>();

/** Finds the month, 1 to 12, that a visitor means by `02`, `Feb`, `feb.` or `February` in the locale's language or in
 * English. An abbreviated name needs at least three letters, and must be unambiguous. */
function findMonth(text: string, locale: string): number | undefined {
  const typed = simplify(text);
  return isMonth(typed) ? Number(typed) : (findName(typed, locale) ?? findName(typed, 'en'));
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
