import { z } from 'zod';
import { defaultParameters, marketingParameters } from '../contract/attribution.ts';
import type { ContactField } from '../contract/definition.ts';
import { enquiryTextsIn } from '../contract/languages/enquiry-texts.ts';
import { ownSettings, topSettings } from './case-type-settings.ts';
import type { Path } from './configuration-error.ts';
import { type ContactQuestion, type QuestionConfig, question, sentId } from './question-config.ts';
import {
  httpUrl,
  isOwnParameter,
  language,
  next,
  parameterName,
  sentText,
  text,
  unlessMissing,
  withoutRepeats,
} from './texts.ts';

/** The schema of `spam`. */
export const spam = z.strictObject({
  suspects: z
    .enum(['mark', 'hold'])
    .default('mark')
    .describe('Delivers enquiries that may be spam with a mark, or holds them for a person.'),
  proof: z
    .enum(['auto', 'never'])
    .default('auto')
    .describe(
      'Whether a suspicious enquiry needs a proof of work, if the browser can provide one ("auto"). With "never", each is a suspect.',
    ),
});

/** The ids `attribution_…` that aren't parameters. */
const otherIds = ['site', 'client', 'language', 'landing_page', 'sources'];

const parameters = z
  .array(
    z
      .string()
      .regex(
        new RegExp(`^${parameterName}$`),
        'must start with a letter or digit, followed by up to 59 letters, digits, -, _ and .',
      ),
  )
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
  const isOther = otherIds.includes(lower) || lower.startsWith('first_');
  const reason =
    (field && `${field} is always read from it`) ??
    (isOwnParameter(name) ? 'the form’s own pages use it in their addresses' : undefined) ??
    (isOther ? `the id "attribution_${lower}" has another meaning` : undefined);
  if (reason) return `"${name}" must not be in the list, because ${reason}: remove it`;
  if (earlier.some(each => each.toLowerCase() === lower))
    return `"${name}" is already in the list: remove it`;
  return undefined;
}

/** The schema of `attribution`. */
export const attribution = z.strictObject({
  landing_page: z
    .boolean()
    .default(true)
    .describe('Whether to send the page on which the visit began, without its query.'),
  first_touch: z
    .boolean()
    .default(false)
    .describe('Whether to also send where the visitor’s first visit came from, if the browser remembers it.'),
  parameters: parameters
    .default(defaultParameters)
    .describe('The query parameters to send, at most 40. An empty list sends none.'),
  send_sources: z
    .boolean()
    .default(false)
    .describe('Whether to also send where each marketing field and parameter came from.'),
});

/** A web origin exactly as browsers write it in the `Origin` header (RFC 6454, section 6.2): scheme, host and, unless
 * it is the scheme's default, port. */
const exactOrigin = z
  .string()
  .refine(text => /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
    error: ({ input }) =>
      String(input).includes('*')
        ? 'must be one origin, because with * other websites could send: write each in full, like "https://www.example.com"'
        : 'must be an exact http or https origin, without a path or a trailing slash, like "https://www.example.com"',
  });

/** The schema of `pages`. */
export const pages = z.strictObject({
  brand: z
    .strictObject({
      name: text
        .describe('Your name, above the form, in the title of the page, and in the copy of a receipt.')
        .exactOptional(),
      logo: httpUrl
        .describe('The address of an image in place of the name. The name is read out instead, so set both.')
        .exactOptional(),
      accent: z
        .string()
        .regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a colour, like #0b6e5f')
        .describe('The colour of buttons and links, such as "#0b6e5f", also in the dark.')
        .exactOptional(),
    })
    .prefault({})
    .describe('What identifies the firm on the pages.'),
});

const caseTypeName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/,
    'must start with a letter or digit, followed by letters, digits, -, _ and .',
  );

