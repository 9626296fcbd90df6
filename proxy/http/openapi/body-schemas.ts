import { z } from 'zod';
import type {
  AttachmentReceipt,
  Problem,
  ProblemDocument,
  Receipt,
  RefusalCode,
} from '../../contract/enquiry.ts';
import type { Challenge } from '../../contract/proof.ts';
import { referencePattern } from '../../enquiry/reference.ts';
import { enquirySchema } from '../enquiry-body.ts';
import { refusals } from '../refusal.ts';
import { testLinkSchema } from '../routes/test-links.ts';
import { describe, name } from './components.ts';
import { attachmentLimits, rule } from './definition-schema.ts';

export const enquiry = name('Enquiry', enquirySchema);
export const testLink = name('TestLink', testLinkSchema);
export const testLinkValidity = name('TestLinkValidity', z.object({ valid: z.boolean() }));
export const live = name('Live', z.object({ status: z.literal('live') }));
export const ready = name('Ready', z.object({ status: z.literal('ready') }));

export const reference = z
  .string()
  .regex(referencePattern)
  .meta({ examples: ['7K2PQ-2M9XD'] });
const status = z.enum(['delivered', 'accepted']);

export const receipt = describe<Receipt>()(
  'Receipt',
  z.object({
    reference,
    status,
    enquiry_id: z
      .number()
      .exactOptional()
      .meta({ description: 'The number at the enquiry API, once the enquiry is delivered.' }),
    upload_token: z
      .string()
      .meta({ description: 'Authorises its bearer to attach files to this enquiry for 24 hours.' }),
    attachments: attachmentLimits,
  }),
);

export const attachmentReceipt = describe<AttachmentReceipt>()(
  'AttachmentReceipt',
  z.object({ reference, status }),
);

const challenge = describe<Challenge>()(
  'Challenge',
  z.object({
    token: z.string(),
    salt: z.string(),
    iterations: z.int(),
    max: z.int(),
    target: z.string(),
  }),
);

const problem = describe<Problem>()(
  'Problem',
  z.object({
    field: z.string().meta({ description: 'The name of a contact field, or `answers.<question id>`.' }),
    rule,
  }),
);

/** The members that the documents of some refusals have in addition to a title, a status and a code. */
type Addition = Partial<Record<Exclude<keyof ProblemDocument, 'title' | 'status' | 'code'>, z.ZodType>>;
const requestId = z.string().meta({ description: 'Identifies the request in the proxy’s log.' });
const additions: Partial<Record<RefusalCode, Addition>> = {
  'invalid-enquiry': { problems: z.array(problem).min(1) },
  'unknown-case-type': {
    case_types: z.array(z.string()).meta({ description: 'The names of the case types that exist.' }),
  },
  'proof-required': { challenge },
  'internal-error': { request_id: requestId },
  unavailable: { request_id: requestId },
};

/** Converts a code such as `too-large` to the name of its schema, `TooLarge`. */
const toName = (code: string) => code.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

/** The schema of each refusal's problem document. */
export const problemDocuments = new Map(
  (Object.keys(refusals) as RefusalCode[]).map(code => {
    const [httpStatus, title] = refusals[code];
    const schema = z.object({
      title: z.string(),
      status: z.literal(httpStatus),
      code: z.literal(code),
      ...additions[code],
    });
    return [code, name(toName(code), schema.meta({ description: title }))];
  }),
);
