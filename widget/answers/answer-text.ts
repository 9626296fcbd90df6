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
    case 'number':
      return withUnit(formatNumber(normaliseUsual(question, answer, lang) ?? answer, lang), unit);
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

/** A number with its unit, unless it was typed with it. A currency sign stands before the number. */
export function withUnit(number: string, unit: string | undefined): string {
  if (!unit || number.includes(unit)) return number;
  return /^\p{Sc}$/u.test(unit) ? unit + number : `${number} ${unit}`;
}

/** Whether an email address may be a misspelling, because its provider isn't one of the largest. */
export function isUncommon(address: string): boolean {
  return !/@((gmail|hotmail|outlook|yahoo|icloud)\.com|(hotmail|yahoo)\.co\.uk)$/i.test(address);
}

/** The value of what was typed into the parts of a date in numbers, or of an address; empty if nothing was. */
export function joinParts(typed: string[], question: Question): string {
  if (question.type === 'date') return joinDate(typed, question);
  return typed.some(line => line.trim()) ? typed.join('\n') : '';
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

export const isMonth = (text: string) => /^0*([1-9]|1[0-2])$/.test(text);

/** The value of what was typed as day, month and year, in numbers; empty if all are. */
function joinDate(typed: string[], { approximate }: DateQuestion): string {
  const parts = typed.map(toPlainLine);
  const [day = '', month = '', year = ''] = parts;
  if (!parts.some(Boolean)) return '';
  const date = formatIso(year, month, /^(\d{1,2})\D{0,2}$/.exec(day)?.[1]);
  if (isDate(date)) return date;
  const rough = month ? formatIso(year, month, '1').slice(0, 7) : year;
  if (approximate && !day && isMonthOrYear(rough)) return rough;
  return parts.map(part => part.replaceAll('/', '-')).join('/');
}

/** Whether the value of a date in parts may be a date in words, or a whole date in one of its parts. */
export function hasWords(value: string): boolean {
  return value.includes('/') && /[^\d/]/.test(value);
}

/** What is wrong with a value that isn't a date, if it is one thing. The name of a month may be right. */
export function findDateFault(value: string, question: DateQuestion): DateFault | undefined {
  const [day, month = '', year = ''] = splitDate(value);
  const mayBeLeftOut = question.approximate && !day && !month;
  const faults: (DateFault | false)[] = [
    !day && !question.approximate && 'no_day',
    !mayBeLeftOut && !isMonth(month) && !/\p{L}/u.test(month) && 'no_month',
    year ? !/^[1-9]\d{3}$/.test(year) && 'short_year' : 'no_year',
  ];
  const [fault, another] = faults.filter(each => each !== false);
  return another ? undefined : fault;
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

/** An ISO date; empty if the year or the month isn't one. */
export function formatIso(year: string, month: string, day: string | undefined): string {
  return /^\d{4}$/.test(year) && isMonth(month) && day
    ? `${year}-${`${Number(month)}`.padStart(2, '0')}-${day.padStart(2, '0')}`
    : '';
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