const caseType = z.strictObject({
  send_as: sentText
    .describe('The case_type that the enquiry API gets in place of the name. Default: the name.')
    .exactOptional(),
  label: text.describe('The heading of the form.'),
  choice_label: text.describe('The label in a choice between case types. Default: label.').exactOptional(),
  introduction: text.describe('The text below the heading.').exactOptional(),
  next: next.exactOptional(),
  send_label: text.describe('The label of the Send button. Default: Send enquiry.').exactOptional(),
  draft: z
    .boolean()
    .default(true)
    .describe('Whether the form keeps drafts in the visitor’s session storage.'),
  questions: z
    .array(
      z.union([z.literal('contact'), question], {
        error: unlessMissing(
          'must be a question, like { "id": "…", "type": "text", "label": "…" }, or "contact" for those of the list "contact"',
        ),
      }),
    )
    .check(withoutRepeats)
    .default([])
    .describe(
      'The questions, in the order of the form. "contact" stands for the list contact, which is otherwise at the end.',
    ),
  steps: z
    .array(z.strictObject({ title: text, questions: z.array(z.string()) }))
    .describe(
      'The steps of layout="steps", [{ "title", "questions": [ids] }]. They list every question once, in order, ' +
        'except hidden ones. Those of contact that no step lists have a step of their own. Default: one step for ' +
        'all others.',
    )
    .exactOptional(),
  meta: z
    .array(
      z.strictObject({
        id: sentId.describe('Identifies the entry. Unique among the ids that are sent.'),
        label: sentText.describe('The label of the entry, in the main language.'),
        value: sentText.describe('The value of the entry.'),
      }),
    )
    .describe('Constant entries that the enquiry API gets after the answers, such as an office or a brand.')
    .exactOptional(),
  ...ownSettings,
});

/** The schema of `chooser`. */
const chooser = z.strictObject({
  label: text.describe('The question. Default: What is it about?.').exactOptional(),
  help: text.describe('An explanation below the question.').exactOptional(),
});

/** The schema of `enquiry.config.json`, without the checks of `config-consistency.ts`. */
export const configSchema = z.strictObject({
  $schema: z.string().describe('The address of the JSON Schema, for editors.').exactOptional(),
  origins: z
    .array(exactOrigin)
    .describe(
      'The origins of the pages that may send enquiries, such as "https://www.example.com", without a path or a trailing slash.',
    ),
  language: language
    .default('en')
    .describe(
      'The main language, as a BCP 47 tag. The enquiry API gets labels in this language, except for those of a consent.',
    ),
  ...topSettings,
  delivery: z
    .strictObject({
      on_unknown: z
        .enum(['retry', 'hold'])
        .default('retry')
        .describe(
          'What to do with an enquiry that the enquiry API may have processed: "retry" sends it again, marked ' +
            'as a possible duplicate; "hold" holds it for the operator.',
        ),
      keep_days: z
        .int()
        .min(1)
        .max(3_650)
        .default(7)
        .describe('Days for which a tombstone is kept, 1 to 3,650.'),
    })
    .prefault({})
    .describe('How enquiries are delivered.'),
  scan: z
    .strictObject({
      wait_hours: z
        .int()
        .min(1)
        .max(720)
        .default(24)
        .describe('Hours for which a file waits for a scanner that fails, 1 to 720.'),
      when_unavailable: z
        .enum(['hold', 'deliver_marked'])
        .default('hold')
        .describe('"hold" then holds the file; "deliver_marked" delivers it with "not scanned" in its name.'),
    })
    .prefault({})
    .describe('What happens to files if ENQUIRY_SCAN_URL names a scanner that fails.'),
  chooser: chooser
    .describe('What a form for several case types asks first: which of them it is about.')
    .exactOptional(),
  pages: pages.prefault({}).describe('The pages of the forms at /forms/{case_type}.'),
  definitions: z
    .strictObject({
      keep_years: z
        .int()
        .min(1)
        .max(100)
        .default(6)
        .describe('The number of years for which a definition is kept after it was last served or sent.'),
    })
    .prefault({})
    .describe('How long earlier forms are kept, for the command "form".'),
  attribution: attribution
    .prefault({})
    .describe('The data about where an enquiry comes from that the enquiry API gets.'),
  spam: spam.prefault({}).describe('Settings for recognising spam and for its treatment.'),
  case_types: z
    .record(caseTypeName, caseType)
    .refine(
      types => Object.keys(types).length > 0,
      'must contain at least one case type: add one, like "enquiry": { "label": "…" }',
    )
    .describe('The case types by name. At least one is required.'),
});

/** `enquiry.config.json` as a valid file has it. */
export type ConfigAsWritten = z.input<typeof configSchema>;
/** The same with defaults and long forms. */
export type ConfigWithDefaults = z.output<typeof configSchema>;

