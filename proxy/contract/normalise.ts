import type { Question } from './definition.ts';
import { traitsOf } from './question-types.ts';
import { isEmail, isPhoneNumber } from './rules.ts';

type Typed = Pick<Question, 'type' | 'unit' | 'entry'>;

/** Converts what a visitor typed into what is sent: without characters that nobody can see, an email address without what
 * was copied with it, a phone number in ASCII and without a label, a British postcode in its usual spelling, an address in
 * lines without empty ones, and a number in the writing of `lang` (a BCP 47 tag), such as `£285,000`, as decimal text.
 * Without `lang`, a number must be decimal text. What isn't an answer stays nearly as it was typed, so that `check()`
 * reports it. Conditions must be evaluated with normalised answers, as in the proxy. */
export function normaliseAnswer(question: Typed, text: string, lang?: string): string {
  const { type } = question;
  const usual = normaliseUsual(question, text, lang);
  if (usual !== undefined) return usual;
  const { answer, hasLines } = traitsOf(type);
  if (answer === 'words') return inLines(question, readWords(text, hasLines ? '\n' : ' '));
  const line = toPlainLine(text);
  if (type === 'email') return readEmail(line);
  if (type === 'tel') return readPhoneNumber(line);
  return type === 'postcode' ? formatPostcode(withHyphens(line)) : line;
}

/** As `normaliseAnswer`, for what most visitors type: the widget loads the rest when somebody types something else. Undefined
 * then, and for a number with words, such as `285 thousand`. */
export function normaliseUsual(question: Typed, text: string, lang?: string): string | undefined {
  const { type, unit } = question;
  const { answer } = traitsOf(type);
  // Some of the characters that can't be seen may stay, such as those in emoji.
  if (answer === 'words')
    return /[^\P{C}\n]|[\p{DI}\u2028\u2029\u2800\ufffc]/u.test(text) ? undefined : inLines(question, text);
  if (answer !== 'format') return text; // Chosen.
  const line = toPlainLine(text);
  const decimal = type === 'number' && lang !== undefined && readNumber(line, unit, lang);
  if (decimal) return decimal;
  const isUnusual = {
    email: line && !isEmail(line),
    tel: line && !(isPhoneNumber(line) && /\d$/.test(line)),
    postcode: /[^a-z\d -]/i.test(line),
    number: /^\D*\d.*\p{L}/u.test(line),
  }[type as string];
  return isUnusual ? undefined : type === 'postcode' ? formatPostcode(line) : line;
}

const inLines = ({ entry }: Typed, text: string) => (entry === 'lines' ? withoutEmptyLines(text) : text);

/** An address without its empty lines, and without white space around the others. */
export function withoutEmptyLines(text: string): string {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** A character that nobody can see (UAX #44, Default_Ignorable_Code_Point), unless it changes how the one before it looks: an
 * emoji, the flag of a nation, a Chinese character, and letters of the scripts from Arabic to Myanmar, Khmer and Mongolian.
 * iOS leaves U+FFFC behind in dictated texts. */
const unseen = /* @__PURE__ */ new RegExp(
  '[\\p{DI}\\ufffc](?<!' +
    '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]|\\ufe0f(?=\\u20e3)|' +
    '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?\\u200d(?=\\p{Extended_Pictographic})|' +
    '\\u{1f3f4}[\\u{e0061}-\\u{e007f}]{1,7}|' +
    '\\p{sc=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|' +
    '(?!\\p{DI})[\\u0600-\\u109f\\u1780-\\u18af](?:[\\u180b-\\u180f\\u200d]|\\u200c(?=[\\u0600-\\u109f\\u1780-\\u18af])))',
  'gu',
);

/** A text in a visitor's own words: as it was typed, but without characters that nobody can see, control characters and
 * lone surrogates. Tabs and line breaks become `lineBreak`, except in a text of several lines, which keeps them. */
function readWords(text: string, lineBreak: ' ' | '\n'): string {
  const breaks = lineBreak === ' ' ? /[\t-\r\x85\u2028\u2029]/g : /[\v\f\x85\u2028\u2029]/g; // Word's is a vertical tab.
  return text
    .replaceAll(breaks, lineBreak)
    .replaceAll('\u2800', ' ') // The blank of Braille.
    .replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '')
    .replaceAll(unseen, '');
}

/** Converts an entry in a format to ASCII as far as possible (NFKC): full-width letters, the digits of every script, all
 * dashes. Signs such as `½` and `²` stay, because they aren't digits. Removes what nobody can see, such as the direction
 * marks around a phone number that was copied from a contact list, icons of a page's font, and repeated spaces. */
export function toPlainLine(text: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  return text
    .replaceAll(/[\t-\r\x85\u2800]/g, ' ')
    .replaceAll(/[\p{C}\p{DI}\ufffc]/gu, '')
    .replaceAll(/\P{No}+/gu, part => part.normalize('NFKC'))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?!\d)\p{Nd}/gu, digit => {
      // In Unicode, a script's digits are consecutive and begin with zero.
      let value = 0;
      while (isDigit(digit.codePointAt(0)! - value - 1)) value += 1;
      return String(value);
    })
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Takes the address out of what mail programs copy: `Ada Byron <ada@example.com>`, `mailto:ada@example.com?subject=Hi`,
 * `[ada@example.com](mailto:ada@example.com)`, `ada@example.com (work)`, and quotation marks or a full stop around it. */
