import type { Question } from '../../proxy/contract/definition.ts';
import { normaliseAnswer, toPlainLine } from '../../proxy/contract/normalise.ts';
import { isDecimal } from '../../proxy/contract/rules.ts';

/** Converts what a visitor typed into what is sent, also numbers with words, such as `285 thousand pounds`. `words` is the
 * message `numberWords`. */
export function normaliseEntry(question: Question, text: string, lang: string, words: string): string {
  const number = question.type === 'number' ? readAmount(text, question.unit, lang, words) : text;
  return normaliseAnswer(question, number, lang);
}

/** Reads a number that is followed by words, such as `£1.2m`, `285 thousand` or `285,000 pounds`, as decimal text. Returns
 * other texts unchanged, and those that may be several numbers. */
export function readAmount(text: string, unit = '', lang: string, words: string): string {
  const lists = words.replaceAll(' ', '').split(';');
  const [thousand = [], million = [], ...currencies] = lists.map(list => list.split(','));
  const [, typed = '', after = ''] = /^(.*\d[.,]?-*)(.*)$/.exec(toPlainLine(text)) ?? [];
  const tail = after.replaceAll(/[ .\p{Sc}]/gu, '').replace("'", '’');
  const decimal = normaliseAnswer({ type: 'number', unit }, typed, lang);
  if (!tail || !isDecimal(decimal)) return text;

  const ofUnit = toPlainLine(unit).toLowerCase();
  const money = currencies.filter(names => !unit || names.includes(ofUnit)).flat();
  const isMoney =
    /\p{Sc}/u.test(text + unit) || money.some(name => (tail.toLowerCase() + ofUnit).endsWith(name));
  const isWritten = (multiple: string) =>
    // Without money, `m` may be metres.
    (isMoney || !/^m$/i.test(multiple)) &&
    ['', ofUnit, ...money].some(end => [tail, tail.toLowerCase()].includes(multiple + end));
  const thousands = [[''], thousand, million].findIndex(list => list.some(isWritten));
  if (thousands < 0) return text;
  if (!thousands) return decimal;

  // A unit such as `£m`, `£000` or `Tsd. €` is a multiple already. With the unit `km`, `5k` may be `5 km`.
  const unitWords = ofUnit.split(/\P{L}+/u);
  if (/\d|\bk/.test(ofUnit) || [...thousand, ...million].some(each => unitWords.includes(each))) return text;
  // The dot in `1.285 Mio.` was probably meant as a decimal point.
  if (/\d\D+\d/.test(typed) && !decimal.includes('.')) return text;

  const [whole = '', fraction = ''] = decimal.split('.');
  const moved = fraction.padEnd(3 * thousands, '0');
  const shifted = `${whole}${moved.slice(0, 3 * thousands)}.${moved.slice(3 * thousands)}`;
  return shifted.replace(/\.$/, '').replace(/^(-?)0+(?=\d)/, '$1');
}
