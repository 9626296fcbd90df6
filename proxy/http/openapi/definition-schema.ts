import { z } from 'zod';
import type { AttributionSettings } from '../../contract/attribution.ts';
import type {
  AttachmentLimits,
  Condition,
  ContactRequirements,
  Definition,
  Ending,
  Option,
  Question,
  ReceiptSettings,
  Rule,
  Step,
} from '../../contract/definition.ts';
import { questionTypes } from '../../contract/question-types.ts';
import { describe } from './components.ts';

const text = z.string();
const optionalText = text.exactOptional();

export const rule = describe<Rule>()(
  'Rule',
  z
    .enum([
      ...(['required', 'too_long', 'not_an_option', 'not_a_date', 'not_an_email', 'not_a_number'] as const),
      ...(['not_a_phone_number', 'not_a_postcode', 'wrong_format', 'exclusive', 'one_required'] as const),
      ...(['ends', 'too_small', 'too_large', 'not_allowed', 'unknown', 'refused'] as const),
    ])
    .meta({ description: 'The rule that a field breaks.' }),
);

export const attachmentLimits = describe<AttachmentLimits>()(
  'AttachmentLimits',
  z.object({
    max_files: z.int().min(0).meta({ description: 'The maximum number of files per enquiry.' }),
    max_bytes: z.int().min(1).meta({ description: 'The maximum size of a file in bytes.' }),
    strip_metadata: z
      .enum(['location', 'all', 'none'])
      .meta({ description: 'The metadata that the widget removes from photos before it sends them.' }),
  }),
);

const ending = describe<Ending>()(
  'Ending',
  z.object({ text, url: optionalText, url_label: optionalText }).meta({
    description: 'The text for a visitor whom the firm can’t help.',
  }),
);

const option = describe<Option>()(
  'Option',
  z
    .object({
      value: text,
      label: text,
      exclusive: z.boolean().exactOptional(),
      ends: ending.exactOptional(),
    })
    .meta({ description: 'One choice of a question.' }),
);

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
    .meta({ description: 'The condition on earlier answers under which a question is shown.' }),
);
describe<Condition>()('Condition', condition);

const question = describe<Question>()(
  'Question',
  z.object({
    id: text.meta({ description: 'The key of the answer.' }),
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
    autocomplete: optionalText,
    counter: z.boolean().exactOptional(),
    max_length: z.int().exactOptional(),
    url: optionalText,
    url_label: optionalText,
    shown_when: condition.exactOptional(),
  }),
);

const step = describe<Step>()('Step', z.object({ title: text, questions: z.array(text) }));

const requirement = z.enum(['required', 'optional', 'hidden']);
const contact = describe<ContactRequirements>()(
  'ContactRequirements',
  z
    .object({
      surname: requirement,
      telephone_mobile: requirement,
      email: requirement,
      one_of: z.array(z.enum(['surname', 'telephone_mobile', 'email'])).exactOptional(),
    })
    .meta({ description: 'Whether each contact field is asked for. The forename is always required.' }),
);

const receiptSettings = describe<ReceiptSettings>()(
  'ReceiptSettings',
  z
    .object({
      identifier: z.enum(['reference', 'number']),
      show_number: z.boolean(),
      contact: optionalText,
    })
    .meta({ description: 'The settings of the receipt.' }),
);

const attributionSettings = describe<AttributionSettings>()(
  'AttributionSettings',
  z
    .object({ parameters: z.array(text).exactOptional(), first_touch: z.literal(true).exactOptional() })
    .meta({ description: 'The values that the widget sends in `attribution` in addition to its defaults.' }),
);

export const definition = describe<Definition>()(
  'Definition',
  z
    .object({
      case_type: text,
      definition: text.meta({ description: 'The hash of the definition, which is sent with the enquiry.' }),
      lang: text.meta({ description: 'The language of the texts, a BCP 47 tag.' }),
      label: text,
      introduction: optionalText,
      next: optionalText,
      send_label: optionalText,
      draft: z.boolean(),
      contact,
      questions: z.array(question),
      steps: z.array(step).exactOptional(),
      attachments: attachmentLimits,
      receipt: receiptSettings,
      attribution: attributionSettings.exactOptional(),
      privacy: z.object({ text, url: optionalText, url_label: optionalText }).exactOptional(),
    })
    .meta({ description: 'A case type in one language, with everything that the form shows.' }),
);