function readEmail(line: string): string {
  // Phones write `’` for `'`, and `。` for a full stop.
  const text = decodeLink(line).replaceAll(/[‘’]/g, "'").replaceAll('。', '.');
  const [, inBrackets] = /[<("“”„«[]([^<>()"“”„«»[\]]*@[^<>()"“”„«»[\]]*)[>)"“”»\]]\P{L}*$/u.exec(text) ?? [];
  const address = (inBrackets ?? text)
    .replace(/ \([^()@]*\)$/, '')
    .replace(/^[^@]*(?:mailto:(\?to=)?|: )/i, '') // A colon alone may be a slip of the finger.
    .replace(/^([^@]*@[^?]*)\?.*$/, '$1') // Only the name of a mailbox can have a question mark.
    .replace(/^_(.+)_\W*$/, '$1')
    .replace(/^[^\p{L}\p{N}_]+/u, '')
    .replace(/^(.*[\p{L}\p{M}\p{N}]).*/u, '$1');
  // There may be another address.
  return isEmail(address) && !text.split(address).join('').includes('@') ? address : line;
}

/** A link may have characters in hex (RFC 3986). */
function decodeLink(line: string): string {
  try {
    return /(mailto|tel):/i.test(line) ? decodeURIComponent(line) : line;
  } catch {
    return line; // Another per cent sign is a part of the address.
  }
}

/** Takes the number out of `tel:+44 7700 900123` and `Mobile: 07700 900123 (work)`. Text with other digits stays as it was
 * typed: these may be a part of the number, or another one. */
function readPhoneNumber(line: string): string {
  const text = withHyphens(decodeLink(line));
  if (isPhoneNumber(text)) return text;
  const [, number = '', extension] = labelledNumber.exec(text) ?? [];
  const found = extension ? `${number} ext. ${extension}` : number;
  return isPhoneNumber(found) ? found : line;
}

/** A phone number and its extension between words. A letter next to it may be a digit that was mistyped, such as `O7700`. */
const labelledNumber =
  /^\P{N}*?(?<![\p{L}+]|\bo )(\+?(?:\(\+?\d+\)|\d)[\d ()+./-]*\d)(?:[ ,;]*(?:ext(?:ension|n)?|x|#)[ .:=]*(\d{1,6})|(?!\p{L}))\P{N}*$/iu;

/** Without quotation marks, brackets and the like around it, and with hyphens in place of the signs that keyboards and pages
 * have between digits: the long vowel of Japanese, lines and dots. */
const withHyphens = (line: string) =>
  line
    .replaceAll(/[ー─·•・⁃_]/g, '-')
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(/^[^\p{L}\p{N}+(]+/u, '')
    .replace(/^(.*[\p{L}\p{N})]).*/u, '$1');

/** A British postcode in its usual spelling, and any other as it was typed. */
function formatPostcode(code: string): string {
  const [, out, inner] =
    /^([a-z]{1,2}\d[a-z\d]?|gir)(\d[a-z]{2})$/i.exec(code.replaceAll(/[ .-]/g, '')) ?? [];
  return out ? `${out} ${inner}`.toUpperCase() : code;
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

/** Converts a number in the writing of `lang`. Undefined if it isn't a number. */
function readNumber(text: string, unit: string | undefined, lang: string): string | undefined {
  const bare = stripUnit(text, unit).replace(/[.,/]-+$/, '');
  const [, sign = '', unsigned = ''] = /^([-+]?)(.*)$/.exec(bare) ?? [];
  // Arabic has separators of its own. Spaces and apostrophes only ever separate thousands.
  const number = stripUnit(unsigned, unit)
    .replaceAll('\u066b', '.')
    .replaceAll(/[\u066c'’ʼ]/g, ' ');
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
  return `${sign.replace('+', '')}${digits || '0'}${fraction && `.${fraction}`}`;
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
  const sign = toPlainLine(unit).toLowerCase();
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
