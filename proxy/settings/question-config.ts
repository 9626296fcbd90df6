import { z } from 'zod';
import { bestTimeId, type Condition, contactFields, marketingFields } from '../contract/definition.ts';
import { questionTypes } from '../contract/question-types.ts';
import { isDate } from '../contract/rules.ts';
import {
  error,
  httpUrl,
  isOwnParameter,
  notEmpty,
  parameterName,
  sentText,
  text,
  unlessMissing,
  urlLabel,
  urlLabelNeedsUrl,
} from './texts.ts';

/** Ids that the proxy or the enquiry API uses itself. */
const reserved: string[] = [
  bestTimeId,
  'enquiry_reference',
  'enquiry_form_version',
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
  .describe(
    'Identifies the question, and its answer at the enquiry API. Never change a published id, and never reuse it for another question.',
  );
/** The schema of an id that the enquiry API gets in place of a question's own, or of a constant. */
export const sentId = sentText.refine(each => !isReserved(each), 'is reserved: choose another id');

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
  .describe('A regular expression that the whole answer must match. Requires a message in error.')
  .exactOptional();

const max_length = z.int().min(1).max(100_000).describe('The greatest number of characters.').exactOptional();
const counter = z
  .boolean()
  .describe(
    'Shows from the start how many characters are left. Otherwise it is shown from 80 % of max_length.',
  )
  .exactOptional();
const rows = z.int().min(1).max(50).describe('The number of visible lines.').exactOptional();

const contactTokens =
  'tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp';
const otherTokens =
  'name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password ' +
  'current-password one-time-code organization-title organization street-address address-line1 address-line2 ' +
  'address-line3 address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name ' +
  'cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type ' +
  'transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo';
const oneOf = (tokens: string) => `(?:${tokens.replaceAll(' ', '|')})`;

const autofillDetail = new RegExp(
  `^(?:on|off|(?:section-\\S+ )?(?:(?:shipping|billing) )?(?:${oneOf(otherTokens)}|` +
    `(?:${oneOf('home work mobile fax pager')} )?${oneOf(contactTokens)})(?: webauthn)?)$`,
);

/** The value of an `autocomplete` attribute (HTML standard, 4.10.18.7.1). */
const autocomplete = z
  .string()
  .regex(
    autofillDetail,
    'must be a value that the HTML standard defines for autocomplete, like "organization" or "postal-code"',
  )
  .describe('What the browser may fill in: a value of the HTML attribute autocomplete.')
  .exactOptional();

const optionValue = notEmpty.max(500);
const fullOption = z.strictObject({
  value: optionValue,
  send_as: sentText.describe('What the enquiry API gets in place of value.').exactOptional(),
  label: text,
  exclusive: z.boolean().describe('Checkboxes: this option can’t be combined with another.').exactOptional(),
  ends: z
    .strictObject({
      text: text.describe('Shown in place of the Send button.'),
      url: httpUrl.describe('A page about who can help.').exactOptional(),
      url_label: urlLabel.exactOptional(),
    })
    .check(urlLabelNeedsUrl)
    .describe('The firm can’t help with this answer: it ends the form.')
    .exactOptional(),
});
/** An option of a `select`, `radio` or `checkboxes` question, with its short form filled in. */
const option = z
  .union(
    [optionValue.transform((value): z.output<typeof fullOption> => ({ value, label: value })), fullOption],
    { error: unlessMissing('must be a text, or an object with "value" and "label"') },
  )
  .describe('An option, or a text that is both its value and its label.');

const questionId = z.string();
const dateLimit = z.string().refine(isDate, 'must be a number or a date, like "2026-02-01"');
const limit = z.union([z.number(), dateLimit], {
  error: unlessMissing('must be a number or a date, like "2026-02-01"'),
});
const answers = z.union([z.string(), z.array(z.string()).min(1)], {
  error: unlessMissing('must be an answer, or a list of answers'),
});
const conditions = z.array(z.lazy((): z.ZodType<Condition> => condition)).min(1);

/** What `shown_when` may be, to any depth. */
const condition = z
  .union(
    [
      z.strictObject({ question: questionId, is: answers }),
      z.strictObject({ question: questionId, less_than: limit }),
      z.strictObject({ question: questionId, more_than: limit }),
      z.strictObject({ question: questionId, answered: z.boolean() }),
      z.strictObject({ all: conditions }),
      z.strictObject({ any: conditions }),
      z.strictObject({ not: z.lazy((): z.ZodType<Condition> => condition) }),
    ],
    {
      error:
        'must be an object with "question" and one of "is", "less_than", "more_than" and "answered", or with "all", "any" or "not" alone',
    },
  )
  .meta({
    id: 'Condition',
    description: 'What the answers to earlier questions must be.',
  });

const ofEveryType = {
  id,
  send_as: sentId.describe('The id that the enquiry API gets in place of id.').exactOptional(),
  heading: text.describe('A heading above this question.').exactOptional(),
  label: text,
  help: text.describe('A hint below the question.').exactOptional(),
  error: error.exactOptional(),
  required: z.boolean().default(false),
  shown_when: condition
    .describe('Shows this question only if the answers to earlier ones meet this condition.')
    .exactOptional(),
};

const common = {
  ...ofEveryType,
  label_as: sentText.describe('The label that the enquiry API gets in place of label.').exactOptional(),
};

/** What the enquiry API gets in place of yes and no. */
const sentYesNo = (ofNo: string) =>
  z.strictObject({
    yes: sentText.describe('What the enquiry API gets in place of yes.').exactOptional(),
    no: sentText.describe(ofNo).exactOptional(),
  });

/** The separator of checkboxes by default. */
export const defaultSeparator = ', ';
const separator = z
  .string()
  .min(1)
  .max(20)
  .refine(
    each => each.isWellFormed() && !/(?![\n\t])\p{Cc}/u.test(each),
    'must not contain control characters other than line breaks and tabs',
  )
  .describe('Joins the values that are sent for several ticked options. Default: a comma and a space.')
  .exactOptional();

/** A visitor doesn't see a hidden question, and can't correct its answer. */
const hidden = z
  .strictObject(common)
  .omit({ heading: true, help: true, error: true, required: true })
  .extend({
    type: z.literal('hidden'),
    from: z
      .string()
      .regex(
        new RegExp(`^(?:values|address:${parameterName})$`),
        'must be "values", or "address:" and the name of a query parameter, like "address:product"',
      )
      .refine(
        from => !isOwnParameter(from.replace('address:', '')),
        'must name another query parameter, because the form’s own pages use this one in their addresses',
      )
      .describe('Where the answer comes from: the values that the site fills in, or a query parameter.'),
    max_length,
    pattern: pattern.describe('A regular expression that the whole answer must match. Others are dropped.'),
    default: notEmpty.describe('The answer if there is none, or none that is accepted.').exactOptional(),
  });

const types = [
  z.strictObject({ ...common, type: z.literal('text'), max_length, pattern, autocomplete, counter }),
  z.strictObject({ ...common, type: z.enum(['email', 'tel']), max_length, pattern, autocomplete }),
  z.strictObject({
    ...common,
    type: z.literal('textarea'),
    max_length,
    pattern,
    rows,
    autocomplete,
    counter,
  }),
  z.strictObject({
    ...common,
    type: z.literal('number'),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    unit: text.describe('The unit, such as £ or miles.').exactOptional(),
    autocomplete,
  }),
  z.strictObject({
    ...common,
    type: z.literal('date'),
    min: day.exactOptional(),
    max: day.exactOptional(),
    entry: z.literal('memorable').describe('Asks for day, month and year in three fields.').exactOptional(),
    day_optional: z
      .boolean()
      .describe('With "entry": "memorable": a month and a year are enough.')
      .exactOptional(),
    autocomplete,
  }),
  z.strictObject({ ...common, type: z.literal('postcode'), pattern, autocomplete }),
  z.strictObject({
    ...common,
    type: z.literal('address'),
    max_length,
    rows,
    entry: z.literal('lines').describe('Asks for each line in a field of its own.').exactOptional(),
    autocomplete,
    counter,
  }),
  z.strictObject({ ...common, type: z.literal('select'), options: z.array(option).min(1), autocomplete }),
  z.strictObject({ ...common, type: z.literal('radio'), options: z.array(option).min(1) }),
  z.strictObject({ ...common, type: z.literal('checkboxes'), options: z.array(option).min(1), separator }),
  z.strictObject({
    ...common,
    type: z.literal('yes_no'),
    send: sentYesNo('What the enquiry API gets in place of no.')
      .describe('What the enquiry API gets in place of yes and no.')
      .exactOptional(),
  }),
  z
    .strictObject({
      ...ofEveryType,
      type: z.literal('consent'),
      send: sentYesNo('What the enquiry API gets if the box isn’t ticked. Default: nothing.')
        .describe('What the enquiry API gets in place of yes, and if the box isn’t ticked.')
        .exactOptional(),
      url: httpUrl.describe('The terms that the visitor agrees to.').exactOptional(),
      url_label: urlLabel.exactOptional(),
    })
    .check(urlLabelNeedsUrl),
  hidden,
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
