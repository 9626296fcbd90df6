import { z } from 'zod';
import { type Condition, type ContactField, contactFields, marketingFields } from '../contract/definition.ts';
import { questionTypes } from '../contract/question-types.ts';
import { isDate } from '../contract/rules.ts';
import { isRequired } from './configuration-error.ts';
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
  'enquiry_reference',
  'enquiry_form_version',
  'enquiry_received',
  'contact_promised',
  'preferred_channel',
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
    'Identifies the question at the enquiry API: a lowercase letter, then up to 99 lowercase letters, digits, ' +
      '"-" and "_". Never change a published id, and never reuse it for another question.',
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
  }, 'must be a regular expression that JavaScript accepts with the flag v: correct it')
  .describe(
    'A regular expression (JavaScript, flag v) that the whole answer must match. Except for "hidden", requires ' +
      'an error that says what to type.',
  )
  .exactOptional();

const max_length = z
  .int()
  .min(1)
  .max(100_000)
  .describe('The greatest number of characters, up to 100,000. Default: 500, or 10,000 for a textarea.')
  .exactOptional();

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
  .describe(
    'What the browser may fill in: a value of the HTML attribute autocomplete, such as "organization". Default: by type.',
  )
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

const options = z
  .array(option)
  .min(1)
  .describe('The options of a select, radio or checkboxes: texts, or objects. Required for these types.');

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
      error: unlessMissing(
        'must be an object with "question" and one of "is", "less_than", "more_than" and "answered", or with "all", "any" or "not" alone',
      ),
    },
  )
  .meta({ id: 'Condition', description: 'What the answers to earlier questions must be.' });

const ofEveryType = {
  id,
  send_as: sentId.describe('The id that the enquiry API gets in place of id. Default: id.').exactOptional(),
  heading: text.describe('A heading above the question, which is shown and hidden with it.').exactOptional(),
  label: text.describe('The question.'),
  help: text
    .describe(
      'Explains the question. The first number in the help of a "number" is the example in its error message, or else min.',
    )
    .exactOptional(),
  error: error.exactOptional(),
  required: z
    .boolean()
    .default(false)
    .describe('Whether visitors must answer. A required consent must be ticked.'),
  shown_when: condition
    .describe(
      'Shows the question only if the answers to earlier ones meet this condition. Default: always shown.',
    )
    .exactOptional(),
};

const common = {
  ...ofEveryType,
  label_as: sentText
    .describe(
      'The label that the enquiry API gets in place of label. A consent has none, because its wording is the proof. Default: label.',
    )
    .exactOptional(),
};

/** What the enquiry API gets in place of yes and no. */
const sentYesNo = (ofNo: string, byDefault?: string) =>
  z
    .strictObject({
      yes: sentText.describe('What the enquiry API gets in place of yes.').exactOptional(),
      no: sentText.describe(ofNo).exactOptional(),
    })
    .refine(
      ({ yes = 'yes', no = byDefault }) => yes !== no,
      'must not send the same for yes and no: send another text for one of them',
    );

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
  .describe(
    'What joins the values of checkboxes, up to 20 characters. No value that is sent can contain it, or end ' +
      'with its beginning. Default: a comma and a space.',
  )
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
      .describe(
        'Where the answer to a hidden question comes from: "values", or "address:" and a query parameter.',
      ),
    max_length,
    pattern: pattern,
    default: notEmpty
      .describe('The answer to a hidden question that has none, or none that is accepted.')
      .exactOptional(),
  });

