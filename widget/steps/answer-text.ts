import type { AskedField } from '../../proxy/contract/asked.ts';
import type { StepsMessages } from '../messages/en-steps.ts';
import type { Translate } from '../messages/format.ts';

/** An answer as text in the definition's language; empty if there is none. */
export function answerText(
  translate: Translate<StepsMessages>,
  { name, question }: AskedField,
  values: FormData,
  lang: string,
): string {
  const given = values.getAll(name).map(value => String(value).trim());
  const { type, options = [] } = question;
  const answer = given[0] ?? '';
  if (type === 'consent') return translate(answer ? 'yes' : 'no');
  if (!answer) return '';
  const locale = localeOf(lang);
  switch (type) {
    case 'yes_no':
      return translate(answer === 'yes' ? 'yes' : 'no');
    case 'select':
    case 'radio':
    case 'checkboxes': {
      const labels = options.filter(({ value }) => given.includes(value)).map(({ label }) => label);
      return new Intl.ListFormat(locale, { type: 'unit' }).format(labels);
    }
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(answer)
        ? new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(Number(answer))
        : answer;
    case 'date': {
      const day = new Date(answer);
      return Number.isNaN(day.getTime())
        ? answer
        : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
    }
    default:
      return answer;
  }
}

/** With plain `en`, Intl would format dates the American way. */
const english = 'en-GB';

/** The locale for a definition's language. Falls back to English for a tag that Intl rejects. */
function localeOf(lang: string): string {
  if (lang === 'en') return english;
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? english;
  } catch {
    return english; // The config has a malformed tag.
  }
}
