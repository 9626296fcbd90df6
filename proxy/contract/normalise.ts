import type { Question } from './definition.ts';
import { traitsOf } from './question-types.ts';

/** Converts what a visitor typed into what is sent: a number in the writing of `lang` (a BCP 47 tag), such as
 * `£285,000`, into decimal text, a link to an email address into the address, a British postcode into its usual
 * spelling, and the digits of a phone number into ASCII. Removes control characters, which visitors can't see. Returns a
 * number that isn't one as typed, so that `check()` reports it. Conditions must be evaluated with normalised answers, as in
 * the proxy. */
export function normaliseAnswer(
  { type, unit }: Pick<Question, 'type' | 'unit'>,
  text: string,
  lang: string,
): string {
  const { answer, hasLines } = traitsOf(type);
  if (hasLines) return stripControls(text, '\n');
  if (type === 'text' || type === 'date') return stripControls(text, ' ');
  if (answer !== 'format') return text; // Chosen.
  // Format characters, such as the direction marks around a phone number that was copied from a contact list.
  const line = stripControls(text, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  // In an address without `mailto:`, a question mark is a character like any other.
  if (type === 'email') return line.replace(/^<?mailto:([^?>]*).*$|^<(.*)>$/i, '$1$2');
  if (type === 'number') return toDecimal(toAsciiDigits(line), unit, lang) ?? line;
  const typed = toAsciiDigits(line)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Pd}/gu, '-');
  return type === 'postcode'
    ? typed.replace(britishPostcode, (_, out, inner) => `${out} ${inner}`.toUpperCase())
    : typed;
}

/** Formats decimal text, such as `285000.5`, in the writing of `lang` (a BCP 47 tag; `en` means British English),
 * without rounding. Returns other text unchanged. */
export function formatNumber(decimal: string, lang: string): string {
  const [, sign, whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === undefined) return decimal;
  const format = numberFormat(lang);
  const part = (value: number, wanted: string) =>
    format.formatToParts(value).find(({ type }) => type === wanted)?.value ?? '';
  // As a Number, a long fraction would be rounded, and Firefox 115 converts text to a Number.
  const digits = fraction?.replaceAll(/\d/g, digit => format.format(Number(digit)));
  return [
    sign && part(-1, 'minusSign'),
    format.format(BigInt(whole)),
    digits && part(0.5, 'decimal') + digits,
  ].join('');
}

const britishPostcode = /^([a-z]{1,2}\d[a-z\d]?|gir) ?(\d[a-z]{2})$/i;

/** Removes control characters and lone surrogates. Tabs and line breaks become `lineBreak`, except in a text of several
 * lines, which keeps them. */
function stripControls(text: string, lineBreak: ' ' | '\n'): string {
  const breaks = lineBreak === ' ' ? /[\t-\r\x85]/g : /[\v\f\x85]/g; // Word's line break is a vertical tab.
  return text.replaceAll(breaks, lineBreak).replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '');
}

/** Converts the decimal digits of every script. In Unicode, a script's digits are consecutive and begin with zero. */
function toAsciiDigits(text: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  return text.replaceAll(/(?!\d)\p{Nd}/gu, digit => {
    let value = 0;
    while (isDigit(digit.codePointAt(0)! - value - 1)) value += 1;
    return String(value % 10); // The five sets of mathematical digits are consecutive, too.
  });
}

/** Converts a number in the writing of `lang`. Undefined if it isn't a number. */
function toDecimal(text: string, unit: string | undefined, lang: string): string | undefined {
  const bare = stripUnit(text, unit);
  const [, sign = '', unsigned = ''] =
    /^([-+\u2212]?)(.*)$/.exec(bare.replace(/[.,][-\u2013\u2014]+$/, '')) ?? [];
  // Arabic has separators of its own. Spaces and apostrophes only ever separate thousands.
  const number = stripUnit(unsigned, unit)
    .replaceAll('\u066b', '.')
    .replaceAll(/[\s\u066c'\u2019\u02bc]/g, ' ');
  const point = findDecimalPoint(number, lang);
  const whole = point < 0 ? number : number.slice(0, point);
  const fraction = point < 0 ? '' : number.slice(point + 1);
  const digits = whole.replaceAll(/[ .,]/g, '');
  if (
    !/^\d*$/.test(fraction) ||
    !(digits + fraction) ||
    !/^\d*$|^[1-9]\d{0,2}([ .,])(?:\d{2,3}\1)*\d{3}$/.test(whole)
  ) {
    return undefined;
  }
  return `${sign && sign !== '+' ? '-' : ''}${digits || '0'}${fraction && `.${fraction}`}`;
}

/** The position of the decimal separator; -1 if there is none. */
function findDecimalPoint(number: string, lang: string): number {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  const separator = number[last];
  if (separator === undefined || number.indexOf(separator) < last) return -1; // Only thousands repeat it.
  const isAlone = !/[ .,]/.test(number.slice(0, last));
  const couldBeThousands = isAlone && /^[1-9]\d{0,2}.\d{3}$/.test(number);
  if (!couldBeThousands) return last;
  const isCommaDecimal = numberFormat(lang).format(0.5).includes(',');
  return isCommaDecimal === (separator === ',') ? last : -1;
}

/** Removes the unit and currency signs around a number. */
function stripUnit(text: string, unit = ''): string {
  const sign = unit.toLowerCase().trim();
  let bare = /[^\p{Sc}\s](?:.*[^\p{Sc}\s])?/su.exec(text)?.[0] ?? '';
  if (sign && bare.toLowerCase().startsWith(sign)) bare = bare.slice(sign.length);
  if (sign && bare.toLowerCase().endsWith(sign)) bare = bare.slice(0, -sign.length);
  return bare.trim();
}

function numberFormat(lang: string): Intl.NumberFormat {
  const locale = lang.toLowerCase() === 'en' ? 'en-GB' : lang;
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return new Intl.NumberFormat('en-GB'); // The page's `lang` isn't a language tag.
  }
}

/** The address of a link that calls a number. A zero in brackets isn't dialled after a country code. */
export function telAddress(phone: string): string {
  return `tel:${phone.replaceAll(/(\d)\D*\(0\)|[^\d+]/g, '$1')}`;
}
