// Longer than 200 lines because it is one schema, whose descriptions are shown in editors.
import { z } from 'zod';
import { type ContactField, contactFields, marketingFields } from '../contract/definition.ts';
import { isDate } from '../contract/rules.ts';
import { exactOrigin } from './exact-origin.ts';

const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const notEmpty = z.string().refine(text => text.trim() !== '', 'must not be empty');
const text = z
  .union([notEmpty, z.record(z.string().regex(languageTag), notEmpty)], {
    error:
      'must be a text, or an object with a text for each language, like {"en": "…"}; no text may be empty',
  })
  .meta({
    description: 'A text, or an object with a text for each language: { "en": "…", "cy": "…" }.',
  });

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
  .max(100, 'must have at most 100 characters')
  .refine(each => !reserved.includes(each), 'is reserved: choose another id')
  .meta({
    description:
      'Identifies the answer at the enquiry API. Never change a published id, and never reuse it for another question.',
  });
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const date = z
  .string()
  .refine(each => each === 'today' || isDate(each), 'must be "today" or a date, like "2026-02-01"');
const maxLength = z
  .int()
  .min(1)
  .max(100_000)
  .meta({ description: 'The greatest number of characters.' })
  .exactOptional();

const common = {
  id,
  label: text,
  help: text.meta({ description: 'A hint below the question.' }).exactOptional(),
  required: z.boolean().default(false),
  shown_when: z
    .strictObject({ question: z.string(), is: z.union([z.string(), z.array(z.string()).min(1)]) })
    .meta({ description: 'Shows this question only if an earlier one has this answer, or one of these.' })
    .exactOptional(),
};
const option = z.strictObject({
  // The enquiry API gets the answers to checkboxes as one comma-separated value.
  value: notEmpty.max(500).refine(value => !value.includes(','), 'must not contain a comma'),
  label: text,
});

/** The schema of one question. */
export const question = z
  .discriminatedUnion('type', [
    z.strictObject({ ...common, type: z.enum(['text', 'email', 'tel']), max_length: maxLength }),
    z.strictObject({ ...common, type: z.literal('textarea'), max_length: maxLength }),
    z.strictObject({
      ...common,
      type: z.literal('number'),
      min: z.number().exactOptional(),
      max: z.number().exactOptional(),
    }),
    z.strictObject({
      ...common,
      type: z.literal('date'),
      min: date.exactOptional(),
      max: date.exactOptional(),
    }),
    z.strictObject({
      ...common,
      type: z.enum(['select', 'radio', 'checkboxes']),
      options: z.array(option).min(1),
    }),
    z.strictObject({ ...common, type: z.literal('yes_no') }),
    z.strictObject({
      ...common,
      type: z.literal('consent'),
      url: httpUrl.meta({ description: 'The terms that the visitor agrees to.' }).exactOptional(),
    }),
  ])
  .meta({ id: 'Question' });

const caseType = z.strictObject({
  label: text,
  introduction: text.meta({ description: 'Shown above the questions.' }).exactOptional(),
  next: text.meta({ description: 'Shown with the receipt: what happens next.' }).exactOptional(),
  send_label: text.meta({ description: 'The label of the Send button.' }).exactOptional(),
  draft: z
    .boolean()
    .default(true)
    .meta({ description: 'Keeps unsent answers in the browser’s session storage.' }),
  questions: z.array(question).default([]),
  steps: z
    .array(z.strictObject({ title: text, questions: z.array(z.string()) }))
    .meta({ description: 'Divides the questions into steps, in the order of the questions.' })
    .exactOptional(),
});

const requirement = z.enum(['required', 'optional', 'hidden']);
type ContactRequirements = Record<
  Exclude<ContactField, 'forename'>,
  typeof requirement | z.ZodDefault<typeof requirement>
>;

/** The schema of `enquiry.config.json`, without the checks of `config-consistency.ts`. */
export const configSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  origins: z
    .array(exactOrigin('https://www.example.com'))
    .meta({ description: 'The exact origins of the pages that may send enquiries.' }),
  language: z.string().regex(languageTag, 'must be a BCP 47 language tag, like en').default('en').meta({
    description: 'The main language, as a BCP 47 tag. The enquiry API gets labels in this language.',
  }),
  contact: z
    .strictObject({
      surname: requirement.default('required'),
      telephone_mobile: requirement.default('optional'),
      email: requirement.default('required'),
    } satisfies ContactRequirements)
    .prefault({})
    .meta({ description: 'Which contact fields are asked for. The forename is always required.' }),
  attachments: z
    .strictObject({
      max_files: z
        .int()
        .min(0)
        .max(50)
        .default(5)
        .meta({ description: 'The greatest number of files per enquiry; 0 turns attachments off.' }),
      max_bytes: z
        .int()
        .min(1)
        .max(104_857_600)
        .default(10_485_760)
        .meta({ description: 'The greatest size of a file, in bytes.' }),
      strip_metadata: z
        .enum(['location', 'all', 'none'])
        .default('location')
        .meta({ description: 'The metadata that the browser removes from photos.' }),
      pdf_javascript: z
        .enum(['refuse', 'pass'])
        .default('refuse')
        .meta({ description: 'Whether PDFs that contain JavaScript are refused.' }),
    })
    .prefault({}),
  privacy: z
    .strictObject({ text, url: httpUrl.exactOptional() })
    .meta({ description: 'The privacy notice above the Send button.' })
    .exactOptional(),
  receipt: z
    .strictObject({
      show_number: z
        .boolean()
        .default(false)
        .meta({ description: 'Shows the enquiry’s number in small print, below the reference.' }),
      contact: text
        .meta({ description: 'How visitors can correct their contact details after sending.' })
        .exactOptional(),
    })
    .prefault({}),
  delivery: z
    .strictObject({
      on_unknown: z.enum(['retry', 'hold']).default('retry').meta({
        description:
          'After an unknown outcome: retry, which may create a duplicate, or hold for the operator.',
      }),
      send_reference: z
        .boolean()
        .default(true)
        .meta({ description: 'Sends the reference to the enquiry API as an extra answer.' }),
      keep_days: z
        .int()
        .min(1)
        .max(3_650)
        .default(7)
        .meta({ description: 'The number of days for which tombstones are kept.' }),
    })
    .prefault({}),
  case_types: z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/,
          'must start with a letter or digit, followed by letters, digits, -, _ and .',
        ),
      caseType,
    )
    .refine(types => Object.keys(types).length > 0, 'must contain at least one case type'),
});

/** `enquiry.config.json` with its defaults filled in. */
export type Config = z.output<typeof configSchema>;
export type CaseTypeConfig = Config['case_types'][string];
export type QuestionConfig = z.output<typeof question>;
/** A string in the main language, or one string per language. */
export type LocalisedText = z.output<typeof text>;

/** The JSON Schema of `enquiry.config.json`, for editors. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
}
