// The rules of one answer, apart from `check.ts`: the widget needs them when it sends, and not to show the form.
import type { Question } from './definition.ts';
import type { Rule } from './enquiry.ts';

/** What `today` means in a question's `max` (`latest`) and `min` (`earliest`): dates as `2026-02-01`. The
 * widget hands in the visitor's date twice; the proxy the latest and earliest date on Earth. */
export interface Today {
  earliest: string;
  latest: string;
}

/** A question whose length is settled. */
export type Asked = Question & { max_length: number };

/** What is wrong with the answer to a question that is shown; false or undefined: nothing. */
export function ruleBroken(
  question: Asked,
  answer: string | string[] | undefined,
  today: Today,
): Rule | false | undefined {
  const { type, options, required } = question;
  const values = [answer ?? []].flat().filter(each => each.trim());
  const value = values[0];
  if (value === undefined) return required && 'required';
  if (Array.isArray(answer) !== (type === 'checkboxes')) return 'not_allowed';
  if (type === 'consent' && required && value === 'no') return 'required';

  const allowed =
    type === 'yes_no' || type === 'consent' ? ['yes', 'no'] : options?.map(option => option.value);
  if (allowed) return !values.every(each => allowed.includes(each)) && 'not_an_option';
  return line(value, type, question.max_length) || outside(value.trim(), question, today);
}

/** Text as such: its characters, its length, and the form that its type asks for. */
function line(value: string, type: Question['type'], maxLength: number): Rule | false {
  const forbidden = type === 'textarea' ? /[^\P{Cc}\t\n\r]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u;
  const text = value.trim();
  if (forbidden.test(value)) return 'not_allowed';
  if (value.length > maxLength && [...value].length > maxLength) return 'too_long';
  if (type === 'email') return !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) && 'not_an_email';
  if (type === 'number') return !isDecimal(text) && 'not_a_number';
  if (type === 'date') return !isDate(text) && 'not_a_date';
  return false;
}

function outside(value: string, { type, min, max }: Question, today: Today): Rule | false {
  if (type !== 'number' && type !== 'date') return false;
  // Dates of one form sort as text; numbers must be compared as numbers.
  const order = (text: string) => (type === 'number' ? Number(text) : text);
  const bound = (limit: number | string, day: string) => order(limit === 'today' ? day : String(limit));
  if (min !== undefined && order(value) < bound(min, today.earliest)) return 'too_small';
  return max !== undefined && order(value) > bound(max, today.latest) && 'too_large';
}

/** Decimal text, as a number is sent: `12`, `-3.5`. */
export function isDecimal(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** A day that exists, as `2026-02-01`. */
export function isDate(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined;
  return !!day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