type CaseTypeAsWritten = ConfigWithDefaults['case_types'][string];

/** The questions of a case type in their order, each with its place in the config, and the ids of those in its list
 * `contact`. */
export function placeQuestions({ contact }: ConfigWithDefaults, name: string, own: CaseTypeAsWritten) {
  const ownPath = ['case_types', name];
  const list = own.contact ?? contact;
  const contactPath = [...(own.contact ? ownPath : []), 'contact'];
  const ofContact = list.map((question, at) => ({ question, path: [...contactPath, at] as Path }));
  const { questions } = own;
  const placed = (questions.includes('contact') ? questions : [...questions, 'contact' as const]).flatMap(
    (question, at): { question: ContactQuestion; path: Path }[] =>
      question === 'contact' ? ofContact : [{ question, path: [...ownPath, 'questions', at] }],
  );
  return { placed, contactPath, contactIds: list.map(({ id }) => id) };
}

/** Gives each case type the settings at the top that it doesn't replace, and the questions of `contact`. */
export function mergeConfig(config: ConfigWithDefaults) {
  const { contact: _, at_least_one_of: oneOf, privacy, receipt, case_types, ...others } = config;
  const { attachments, contact_us, hours, alerts } = others;
  const replaceable = {
    alerts,
    ...(privacy && { privacy }),
    ...(contact_us && { contact_us }),
    ...(hours && { hours }),
  };
  const merge = (name: string, { contact, ...own }: CaseTypeAsWritten) => ({
    ...replaceable,
    ...(oneOf && !contact && { at_least_one_of: oneOf }),
    ...own,
    ...mergeQuestions(config, name),
    attachments: { ...attachments, ...own.attachments },
    receipt,
  });
  const merged = Object.entries(case_types).map(([name, own]) => [name, merge(name, own)] as const);
  return { ...others, case_types: Object.fromEntries(merged) };
}

/** The questions of a case type, all with labels, and its steps. The questions of `contact` that no step has get a step of
 * their own. */
function mergeQuestions(config: ConfigWithDefaults, name: string) {
  const own = config.case_types[name]!;
  const { label, steps = [] } = own;
  const languages = typeof label === 'string' ? [config.language] : Object.keys(label);
  const inLanguages = (translate: (texts: ReturnType<typeof enquiryTextsIn>['contact']) => string) =>
    Object.fromEntries(languages.map(lang => [lang, translate(enquiryTextsIn(lang).contact)]));
  const { placed, contactIds } = placeQuestions(config, name, own);
  const questions = placed.map(
    ({ question }): QuestionConfig =>
      question.label === undefined
        ? { ...question, label: inLanguages(texts => texts[question.id as ContactField]) } // Others have a label.
        : { ...question, label: question.label },
  );
  const inSteps = steps.flatMap(step => step.questions);
  const rest = questions.filter(
    ({ id, type }) => contactIds.includes(id) && type !== 'hidden' && !inSteps.includes(id),
  );
  const [first] = rest;
  const heading = first && 'heading' in first ? first.heading : undefined;
  const title = heading ?? inLanguages(texts => texts.heading);
  return { questions, steps: first ? [...steps, { title, questions: rest.map(({ id }) => id) }] : steps };
}

/** The config as the proxy uses it. */
export type Config = ReturnType<typeof mergeConfig>;
export type CaseTypeConfig = Config['case_types'][string];

/** What visitors can attach to an enquiry of this case type, and when the firm calls or replies. For a case type that has
 * been removed from the config, these are the settings at the top. */
export function settingsOf(config: Config, caseType: string): Config | CaseTypeConfig {
  return Object.hasOwn(config.case_types, caseType) ? config.case_types[caseType]! : config;
}

/** For how many days the receipt's link adds files to an enquiry; 0: there is no link. Not longer than the tombstone is
 * kept, without which the proxy doesn't know the enquiry any more. */
export function addLaterDays(
  { delivery }: Config,
  { max_files, add_later_days }: Config['attachments'],
): number {
  return max_files > 0 ? Math.min(add_later_days, delivery.keep_days) : 0;
}

/** The JSON Schema of `enquiry.config.json`, for editors. */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
  return { ...schema, allowComments: true, allowTrailingCommas: true }; // For Visual Studio Code.
}