const types = [
  z.strictObject({
    ...common,
    type: z.enum(['text', 'email', 'tel', 'textarea']).describe('One of the types below.'),
    max_length,
    pattern,
    autocomplete,
  }),
  z.strictObject({
    ...common,
    type: z.literal('number'),
    min: z
      .number()
      .describe('The smallest number, or the first date: "2026-02-01" or "today".')
      .exactOptional(),
    max: z.number().describe('The largest number, or the last date.').exactOptional(),
    unit: text
      .describe('The unit of a number, such as "£" or "miles". Visitors may type it.')
      .exactOptional(),
    autocomplete,
  }),
  z.strictObject({
    ...common,
    type: z.literal('date'),
    min: day.exactOptional(),
    max: day.exactOptional(),
    entry: z
      .literal('memorable')
      .describe(
        '"memorable": asks for a date that visitors know by heart in three fields. "lines": asks for each line ' +
          'of an address in a field of its own. Default: one field.',
      )
      .exactOptional(),
    approximate: z
      .boolean()
      .describe('Whether a month or a year is enough for a memorable date. Default: false.')
      .exactOptional(),
    autocomplete,
  }),
  z.strictObject({ ...common, type: z.literal('postcode'), pattern, autocomplete }),
  z.strictObject({
    ...common,
    type: z.literal('address'),
    max_length,
    entry: z.literal('lines').describe('Asks for each line in a field of its own.').exactOptional(),
    autocomplete,
  }),
  z.strictObject({ ...common, type: z.literal('select'), options, autocomplete }),
  z.strictObject({ ...common, type: z.literal('radio'), options }),
  z.strictObject({ ...common, type: z.literal('checkboxes'), options, separator }),
  z.strictObject({
    ...common,
    type: z.literal('yes_no'),
    send: sentYesNo('What the enquiry API gets in place of no.', 'no')
      .describe(
        'For yes_no and consent: the values that are sent, { "yes", "no" }. Default: yes and no; nothing for a consent that isn’t ticked.',
      )
      .exactOptional(),
  }),
  z
    .strictObject({
      ...ofEveryType,
      type: z.literal('consent'),
      send: sentYesNo('What the enquiry API gets if the box isn’t ticked. Default: nothing.')
        .describe('What the enquiry API gets in place of yes, and if the box isn’t ticked.')
        .exactOptional(),
      url: httpUrl.describe('The full text of a consent: an http or https address.').exactOptional(),
      url_label: urlLabel.exactOptional(),
    })
    .check(urlLabelNeedsUrl),
  hidden,
] as const;

/** The type of a contact field, and what the browser may fill in. */
const contactTraits = {
  forename: { type: 'text', autocomplete: 'given-name' },
  surname: { type: 'text', autocomplete: 'family-name' },
  telephone_mobile: { type: 'tel', autocomplete: 'tel' },
  email: { type: 'email', autocomplete: 'email' },
} as const satisfies Record<ContactField, object>;

/** A question that asks for a field of the enquiry API. It has no type of its own. */
const contactField = z
  .strictObject({
    type: z.undefined().meta({ not: {} }).exactOptional(),
    field: z
      .enum(contactFields, {
        error: ({ input }) =>
          input === undefined
            ? 'is missing: add it, like "field": "email", or a "type" for a question of your own'
            : `must be one of ${contactFields.map(field => `"${field}"`).join(', ')}`,
      })
      .describe('The field of the enquiry API that the answer is sent in, in place of id and type.'),
    label: text.describe('Default: the form’s own words.').exactOptional(),
    heading: ofEveryType.heading,
    help: ofEveryType.help,
    error: ofEveryType.error,
    required: z
      .boolean()
      .describe('Default: false, but the enquiry API always needs the forename.')
      .exactOptional(),
    shown_when: ofEveryType.shown_when,
  })
  .transform(({ field, required = field === 'forename', ...shown }) => ({
    ...shown,
    id: field,
    ...contactTraits[field],
    max_length: 200,
    required,
  }));

const typeNames = questionTypes.map(type => `"${type}"`).join(', ');

const unlessTyped: z.core.$ZodErrorMap = ({ input }) =>
  input !== null && typeof input === 'object' && !Array.isArray(input)
    ? (input as { type?: unknown }).type === undefined
      ? isRequired
      : `must be one of ${typeNames}`
    : undefined;

/** The schema of one question. */
export const question = z.discriminatedUnion('type', types, { error: unlessTyped }).meta({ id: 'Question' });

/** A question with its defaults filled in. */
export type QuestionConfig = z.output<typeof question>;

/** The schema of one entry of `contact`. */
export const contactQuestion = z
  .discriminatedUnion('type', [contactField, question], { error: unlessTyped })
  .meta({ id: 'ContactQuestion' });

/** An entry of `contact`. One that asks for a contact field may do so in the form's own words. */
export type ContactQuestion = z.output<typeof contactQuestion>;
