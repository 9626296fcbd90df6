import { z } from 'zod';
import { contactFields, marketingFields, questionTypes, type Rule } from '../contract/definition.ts';
import { isDate } from '../contract/rules.ts';
import { autocomplete } from './autocomplete.ts';
import { condition } from './condition-config.ts';
import { httpUrl, isLanguageTag, type LocalisedText, notEmpty, text } from './texts.ts';

/** Ids that the proxy or the enquiry API uses itself. */
const reserved: string[] = [
  'enquiry_reference',
  'possible_duplicate',
  'case_type',
  'meta',
  ...contactFields,
  ...marketingFields,
];
const id = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'must start with a lower-case letter, followed by a-z, 0-9, - and _')
  .max(100)
  .refine(each => !reserved.includes(each), 'is reserved: choose another id')
  .meta({
    description:
      'Identifies the answer at the enquiry API. Never change a published id, and never reuse it for another question.',
  });

/** The rules that a question's `error` may have messages for. */
const errorRules: readonly string[] = [
  'required',
  'too_long',
  'not_an_option',
  'not_a_date',
  'not_an_email',
  'not_a_number',
  'not_a_phone_number',
  'not_a_postcode',
  'wrong_format',
  'exclusive',
  'too_small',
  'too_large',
  'not_allowed',
  'refused',
] satisfies Rule[];

/** The messages for problems with an answer: one for all rules, or one for some rules, each in one language or
 * several. */
export type ErrorConfig = LocalisedText | Partial<Record<Rule, LocalisedText>>;

/** Whether messages are given by rule, and not by language. A language tag begins with two or three letters, and every
 * rule has more, so no key can be both. */
export function isPerRule(error: ErrorConfig): error is Partial<Record<Rule, LocalisedText>> {
  return typeof error !== 'string' && Object.keys(error).some(key => errorRules.includes(key));
}

const error = z
  .union(
    [
      notEmpty,
      z
        .record(
          z
            .string()
            .refine(
              key => isLanguageTag(key) || errorRules.includes(key),
              `is neither a language tag, like "en", nor a rule: ${errorRules.map(rule => `"${rule}"`).join(', ')}`,
            ),
          text,
        )
        .refine(messages => Object.keys(messages).length > 0, 'must have a message')
        .refine(messages => {
          const keys = Object.keys(messages);
          return !isPerRule(messages as ErrorConfig) || keys.every(key => errorRules.includes(key));
        }, 'must not mix languages and rules: give each rule an object with a text for each language')
        .refine(
          messages =>
            isPerRule(messages as ErrorConfig) ||
            Object.values(messages).every(each => typeof each === 'string'),
          'must have a text for each language',
        ),
    ],
    {
      error:
        'must be a text, an object with a text for each language, or an object with a text for each rule, like {"required": "…"}',
    },
  )
  .transform(messages => messages as ErrorConfig)
  .meta({
    description:
      'The message for a problem with the answer: a text, or an object with a text for each rule: { "required": "…", "too_large": "…" }.',
  });

const day = z
  .string()
  .refine(each => each === 'today' || isDate(each), 'must be "today" or a date, like "2026-02-01"');
const pattern = z
  .string()
  .min(1)
  .refine(source => {
    try {
      return new RegExp(`^(?:${source})$`, 'v');
    } catch {
      return false;
    }
  }, 'is not a regular expression that JavaScript accepts with the flag v')
  .meta({
    description: 'A regular expression that the whole answer must match. Requires a message in error.',
  });

const maxLength = z.int().min(1).max(100_000).meta({ description: 'The greatest number of characters.' });
const counter = z.boolean().meta({
  description:
    'Shows from the start how many characters are left. Otherwise it is shown from 80 % of max_length.',
});
const rows = z.int().min(1).max(50).meta({ description: 'The number of visible lines.' });
const urlLabel = text.meta({ description: 'The text of the link to url.' });

