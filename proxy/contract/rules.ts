import type { AskedQuestion } from './asked.ts';
import type { Question, Rule } from './definition.ts';

/** The meaning of `today` in a question's limits, as dates like `2026-02-01`. The widget passes the visitor's date
 * twice. The proxy, which doesn't know the visitor's time zone, passes the earliest and the latest date on Earth. */
export interface DateToday {
  /** The meaning of `today` in `min`. */
  earliest: string;
  /** The meaning of `today` in `max`. */
  latest: string;
}

/** Finds the first rule that the answer to a shown question breaks; false if it breaks none. */
export function findBrokenRule(
  question: AskedQuestion,
  answer: string | string[] | undefined,
  today: DateToday,
): Rule | false {
  const { type, options, required } = question;
  const values = [answer ?? []].flat().filter(each => each.trim());
  const value = values[0];
  if (value === undefined) return required && 'required';
  if (Array.isArray(answer) !== (type === 'checkboxes')) return 'not_allowed';
  if (type === 'consent' && required && value === 'no') return 'required';

  const allowed =
    type === 'yes_no' || type === 'consent' ? ['yes', 'no'] : options?.map(option => option.value);
  if (allowed) return !values.every(each => allowed.includes(each)) && 'not_an_option';
  return textRule(value, type, question.max_length) || limitRule(value.trim(), question, today);
}

/** Checks the characters, the length and the format of a typed answer. */
function textRule(value: string, type: Question['type'], maxLength: number): Rule | false {
  const forbidden = type === 'textarea' ? /[^\P{Cc}\t\n\r]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u;
  const text = value.trim();
  if (forbidden.test(value)) return 'not_allowed';
  if (value.length > maxLength && [...value].length > maxLength) return 'too_long';
  if (type === 'email') return !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) && 'not_an_email';
  if (type === 'number') return !isDecimal(text) && 'not_a_number';
  if (type === 'date') return !isDate(text) && 'not_a_date';
  return false;
}

/** Checks a number or date against the question's limits. */
function limitRule(value: string, { type, min, max }: Question, today: DateToday): Rule | false {
  if (type !== 'number' && type !== 'date') return false;
  // Dates in this format sort as text. Numbers don't.
  const order = (text: string) => (type === 'number' ? Number(text) : text);
  const bound = (limit: number | string, day: string) => order(limit === 'today' ? day : String(limit));
  if (min !== undefined && order(value) < bound(min, today.earliest)) return 'too_small';
  return max !== undefined && order(value) > bound(max, today.latest) && 'too_large';
}

/** Whether a string is a decimal number such as `12` or `-3.5`, without an exponent or a leading point. */
export function isDecimal(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Whether a string is a valid date such as `2026-02-01`. */
export function isDate(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined;
  return !!day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
