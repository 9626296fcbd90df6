import { z } from 'zod';
import type { AttributionSettings } from '../../contract/attribution.ts';
import {
  type AttachmentLimits,
  type Condition,
  type ContactSettings,
  type ContactUs,
  type Definition,
  type Ending,
  type Option,
  type Question,
  type ReceiptSettings,
  rules,
  type Step,
} from '../../contract/definition.ts';
import type {
  AddLater,
  AttachmentReceipt,
  AttachmentRoom,
  Challenge,
  Problem,
  ProblemDocument,
  Promised,
  Receipt,
  RefusalCode,
} from '../../contract/enquiry.ts';
import { questionTypes } from '../../contract/question-types.ts';
import { referencePattern } from '../../enquiry/identifiers.ts';
import { refusals } from '../refusals.ts';
import { testLinkSchema } from '../routes/case-types.ts';
import { enquirySchema } from '../routes/enquiries.ts';

/** The schemas of the description that have names. */
const components = z.registry<{ id: string }>();

/** Whether two types have the same members with the same types. Nested objects are compared where their own
 * schemas are described. Comparing the members' names is necessary, because a type with an optional member is assignable
 * to one without it. */
type Same<A, B> = [A, B, keyof A, keyof B] extends [B, A, keyof B, keyof A] ? true : false;

/** Creates the named schema of an object. TypeScript reports an error unless it has exactly the members of a type of the
 * contract. */
function describe<Type>(id: string, description?: string) {
  return <Shape extends z.ZodRawShape>(
    shape: Shape & (Same<z.output<z.ZodObject<Shape>>, Type> extends true ? unknown : never),
  ) =>
    name(
      id,
      description === undefined ? z.object<Shape>(shape) : z.object<Shape>(shape).describe(description),
    );
}

/** Names a schema. */
function name<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  components.add(schema, { id });
  return schema;
}

