import type { AskedQuestion } from './asked.ts';
import type { Option, Question, Rule } from './definition.ts';
import { maxLengthOf, type QuestionType, traitsOf } from './question-types.ts';

/** The meaning of `today` in a question's limits, as dates like `2026-02-01`. The widget passes the visitor's date
 * twice. The proxy, which doesn't know the visitor's time zone, passes the earliest and the latest date on Earth. */
export interface DateToday {
  /** The meaning of `today` in `min`. */
  earliest: string;
  /** The meaning of `today` in `max`. */
  latest: string;
}

/** Whether a text matches a question's pattern from beginning to end. */
export type MatchesPattern = (pattern: string, text: string) => boolean;

/** Finds the first rule that the answer to a shown question breaks; false if it breaks none. The proxy passes a
 * `matches` that limits the time a pattern may take. */
export function findBrokenRule(
  question: AskedQuestion,
  answer: string | string[] | undefined,
  today: DateToday,
  matches: MatchesPattern = matchesPattern,
): Rule | false {
  const { type, options, required, pattern } = question;
  const values = [answer ?? []].flat().filter(each => each.trim());
  const value = values[0];
  if (value === undefined) return required && 'required';
  if (Array.isArray(answer) !== (type === 'checkboxes')) return 'not_allowed';
  if (type === 'consent' && required && value === 'no') return 'required';

  const allowed = traitsOf(type).answer === 'yes_no' ? ['yes', 'no'] : options?.map(option => option.value);
  if (allowed) return choiceRule(values, allowed, options);
  const text = value.trim();
  return (
    textRule(value, question) ||
    limitRule(text, question, today) ||
    (pattern !== undefined && !matches(pattern, text) && 'wrong_format')
  );
}

/** Checks chosen options. `options` is undefined for yes or no. */
function choiceRule(values: string[], allowed: string[], options: Option[] = []): Rule | false {
  if (!values.every(value => allowed.includes(value))) return 'not_an_option';
  const chosen = options.filter(({ value }) => values.includes(value));
  if (chosen.length > 1 && chosen.some(({ exclusive }) => exclusive)) return 'exclusive';
  return chosen.some(({ ends }) => ends) && 'ends';
}

/** Checks the characters, the length and the format of a typed answer. */
function textRule(value: string, question: Question): Rule | false {
  const { type, approximate } = question;
  const maxLength = maxLengthOf(question);
  const text = value.trim();
  if (hasControls(type, value)) return 'not_allowed';
  if (value.length > maxLength && [...value].length > maxLength) return 'too_long';
  switch (type) {
    case 'email':
      return !isEmail(text) && 'not_an_email';
    case 'tel':
      return !isPhoneNumber(text) && 'not_a_phone_number';
    case 'postcode':
      return !isPostcode(text) && 'not_a_postcode';
    case 'number':
      return !isDecimal(text) && 'not_a_number';
    case 'date':
      return !(isDate(text) || (approximate && isMonthOrYear(text))) && 'not_a_date';
    default:
      return false;
  }
}

/** Whether a text has control characters or lone surrogates, which no program should send. */
export function hasControls(type: QuestionType, text: string): boolean {
  return (traitsOf(type).hasLines ? /[^\P{Cc}\t\n\r]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u).test(text);
}

/** Checks a number or date against the question's limits. */
function limitRule(value: string, { type, min, max }: Question, today: DateToday): Rule | false {
  if (type !== 'number' && type !== 'date') return false;
  // Dates in this format sort as text. Numbers don't.
  const order = (text: string) => (type === 'number' ? Number(text) : text);
  // A month is compared with the limit's month, and a year with its year.
  const bound = (limit: number | string, day: string) =>
    order(type === 'date' ? String(limit === 'today' ? day : limit).slice(0, value.length) : String(limit));
  if (min !== undefined && order(value) < bound(min, today.earliest)) return 'too_small';
  return max !== undefined && order(value) > bound(max, today.latest) && 'too_large';
}

function matchesPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(text);
  } catch {
    return true; // Browsers without the flag `v` leave the check to the proxy.
  }
}

/** Whether an email address with this text can exist. The domain and the name of the mailbox may have letters and digits of
 * every script (RFC 6531), and the name the signs of RFC 5322, section 3.2.3, with dots anywhere, as some phone companies
 * allow. Quoted names aren't supported. */
export function isEmail(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:(?!-)[\p{L}\p{M}\p{N}_-]+(?<!-)\.)+\p{L}[\p{L}\p{M}\p{N}-]+(?<!-)$/u.test(
    text,
  );
}

/** Whether a string has 7 to 15 digits (the longest number of ITU-T E.164), apart from an extension such as `ext. 4`. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/(?:ext?\.?|x|#)\s*\d{1,6}$/i, '').replaceAll(/[\s+()./-]/g, '');
  return /^\d{7,15}$/.test(digits);
}

/** Whether a string could be a postcode of any country: 3 to 10 letters and digits. */
function isPostcode(text: string): boolean {
  return /^[a-z\d]{3,10}$/i.test(text.replaceAll(/[\s-]/g, '')) && /\d/.test(text);
}

/** Whether a string is a decimal number such as `12` or `-3.5`, without an exponent or a leading point. */
export function isDecimal(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Whether a string is a valid date such as `2026-02-01`. For `01/02/26`, browsers have `0026-02-01`, which isn't. */
export function isDate(text: string): boolean {
  const day = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined;
  return !!day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Whether a string is a valid month or year, such as `2026-02` or `2026`: an approximate date. */
export function isMonthOrYear(text: string): boolean {
  return isDate(`${text}-01`) || isDate(`${text}-01-01`);
}
