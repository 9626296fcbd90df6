import { z } from 'zod';
import { contactFields, marketingFields } from '../contract/definition.ts';
import { questionTypes } from '../contract/question-types.ts';
import { isDate } from '../contract/rules.ts';
import { autocomplete } from './autocomplete.ts';
import { condition } from './condition-config.ts';
import { error } from './error-config.ts';
import { option } from './option-config.ts';
import { httpUrl, text, urlLabel } from './texts.ts';

/** Ids that the proxy or the enquiry API uses itself. */
const reserved: string[] = [
  'enquiry_reference',
  'possible_duplicate',
  'possible_duplicate_of',
  'suspected_spam',
  'case_type',
  'meta',
  ...contactFields,
  ...marketingFields,
];
const isReserved = (id: string) => reserved.includes(id) || id.startsWith('attribution_');
const id = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'must start with a lower-case letter, followed by a-z, 0-9, - and _')
  .max(100)
  .refine(each => !isReserved(each), 'is reserved: choose another id')
  .meta({
    description:
      'Identifies the answer at the enquiry API. Never change a published id, and never reuse it for another question.',
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
