import { z } from 'zod';
import { defaultParameters, marketingParameters } from '../contract/attribution.ts';
import type { ContactField } from '../contract/definition.ts';
import { defaultWeights } from '../spam/signals.ts';
import { question } from './question-config.ts';
import { httpUrl, language, text, urlLabel } from './texts.ts';

const weight = z.number().min(0).max(100);

/** The settings of `spam` that are compared with one another. */
const compared: unknown[] = ['proof', 'challenge_at', 'quarantine_at'];

/** The schema of `spam`. */
export const spam = z
  .strictObject({
    suspects: z
      .enum(['quarantine', 'mark', 'deliver'])
      .default('mark')
      .describe('The treatment of enquiries that may be spam.'),
    proof: z
      .enum(['suspects', 'always', 'never'])
      .default('suspects')
      .describe('The enquiries that need a proof of work, if the browser can provide one.'),
    challenge_at: weight
      .refine(
        score => score > 0,
        'must be greater than 0: set "proof" to "always" to challenge every browser',
      )
      .default(3)
      .describe('An enquiry with at least this score needs a proof of work.'),
    quarantine_at: weight
      .default(6)
      .describe('A proof halves the score. An enquiry with at least this halved score is still a suspect.'),
    most: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(10_000)
      .describe('While this many enquiries are quarantined, suspects without a proof are refused.'),
    signals: z
      .strictObject(
        Object.fromEntries(
          Object.entries(defaultWeights).map(([name, byDefault]) => [name, weight.default(byDefault)]),
        ),
      )
      .prefault({})
      .describe('The weights of the signals; 0 turns a signal off.'),
  })
  .refine(({ proof, challenge_at, quarantine_at }) => proof === 'never' || 2 * quarantine_at > challenge_at, {
    path: ['quarantine_at'],
    // By default, an error in any other setting would hide this one.
    when: ({ issues }) => !issues.some(({ path }) => compared.includes(path?.[0])),
    error:
      'must be greater than half of "challenge_at": a proof halves the score, so it would make no difference otherwise',
  });

/** Names with characters that need no encoding in an address and are safe in an id. */
const parameterName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/,
    'must start with a letter or digit, followed by up to 59 letters, digits, -, _ and .',
  );

/** The ids `attribution_…` that aren't parameters. */
const otherIds = ['site', 'language', 'landing_page', 'sources'];

const parameters = z
  .array(parameterName)
  .max(40)
  .superRefine((names, context) => {
    for (const [index, name] of names.entries()) {
      const message = findConflict(name, names.slice(0, index));
      if (message) context.addIssue({ code: 'custom', path: [index], message });
    }
  });

/** Returns an error if the name isn't allowed. Ignores case, because many databases ignore the case of ids. */
function findConflict(name: string, earlier: string[]): string | undefined {
  const lower = name.toLowerCase();
  const field = Object.entries(marketingParameters).find(([, parameter]) => parameter === lower)?.[0];
  if (field) return `"${name}" must not be in the list, because ${field} is always read from it`;
  if (otherIds.includes(lower) || lower.startsWith('first_'))
    return `"${name}" must not be in the list, because the id "attribution_${lower}" has another meaning`;
  if (earlier.some(each => each.toLowerCase() === lower)) return `"${name}" is already in the list`;
  return undefined;
}

/** The schema of `attribution`. */
export const attribution = z.strictObject({
  site: z.boolean().default(true).describe('Sends the origin of the page.'),
  language: z.boolean().default(true).describe('Sends the language that the visitor saw.'),
  landing_page: z
    .boolean()
    .default(true)
    .describe('Sends the page on which the visit began, without its query.'),
  first_touch: z
    .boolean()
    .default(false)
    .describe('Also sends where the visitor’s first visit came from, if the browser remembers it.'),
  parameters: parameters
    .default(defaultParameters)
    .describe('The query parameters of the site’s pages that are sent, such as gclid.'),
});

/** A web origin exactly as browsers write it in the `Origin` header (RFC 6454, section 6.2): scheme, host and, unless
 * it is the scheme's default, port. */
export const exactOrigin = (example: string) =>
  z.string().refine(text => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
    error: `must be an exact http or https origin without a path or a trailing slash, like ${example}`,
  });

/** The schema of a case type. */
export const caseType = z.strictObject({
  label: text,
  introduction: text.describe('Shown above the questions.').exactOptional(),
  next: text.describe('Shown with the receipt: what happens next.').exactOptional(),
  send_label: text.describe('The label of the Send button.').exactOptional(),
  draft: z.boolean().default(true).describe('Keeps unsent answers in the browser’s session storage.'),
  questions: z.array(question).default([]),
  steps: z
    .array(z.strictObject({ title: text, questions: z.array(z.string()) }))
    .describe('Divides the questions into steps, in the order of the questions.')
    .exactOptional(),
});

