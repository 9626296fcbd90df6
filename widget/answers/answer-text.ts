import type { AskedField } from '../../proxy/contract/asked.ts';
import type { Question } from '../../proxy/contract/definition.ts';
import {
  formatNumber,
  normaliseUsual,
  toPlainLine,
  withoutEmptyLines,
} from '../../proxy/contract/normalise.ts';
import { isDate, isMonthOrYear } from '../../proxy/contract/rules.ts';
import type { FormContext } from '../form/form-context.ts';

/** A question or contact field with its answer as the visitor reads it. */
export interface AnsweredQuestion {
  label: string;
  text: string;
}

/** Every visible answer in the order of the form. `values` are in the notation that is sent. */
export function listAnswers({ model, localizer }: FormContext, values: FormData): AnsweredQuestion[] {
  const lang = model.source.definition?.lang ?? '';
  return model.fields
    .filter(({ name, isHidden }) => !isHidden && values.has(name))
    .map(field => ({
      label: field.question.label,
      text: answerText(localizer.translate, field, values, lang),
    }))
    .filter(({ text }) => text);
}

/** An answer as text in the definition's language; empty if there is none. */
export function answerText(
  translate: (key: 'yes' | 'no') => string,
  { name, question }: AskedField,
  values: FormData,
  lang: string,
): string {
  const given = values.getAll(name).map(value => String(value).trim());
  const { type, options = [], unit } = question;
  const answer = given[0] ?? '';
  if (!answer && type !== 'consent') return '';
  switch (type) {
    case 'consent':
    case 'yes_no':
      return translate(answer === 'yes' ? 'yes' : 'no');
    case 'select':
    case 'radio':
    case 'checkboxes': {
      const labels = options.filter(({ value }) => given.includes(value)).map(({ label }) => label);
      return new Intl.ListFormat(localeOf(lang), { type: 'unit' }).format(labels);
    }
    case 'number': {
      const number = formatNumber(normaliseUsual(question, answer, lang) ?? answer, lang);
      if (!unit || number.includes(unit)) return number;
      return /^\p{Sc}$/u.test(unit) ? unit + number : `${number} ${unit}`;
    }
    case 'date':
      // What isn't a date yet is shown as it was typed.
      return dateInWords(answer, lang, 'long') ?? answer.replaceAll('/', ' ').trim();
    case 'address':
      return withoutEmptyLines(answer);
    case 'tel':
      return phoneInGroups(answer);
    default:
      return answer;
  }
}

/** Whether an email address may be a misspelling, because its provider isn't one of the largest. */
export function isUncommon(address: string): boolean {
  return !/@((gmail|hotmail|outlook|yahoo|icloud)\.com|(hotmail|yahoo)\.co\.uk)$/i.test(address);
}

/** The value of what was typed into the parts of a date or an address; empty if nothing was. A whole date that was pasted
 * into a part is the value. */
export function joinParts(typed: string[], question: Question, lang: string): string {
  if (question.type !== 'date') return typed.some(line => line.trim()) ? typed.join('\n') : '';
  return typed.map(text => readWholeDate(text, lang)).find(Boolean) ?? joinDate(typed, question, lang);
}

/** The parts to show for the value of a date or an address, such as a prefilled one. Those of an address are its first
 * line, second line, town and postcode. */
export function splitParts(value: string, { type }: Question): string[] {
  if (type === 'date') return splitDate(value);
  const lines = value.split('\n').map(line => line.trim());
  const [first = '', second = '', town = '', ...rest] = lines;
  if (rest.length > 1) return [first, [second, town, ...rest.slice(0, -2)].join(', '), ...rest.slice(-2)];
  return rest.length ? lines : [first, '', second, town];
}

/** A British mobile number in groups, such as `07700 900123`. Returns other text unchanged. */
export function phoneInGroups(number: string): string {
  return matchMobile(number)?.slice(1).join(' ').trim() ?? number;
}

/** Whether a phone number would be a British mobile number with another digit. Without a country code, it may be a whole
 * number in a country where the form's language is spoken, such as France or Switzerland. */
export function lacksDigit(number: string, lang: string): boolean {
  const [found, code] = matchMobile(`${number}0`) ?? [];
  return !!found && (!!code || /^(en|cy|es|pl)(-gb)?$/i.test(lang));
}