/** The JSON Schema of every schema that has a name. Objects that aren't strict may have more members. */
export function describeComponents(): Record<string, object> {
  const { schemas } = z.toJSONSchema(components, { uri: id => `#/components/schemas/${id}`, io: 'input' });
  return Object.fromEntries(
    Object.entries(schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  );
}

const text = z.string();
const optionalText = text.exactOptional();

const rule = name('Rule', z.enum(rules).describe('The rule that a field breaks.'));

const attachmentLimits = describe<AttachmentLimits>('AttachmentLimits')({
  max_files: z.int().min(0).describe('The maximum number of files per enquiry.'),
  max_bytes: z.int().min(1).describe('The maximum size of a file in bytes.'),
  strip_metadata: z
    .enum(['location', 'all', 'none'])
    .describe('The metadata that is removed from photos, whoever sends them.'),
  look: z.literal('row').exactOptional(),
});

const ending = describe<Ending>(
  'Ending',
  'The text for a visitor whom the firm can’t help.',
)({ text, url: optionalText, url_label: optionalText });

const option = describe<Option>(
  'Option',
  'One choice of a question.',
)({
  value: text,
  label: text,
  exclusive: z.boolean().exactOptional(),
  ends: ending.exactOptional(),
});

const limit = z.union([z.number(), text]);
const condition: z.ZodType<Condition> = z.lazy(() =>
  z
    .union([
      z.object({ question: text, is: z.union([text, z.array(text)]) }),
      z.object({ question: text, less_than: limit }),
      z.object({ question: text, more_than: limit }),
      z.object({ question: text, answered: z.boolean() }),
      z.object({ all: z.array(condition) }),
      z.object({ any: z.array(condition) }),
      z.object({ not: condition }),
    ])
    .describe('The condition on earlier answers under which a question is shown.'),
);
name('Condition', condition);

const question = describe<Question>('Question')({
  id: text.describe('The key of the answer.'),
  type: z.enum(questionTypes),
  label: text,
  heading: optionalText,
  help: optionalText,
  error: z.union([text, z.partialRecord(rule, text)]).exactOptional(),
  required: z.boolean().exactOptional(),
  options: z.array(option).exactOptional(),
  min: limit.exactOptional(),
  max: limit.exactOptional(),
  unit: optionalText,
  entry: z.enum(['memorable', 'lines']).exactOptional(),
  day_optional: z.boolean().exactOptional(),
  rows: z.int().exactOptional(),
  pattern: optionalText,
  from: optionalText,
  default: optionalText,
  autocomplete: optionalText,
  counter: z.boolean().exactOptional(),
  max_length: z.int().exactOptional(),
  url: optionalText,
  url_label: optionalText,
  shown_when: condition.exactOptional(),
});

const step = describe<Step>('Step')({ title: text, questions: z.array(text) });

const requirement = z.enum(['required', 'optional', 'hidden']);
const contact = describe<ContactSettings>(
  'ContactSettings',
  'Whether each contact field is asked for, and how. The forename is always required.',
)({
  surname: requirement,
  telephone_mobile: requirement,
  email: requirement,
  one_of: z.array(z.enum(['surname', 'telephone_mobile', 'email'])).exactOptional(),
  position: z.literal('last').exactOptional(),
  heading: optionalText,
  ask: z.literal('channel').exactOptional(),
});

const contactUs = describe<ContactUs>(
  'ContactUs',
  'How a visitor reaches the firm without the form.',
)({ phone: optionalText, email: optionalText, url: optionalText, text: optionalText });

const receiptSettings = describe<ReceiptSettings>(
  'ReceiptSettings',
  'The settings of the receipt.',
)({
  identifier: z.enum(['reference', 'number']),
  show_number: z.boolean(),
  contact: optionalText,
});

const attributionSettings = describe<AttributionSettings>(
  'AttributionSettings',
  'The values that the widget sends in `attribution` in addition to its defaults.',
)({ parameters: z.array(text).exactOptional(), first_touch: z.literal(true).exactOptional() });

describe<Definition>(
  'Definition',
  'A case type in one language, with everything that the form shows.',
)({
  case_type: text,
  definition: text.describe('The hash of the definition, which is sent with the enquiry.'),
  lang: text.describe('The language of the texts, a BCP 47 tag.'),
  label: text,
  choice_label: optionalText,
  chooser: z.object({ label: optionalText, help: optionalText }).exactOptional(),
  introduction: optionalText,
  next: optionalText,
  send_label: optionalText,
  draft: z.boolean(),
  contact,
  questions: z.array(question),
  steps: z.array(step).exactOptional(),
  attachments: attachmentLimits,
  needs: z
    .array(z.literal('rare'))
    .exactOptional()
    .describe('The parts that the widget loads because the form needs them. Default: all.'),
  receipt: receiptSettings,
  attribution: attributionSettings.exactOptional(),
  privacy: z.object({ text, url: optionalText, url_label: optionalText }).exactOptional(),
  contact_us: contactUs.exactOptional(),
});

name('Enquiry', enquirySchema);
name('TestLink', testLinkSchema);
name('TestLinkValidity', z.object({ valid: z.boolean() }));
name('Live', z.object({ status: z.literal('live') }));
name('Ready', z.object({ status: z.literal('ready') }));

const reference = z
  .string()
  .regex(referencePattern)
  .meta({ examples: ['7K2PQ-2M9XD'] });
const status = z.enum(['delivered', 'accepted']);

const addLater = describe<AddLater>(
  'AddLater',
  'Lets the visitor add files later, from any device.',
)({
  token: z.string().describe('Authorises its bearer to attach files to this enquiry, and nothing else.'),
  until: z.string().describe('When the token expires: an ISO 8601 time in UTC.'),
});

const promised = describe<Promised>(
  'Promised',
  'The same in the words of today, for the visitor’s screen; without a date if the config has no opening hours.',
)({
  to: z.enum(['telephone_mobile', 'email']).describe('What the firm will use.'),
  text: z.string().describe('A sentence with the places `{to}` and, if there is a date, `{date}`.'),
  date: z.string().exactOptional().describe('The day, and the time from which the firm is open.'),
});

describe<Receipt>('Receipt')({
  reference,
  status,
  enquiry_id: z
    .number()
    .exactOptional()
    .describe('The number at the enquiry API, once the enquiry is delivered.'),
  call_back: z
    .string()
    .exactOptional()
    .describe(
      'When the firm will call or reply, in the visitor’s language. Only if the config has opening hours, and unless ' +
        'the enquiry is quarantined or deliveries are known to fail.',
    ),
  promise: promised.exactOptional(),
  firm: z.string().exactOptional().describe('The firm’s name, if the config has it.'),
  upload_token: z.string().describe('Authorises its bearer to attach files to this enquiry for 24 hours.'),
  add_later: addLater.exactOptional(),
  attachments: attachmentLimits,
});

describe<AttachmentRoom>('AttachmentRoom')({
  attachments: attachmentLimits,
  left: z.int().min(0).describe('The number of files that can still be added to the enquiry.'),
});

describe<AttachmentReceipt>('AttachmentReceipt')({ reference, status });

const challenge = describe<Challenge>('Challenge')({
  token: z.string(),
  salt: z.string(),
  iterations: z.int(),
  max: z.int(),
  target: z.string(),
});

const problem = describe<Problem>('Problem')({
  field: z.string().describe('The name of a contact field, or `answers.<question id>`.'),
  rule,
});

/** The members that the documents of some refusals have in addition to a title, a status and a code. */
type Addition = Partial<Record<Exclude<keyof ProblemDocument, 'title' | 'status' | 'code'>, z.ZodType>>;
const requestId = z.string().describe('Identifies the request in the proxy’s log.');
const additions: Partial<Record<RefusalCode, Addition>> = {
  'invalid-enquiry': { problems: z.array(problem).min(1) },
  'unknown-case-type': {
    case_types: z.array(z.string()).describe('The names of the case types that exist.'),
  },
  'proof-required': { challenge },
  'internal-error': { request_id: requestId },
  unavailable: { request_id: requestId },
};

/** Converts a code such as `too-large` to the name of the schema of its problem document, `TooLarge`. */
export const toName = (code: RefusalCode) =>
  code.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

for (const code of Object.keys(refusals) as RefusalCode[]) {
  const [status, title] = refusals[code];
  const document = {
    title: z.string(),
    status: z.literal(status),
    code: z.literal(code),
    ...additions[code],
  };
  name(toName(code), z.object(document).meta({ description: title }));
}
