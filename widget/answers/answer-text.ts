import type { AskedField } from '../../proxy/contract/asked.ts';
import { formatNumber, normaliseAnswer } from '../../proxy/contract/normalise.ts';
import { withoutEmptyLines } from './controls.ts';
import { dateInWords, localeOf } from './memorable-date.ts';

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
  if (type === 'consent') return translate(answer === 'yes' ? 'yes' : 'no');
  if (!answer) return '';
  switch (type) {
    case 'yes_no':
      return translate(answer === 'yes' ? 'yes' : 'no');
    case 'select':
    case 'radio':
    case 'checkboxes': {
      const labels = options.filter(({ value }) => given.includes(value)).map(({ label }) => label);
      return new Intl.ListFormat(localeOf(lang), { type: 'unit' }).format(labels);
    }
    case 'number': {
      const number = formatNumber(normaliseAnswer(question, answer, lang), lang);
      if (!unit || number.includes(unit)) return number;
      return /^\p{Sc}$/u.test(unit) ? unit + number : `${number} ${unit}`;
    }
    case 'date':
      // What isn't a date yet is shown as it was typed.
      return dateInWords(answer, lang, 'long') ?? answer.replaceAll('/', ' ').trim();
    case 'address':
      return withoutEmptyLines(answer);
    default:
      return answer;
  }
}
