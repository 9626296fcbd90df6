import { z } from 'zod';
import { type ContactField, contactFields, marketingFields } from '../contract/definition.ts';
import { isDate } from '../contract/rules.ts';
import { rulesBroken } from './config-consistency.ts';
import { type Fault, faultsOf } from './configuration-error.ts';
import { exactOrigin } from './exact-origin.ts';

const filled = z.string().refine(text => text.trim() !== '', 'is empty');
const text = z
  .union([filled, z.record(z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), filled)], {
    error: 'must be a text that is not empty, or an object of such texts by language, {"en": "…"}',
  })
  .meta({ description: 'A text, or one text a language: { "en": "…", "cy": "…" }.' });

const reserved = [
  'enquiry_reference',
  'possible_duplicate',
  'case_type',
  'meta',
  ...contactFields,
  ...marketingFields,
];
const id = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'must begin with a letter; then small letters, digits, - and _')
  .max(100)
  .refine(each => !(reserved as string[]).includes(each), 'is reserved')
  .meta({
    description: 'Stable for ever: the id that the enquiry API gets. Never give it to another question.',
  });
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const day = z
  .string()
  .refine(each => each === 'today' || isDate(each), 'must be "today" or a date, "2026-02-01"');
const length = z.int().min(1).max(100_000);

const asked = {
  id,
  label: text,
  help: text.exactOptional(),
  required: z.boolean().default(false),
  shown_when: z
    .strictObject({ question: z.string(), is: z.union([z.string(), z.array(z.string()).min(1)]) })
    .meta({ description: 'Shows the question only when an earlier one has this answer (one of these).' })
    .exactOptional(),
};
const option = z.strictObject({
  value: filled.max(500).refine(value => !value.includes(','), 'must hold no comma'),
  label: text,
});

const question = z
  .discriminatedUnion('type', [
    z.strictObject({ ...asked, type: z.enum(['text', 'email', 'tel']), max_length: length.exactOptional() }),
    z.strictObject({ ...asked, type: z.literal('textarea'), max_length: length.exactOptional() }),
    z.strictObject({
      ...asked,
      type: z.literal('number'),
      min: z.number().exactOptional(),
      max: z.number().exactOptional(),
    }),
    z.strictObject({ ...asked, type: z.literal('date'), min: day.exactOptional(), max: day.exactOptional() }),
    z.strictObject({
      ...asked,
      type: z.enum(['select', 'radio', 'checkboxes']),
      options: z.array(option).min(1),
    }),
    z.strictObject({ ...asked, type: z.literal('yes_no') }),
    z.strictObject({ ...asked, type: z.literal('consent'), url: httpUrl.exactOptional() }),
  ])
  .meta({ id: 'Question' });

const caseType = z.strictObject({
  label: text,
  introduction: text.exactOptional(),
  next: text.meta({ description: 'What happens next: shown on the receipt.' }).exactOptional(),
  send_label: text.exactOptional(),
  draft: z.boolean().default(true),
  questions: z.array(question).default([]),
  steps: z.array(z.strictObject({ title: text, questions: z.array(z.string()) })).exactOptional(),
});

const requirement = z.enum(['required', 'optional', 'hidden']);
type AskedContact = Record<
  Exclude<ContactField, 'forename'>,
  typeof requirement | z.ZodDefault<typeof requirement>
>;

const schema = z.strictObject({
  $schema: z.string().exactOptional(),
  origins: z
    .array(exactOrigin('https://www.example.com'))
    .meta({ description: 'The pages that may post: exact origins.' }),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, like en')
    .default('en'),
  contact: z
    .strictObject({
      surname: requirement.default('required'),
      telephone_mobile: requirement.default('optional'),
      email: requirement.default('required'),
    } satisfies AskedContact)
    .prefault({}),
  attachments: z
    .strictObject({
      max_files: z.int().min(0).max(50).default(5).meta({ description: 'Files per enquiry; 0: no picker.' }),
      max_bytes: z.int().min(1).max(104_857_600).default(10_485_760).meta({ description: 'Bytes per file.' }),
      strip_metadata: z.enum(['location', 'all', 'none']).default('location'),
      pdf_javascript: z.enum(['refuse', 'pass']).default('refuse'),
    })
    .prefault({}),
  privacy: z.strictObject({ text, url: httpUrl.exactOptional() }).exactOptional(),
  delivery: z
    .strictObject({
      on_unknown: z.enum(['retry', 'hold']).default('retry'),
      send_reference: z.boolean().default(true),
      keep_days: z.int().min(1).max(3_650).default(7),
    })
    .prefault({}),
  case_types: z
    .record(
      z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, 'must be letters, digits, - _ and .'),
      caseType,
    )
    .refine(types => Object.keys(types).length > 0, 'must name at least one case type'),
});

/** `enquiry.config.json`, with every default filled in. */
export type Config = z.output<typeof schema>;
export type CaseTypeConfig = Config['case_types'][string];
export type QuestionConfig = z.output<typeof question>;
export type Text = z.output<typeof text>;

/** The JSON Schema of `enquiry.config.json`, for editors. */
export function configJsonSchema(): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

/** Parses the text of `enquiry.config.json`; lists every fault with its place. */
export function parseConfig(json: string): { config: Config } | { faults: Fault[] } {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch (error) {
    // The operator's fault: the parser's message names the place.
    return { faults: [{ place: 'the file', message: `is not JSON: ${(error as Error).message}` }] };
  }
  const parsed = schema.safeParse(raw);
  const faults = [
    ...(parsed.success ? [] : faultsOf(parsed.error)),
    ...rulesBroken(raw, each => question.safeParse(each).data),
  ];
  return parsed.success && faults.length === 0 ? { config: parsed.data } : { faults };
}