/** The country code and the groups of a British mobile number. */
function matchMobile(number: string): RegExpExecArray | null {
  return /^(?:(\+44|0044)0?(?=7)|(?=07))(0?7\d{3})(\d{6})$/.exec(number.replaceAll(/[\s().-]/g, ''));
}

// A memorable date has three inputs and one value: `2026-02-01`, `2026-02` or `2026` where an approximate date is enough,
// or, as long as it isn't a date, what was typed: `31/Feb/`.

/** What prevents an entry from being a date, as the key of its message. `short_year`: the year has fewer than four digits,
 * or more. */
export type DateFault = 'no_day' | 'no_month' | 'no_year' | 'short_year';

type DateQuestion = Pick<Question, 'approximate'>;

/** The day, month and year to show for a value. */
export function splitDate(value: string): string[] {
  const [, year, month = '', day = ''] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value) ?? [];
  return year ? [day, month, year].map(part => part.replace(/^0/, '')) : value.split('/');
}

/** The value of what was typed as day, month and year; empty if all are. */
export function joinDate(typed: string[], { approximate }: DateQuestion, lang: string): string {
  const parts = typed.map(toPlainLine);
  const [day = '', name = '', year = ''] = parts;
  if (!parts.some(Boolean)) return '';
  const date = formatIso(year, findMonth(name, localeOf(lang)), /^(\d{1,2})\D{0,2}$/.exec(day)?.[1]);
  const month = formatIso(year, findMonth(name, localeOf(lang)), '1').slice(0, 7);
  if (isDate(date)) return date;
  const rough = name ? month : year;
  if (approximate && !day && isMonthOrYear(rough)) return rough;
  return parts.map(part => part.replaceAll('/', '-')).join('/');
}

/** What is wrong with a value that isn't a date, if it is one thing. */
export function findDateFault(value: string, question: DateQuestion, lang: string): DateFault | undefined {
  const [day, month = '', year = ''] = splitDate(value);
  const faults: (DateFault | false)[] = [
    !day && !question.approximate && 'no_day',
    !((question.approximate && !day && !month) || findMonth(month, localeOf(lang))) && 'no_month',
    year ? !/^[1-9]\d{3}$/.test(year) && 'short_year' : 'no_year',
  ];
  const [fault, another] = faults.filter(each => each !== false);
  return another ? undefined : fault;
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
      ? [second, Number(first)]
      : [first, Number(second)];
  const date = formatIso(year, month, day);
  return isDate(date) ? date : undefined;
}

/** A date in words, in the style `full` with its day of the week; of an approximate one, its month and year. Undefined if the
 * value isn't a date. */
export function dateInWords(
  value: string,
  lang: string,
  dateStyle: 'full' | 'long' = 'full',
): string | undefined {
  const isExact = isDate(value);
  if (!isExact && !isMonthOrYear(value)) return undefined;
  const rough: Intl.DateTimeFormatOptions = { year: 'numeric', ...(value[4] && { month: 'long' }) };
  const style = isExact ? { dateStyle } : rough;
  return new Intl.DateTimeFormat(localeOf(lang), { ...style, timeZone: 'UTC' }).format(new Date(value));
}

function formatIso(year: string, month: number | undefined, day: string | undefined): string {
  return /^\d{4}$/.test(year) && month && day
    ? `${year}-${`${month}`.padStart(2, '0')}-${day.padStart(2, '0')}`
    : '';
}

function writesMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
}

/** The names of the twelve months in a locale's spellings, simplified for comparison. */
const namesByLocale = new Map<string, string[][]>();

/** Finds the month, 1 to 12, that a visitor means by `02`, `Feb`, `feb.` or `February` in the locale's language or in
 * English. At least three letters of a name are needed, and enough to tell it from the others. */
function findMonth(text: string, locale: string): number | undefined {
  const typed = simplify(text);
  if (/^\d+$/.test(typed)) return Number(typed) >= 1 && Number(typed) <= 12 ? Number(typed) : undefined;
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

/** The locale for a definition's language, a BCP 47 tag. Falls back to English for a tag that Intl rejects, and for a
 * language that the browser has no formats for. */
export function localeOf(lang: string): string {
  try {
    // With plain `en`, Intl would format dates the American way. So would an American Chromium in Welsh, which it lacks.
    if (lang !== 'en') return Intl.DateTimeFormat.supportedLocalesOf(lang)[0] ?? 'en-GB';
  } catch {
    // The config has a malformed tag.
  }
  return 'en-GB';
}
