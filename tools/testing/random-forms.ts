// For tests: random questions as they are written in a config, and what visitors enter.
import type { Condition } from '../../proxy/contract/definition.ts';
import { languages as allLanguages } from '../../proxy/contract/languages/enquiry-texts.ts';
import type { QuestionType } from '../../proxy/contract/question-types.ts';

/** The options of choices. */
export const optionValues = ['neck', 'back', 'none'];

/** What visitors enter: possible answers, impossible ones, and none. */
export const entries: Record<QuestionType, string[]> = {
  text: ['', ' ', '\u3164', 'AB12', ' AB12 ', 'ab', 'a\tb\0', '\ud800', 'é'.repeat(12), '👍'.repeat(10)],
  textarea: ['', '\n', 'One.\r\nTwo.', 'a\vb\0', 'long '.repeat(9)],
  address: ['', '1 High Street\n\nLeeds', '1 High Street\u0007'],
  email: ['', 'mailto:ada@example.com', '\u202aada@example.com ', 'ada@example', 'ada'],
  tel: ['', '07700 900123', '+44\u00a07700\u2011900123', '٠٧٧٠٠٩٠٠١٢٣', 'hello', '123'],
  number: ['', '7', '£1,250', '1.250,50', '285 000', '-3', '12 50', 'seven', '٧', '20 miles', '1,5'],
  date: ['', '?', '0026-03-10', '2026-03-10', '2026-03-11', '2020-02-29', '2026-02', '31/Feb/', '2019-01'],
  postcode: ['', 'sw1a1aa', '1234 AB', 'London', '101'],
  select: ['', 'neck', 'back', 'none', 'arm'],
  radio: ['', 'neck', 'back', 'none', 'arm'],
  checkboxes: optionValues,
  yes_no: ['', 'yes', 'no', 'maybe'],
  consent: ['', 'yes'],
  hidden: ['', ' ', 'AB12', ' AB12 ', 'ab!', 'a\tb', 'é'.repeat(16), '\ud800'],
};
const types = Object.keys(entries) as QuestionType[];

/** Random bytes choose everything, which is faster than a tree of arbitraries. */
export class Choices {
  #bytes: Uint8Array;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  below(count: number): number {
    const byte = this.#bytes[this.#at % this.#bytes.length] ?? 0;
    this.#at += 1;
    return byte % count;
  }
  one<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.below(choices.length)]!;
  }
  some<Choice>(choices: readonly Choice[]): Choice[] {
    return choices.filter(() => this.below(2));
  }
  /** The settings, half of the time. */
  maybe<Settings extends object>(settings: Settings): Partial<Settings> {
    return this.below(2) ? settings : {};
  }
}
export interface RandomQuestion {
  id: string;
  type: QuestionType;
}

function randomCondition(choices: Choices, earlier: RandomQuestion[], depth = 0): Condition {
  const kind = depth < 2 ? choices.below(8) : 7;
  const inner = () => randomCondition(choices, earlier, depth + 1);
  if (kind === 0) return { all: [inner(), inner()] };
  if (kind === 1) return { any: [inner(), inner()] };
  if (kind === 2) return { not: inner() };
  const { id: question, type } = choices.one(earlier);
  if (kind === 3) return { question, answered: choices.below(2) === 0 };
  if (type === 'number') {
    const limit = choices.one([0, 7, 1250]);
    return choices.one<Condition>([
      { question, less_than: limit },
      { question, more_than: limit },
      { question, is: ['7', '1250'] },
    ]);
  }
  if (type === 'date') {
    const limit = choices.one(['2020-02-29', '2026-02-15']);
    return choices.one<Condition>([
      { question, less_than: limit },
      { question, more_than: limit },
    ]);
  }
  if (/select|radio|checkboxes/.test(type))
    return { question, is: choices.some(optionValues).concat('neck') };
  return { question, is: /yes_no|consent/.test(type) ? choices.one(['yes', 'no']) : 'AB12' };
}

/** The languages of the forms, with the widget's messages. The first is the main one. */
export const languages = ['en', ...allLanguages.filter(lang => lang !== 'en')];
/** A text in every language. In the main language, it is as given. */
export const inLanguages = (text: string): Record<string, string> =>
  Object.fromEntries(languages.map(lang => [lang, lang === 'en' ? text : `${text} (${lang})`]));

/** A question as it is written in a config. */
export function randomQuestion(choices: Choices, id: string, earlier: RandomQuestion[]): RandomQuestion {
  const type = choices.one(types);
  const isText = /^(text|textarea|email|tel)$/.test(type);
  const question = {
    id,
    type,
    label: inLanguages(`${id}?`),
    ...(type === 'hidden'
      ? { from: 'values', ...choices.maybe({ pattern: '[A-Z0-9]+' }), ...choices.maybe({ default: 'AB12' }) }
      : { required: choices.below(2) === 0 }),
    ...choices.maybe(isText || type === 'hidden' ? { max_length: 15 } : {}),
    ...(isText && choices.below(6) === 0 && { pattern: '[A-Za-z0-9 @.]+', error: 'Write it differently' }),
    ...(type === 'number' && {
      ...choices.maybe({ min: 0 }),
      ...choices.maybe({ max: 20_000 }),
      unit: 'miles',
    }),
    ...(type === 'date' && {
      ...choices.maybe({ max: 'today' }),
      ...choices.maybe({ min: '2020-01-15' }),
      ...choices.maybe({ entry: 'memorable', approximate: true }),
    }),
    ...(type === 'address' && choices.maybe({ entry: 'lines' })),
    ...(/select|radio|checkboxes/.test(type) && {
      options: [
        'neck',
        { value: 'back', label: 'Back', ...choices.maybe({ ends: { text: 'We can’t help.' } }) },
        { value: 'none', label: 'None', ...(type === 'checkboxes' && { exclusive: true }) },
      ],
    }),
    ...(earlier.length > 0 && choices.maybe({ shown_when: randomCondition(choices, earlier) })),
  };
  return question;
}

const contactTypes = { forename: 'text', surname: 'text', telephone_mobile: 'tel', email: 'email' } as const;
const contactNames = Object.keys(contactTypes) as (keyof typeof contactTypes)[];

/** A list `contact` as it is written in a config, with other questions in it, and a rule about two of its fields. The ids of
 * its questions, in the order of the list, are those of `asked`. */
export function randomContact(choices: Choices) {
  const oneOf = choices.one([undefined, ['telephone_mobile', 'email'], ['email', 'surname']]);
  const asked: RandomQuestion[] = [];
  const list: object[] = [];
  for (const field of choices.below(2) ? contactNames : contactNames.toReversed()) {
    const isListed = !!oneOf?.includes(field);
    const isForename = field === 'forename';
    if (!isForename && !isListed && choices.below(3) === 0) continue;
    if (choices.below(4) === 0) {
      const question = randomQuestion(choices, `c${list.length}`, asked);
      list.push(question);
      asked.push(question);
    }
    list.push({
      field,
      ...(!isForename && !isListed && choices.maybe({ required: true })),
      ...(!isForename && asked.length > 0 && choices.maybe({ shown_when: randomCondition(choices, asked) })),
      ...choices.maybe({ heading: inLanguages('You') }),
    });
    asked.push({ id: field, type: contactTypes[field] });
  }
  return { asked, contact: list, ...(oneOf && { at_least_one_of: oneOf }) };
}