/** The schema of a case type's name. */
export const caseTypeName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/,
    'must start with a letter or digit, followed by letters, digits, -, _ and .',
  );

const requirement = z.enum(['required', 'optional', 'hidden']);
type OptionalContactField = Exclude<ContactField, 'forename'>;
type ContactRequirements = Record<
  OptionalContactField,
  typeof requirement | z.ZodDefault<typeof requirement>
>;
const contact = z
  .strictObject({
    surname: requirement.default('required'),
    telephone_mobile: requirement.default('optional'),
    email: requirement.default('required'),
    one_of: z
      .array(z.enum(['surname', 'telephone_mobile', 'email'] satisfies OptionalContactField[]))
      .min(2)
      .describe('Contact fields of which the visitor must fill in at least one.')
      .exactOptional(),
  } satisfies ContactRequirements & { one_of: unknown })
  .transform(({ one_of = [], ...each }) => {
    for (const field of one_of) each[field] = 'optional';
    return { ...each, ...(one_of.length > 0 && { one_of }) };
  });

/** A size such as `10MB`, as the form writes it: 1 kB has 1,024 bytes. */
const size = /^(\d+(?:\.\d+)?)\s?(kB|MB)$/i;
const sizeError = 'must be a whole number of bytes, or a size, like "10MB"';
const maxBytes = z
  .union([z.int(), z.string().regex(size, sizeError)], { error: sizeError })
  .transform(given => {
    const [, count, unit = ''] = size.exec(String(given)) ?? [];
    return count === undefined
      ? Number(given)
      : Math.floor(Number(count) * (unit.toLowerCase() === 'mb' ? 1_048_576 : 1_024));
  })
  .refine(bytes => bytes >= 1 && bytes <= 104_857_600, 'must be at least 1 byte and at most 100MB');

/** The schema of `enquiry.config.json`, without the checks of `config-consistency.ts`. */
export const configSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  origins: z
    .array(exactOrigin('https://www.example.com'))
    .describe('The exact origins of the pages that may send enquiries.'),
  language: language
    .default('en')
    .describe('The main language, as a BCP 47 tag. The enquiry API gets labels in this language.'),
  contact: contact
    .prefault({})
    .describe('Which contact fields are asked for. The forename is always required.'),
  attachments: z
    .strictObject({
      max_files: z
        .int()
        .min(0)
        .max(50)
        .default(5)
        .describe('The greatest number of files per enquiry; 0 turns attachments off.'),
      max_bytes: maxBytes
        .default(10_485_760)
        .describe('The greatest size of a file: a number of bytes, or a text like 10MB.'),
      strip_metadata: z
        .enum(['location', 'all', 'none'])
        .default('location')
        .describe('The metadata that the browser removes from photos.'),
      pdf_javascript: z
        .enum(['refuse', 'pass'])
        .default('refuse')
        .describe('Whether PDFs that contain JavaScript are refused.'),
    })
    .prefault({}),
  privacy: z
    .strictObject({
      text,
      url: httpUrl.exactOptional(),
      url_label: urlLabel.exactOptional(),
    })
    .describe('The privacy notice above the Send button.')
    .exactOptional(),
  receipt: z
    .strictObject({
      show_number: z
        .boolean()
        .default(false)
        .describe('Shows the enquiry’s number in small print, below the reference.'),
      contact: text.describe('How visitors can correct their contact details after sending.').exactOptional(),
    })
    .prefault({}),
  delivery: z
    .strictObject({
      on_unknown: z
        .enum(['retry', 'hold'])
        .default('retry')
        .describe('After an unknown outcome: retry, which may create a duplicate, or hold for the operator.'),
      send_reference: z
        .boolean()
        .default(true)
        .describe('Sends the reference to the enquiry API as an extra answer.'),
      keep_days: z
        .int()
        .min(1)
        .max(3_650)
        .default(7)
        .describe('The number of days for which tombstones are kept.'),
      same_within_minutes: z
        .int()
        .min(0)
        .max(1_440)
        .default(10)
        .describe(
          'An enquiry is marked if one with the same content arrived at most this many minutes before; 0 turns this off.',
        ),
    })
    .prefault({}),
  attribution: attribution
    .prefault({})
    .describe('The data about where an enquiry comes from that the enquiry API gets.'),
  spam: spam.prefault({}).describe('Settings for recognising spam and for its treatment.'),
  case_types: z
    .record(caseTypeName, caseType)
    .refine(types => Object.keys(types).length > 0, 'must contain at least one case type'),
});

/** `enquiry.config.json` with its defaults filled in. */
export type Config = z.output<typeof configSchema>;
export type CaseTypeConfig = Config['case_types'][string];

/** The JSON Schema of `enquiry.config.json`, for editors. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
}