const common = {
  id,
  heading: text.meta({ description: 'A heading above this question.' }).exactOptional(),
  label: text,
  help: text.meta({ description: 'A hint below the question.' }).exactOptional(),
  error: error.exactOptional(),
  required: z.boolean().default(false),
  shown_when: condition
    .meta({ description: 'Shows this question only if the answers to earlier ones meet this condition.' })
    .exactOptional(),
};

// The enquiry API gets the answers to checkboxes as one comma-separated value.
const optionValue = notEmpty.max(500).refine(value => !value.includes(','), 'must not contain a comma');
const fullOption = z.strictObject({
  value: optionValue,
  label: text,
  exclusive: z
    .boolean()
    .meta({ description: 'Checkboxes: this option can’t be combined with another.' })
    .exactOptional(),
  ends: z
    .strictObject({
      text: text.meta({ description: 'Shown in place of the Send button.' }),
      url: httpUrl.meta({ description: 'A page about who can help.' }).exactOptional(),
      url_label: urlLabel.exactOptional(),
    })
    .meta({ description: 'The firm can’t help with this answer: it ends the form.' })
    .exactOptional(),
});
const option = z
  .union(
    [optionValue.transform((value): z.output<typeof fullOption> => ({ value, label: value })), fullOption],
    { error: 'must be a text, or an object with "value" and "label"' },
  )
  .meta({ description: 'An option, or a text that is both its value and its label.' });

const types = [
  z.strictObject({
    ...common,
    type: z.literal('text'),
    max_length: maxLength.exactOptional(),
    pattern: pattern.exactOptional(),
    autocomplete: autocomplete.exactOptional(),
    counter: counter.exactOptional(),
  }),
  z.strictObject({
    ...common,
    type: z.enum(['email', 'tel']),
    max_length: maxLength.exactOptional(),
    pattern: pattern.exactOptional(),
    autocomplete: autocomplete.exactOptional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('textarea'),
    max_length: maxLength.exactOptional(),
    pattern: pattern.exactOptional(),
    rows: rows.exactOptional(),
    autocomplete: autocomplete.exactOptional(),
    counter: counter.exactOptional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('number'),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    unit: text.meta({ description: 'The unit, such as £ or miles.' }).exactOptional(),
    autocomplete: autocomplete.exactOptional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('date'),
    min: day.exactOptional(),
    max: day.exactOptional(),
    entry: z
      .literal('memorable')
      .meta({ description: 'Asks for day, month and year in three fields.' })
      .exactOptional(),
    day_optional: z
      .boolean()
      .meta({ description: 'With "entry": "memorable": a month and a year are enough.' })
      .exactOptional(),
    autocomplete: autocomplete.exactOptional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('postcode'),
    pattern: pattern.exactOptional(),
    autocomplete: autocomplete.exactOptional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('address'),
    max_length: maxLength.exactOptional(),
    rows: rows.exactOptional(),
    entry: z
      .literal('lines')
      .meta({ description: 'Asks for each line in a field of its own.' })
      .exactOptional(),
    autocomplete: autocomplete.exactOptional(),
    counter: counter.exactOptional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('select'),
    options: z.array(option).min(1),
    autocomplete: autocomplete.exactOptional(),
  }),
  z.strictObject({ ...common, type: z.enum(['radio', 'checkboxes']), options: z.array(option).min(1) }),
  z.strictObject({ ...common, type: z.literal('yes_no') }),
  z.strictObject({
    ...common,
    type: z.literal('consent'),
    url: httpUrl.meta({ description: 'The terms that the visitor agrees to.' }).exactOptional(),
    url_label: urlLabel.exactOptional(),
  }),
] as const;

/** The keys of all types of question. */
export const questionKeys: ReadonlySet<string> = new Set(types.flatMap(({ shape }) => Object.keys(shape)));

const typeNames = questionTypes.map(type => `"${type}"`).join(', ');

/** The schema of one question. */
export const question = z
  .discriminatedUnion('type', types, {
    error: ({ input }) =>
      input !== null && typeof input === 'object' && !Array.isArray(input)
        ? `must be one of ${typeNames}`
        : undefined,
  })
  .meta({ id: 'Question' });

/** A question with its defaults filled in. */
export type QuestionConfig = z.output<typeof question>;
