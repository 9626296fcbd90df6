import { z } from 'zod';
import { EnquiryAcceptance, type EnquiryBody, toMarketingText } from '../../acceptance/accept-enquiry.ts';
import { invalidEnquiry, Refusal } from '../../acceptance/refusal.ts';
import { contactFields, marketingFields } from '../../contract/definition.ts';
import type { Enquiry, Problem } from '../../contract/enquiry.ts';
import { type AppContext, type AppDependencies, idempotencyKey, pageOrigin, senderOf } from '../context.ts';
import { readJson } from '../request-body.ts';

/** `POST /enquiries`: stores the enquiry, waits briefly for its delivery and responds with the receipt. */
export function postEnquiry(dependencies: AppDependencies) {
  const { definitions, settings } = dependencies;
  const { minimumRate, trustedProxyHops } = settings.requests;
  const acceptance = new EnquiryAcceptance(dependencies);

  return async (context: AppContext) => {
    const key = idempotencyKey(context);
    const body = parseEnquiry(await readJson(context, definitions.maxEnquiryBytes, minimumRate));
    const receipt = await acceptance.accept({
      key,
      body,
      site: pageOrigin(context),
      authorization: context.req.header('authorization') ?? '',
      sender: senderOf(context, trustedProxyHops),
    });
    return context.json(receipt, receipt.status === 'delivered' ? 201 : 202);
  };
}

const text = z.string().exactOptional();
const ignoredIfMalformed = (subject: string) => ({ description: `${subject}. Ignored if malformed.` });
const contact = Object.fromEntries(contactFields.map(field => [field, text]));
/** `parseEnquiry` reads these. With zod's `catch`, the absent fields would take longer to parse than all the others. */
const marketingText = z
  .unknown()
  .meta({ type: ['string', 'number'] })
  .exactOptional();
const marketing = Object.fromEntries(marketingFields.map(field => [field, marketingText]));

export const enquirySchema = z.strictObject({
  ...(contact as Record<(typeof contactFields)[number], typeof text>),
  ...(marketing as Record<(typeof marketingFields)[number], typeof marketingText>),
  case_type: z.string(),
  definition: text.describe('The hash of the definition that the visitor saw.'),
  lang: text.describe('The language that the visitor saw, a BCP 47 tag.'),
  answers: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe('The answers by question id.')
    .exactOptional(),
  attribution: z.unknown().meta(ignoredIfMalformed('Where the enquiry comes from')).optional(),
  test: text.describe('The token of a test link.'),
  client: z.unknown().meta(ignoredIfMalformed('How the form was used')).optional(),
});

/** Checks the types of an enquiry's members. Throws a refusal with a problem for each wrong one. */
export function parseEnquiry(raw: unknown): EnquiryBody {
  dropMalformedLists(raw);
  const parsed = enquirySchema.safeParse(raw);
  if (parsed.success) {
    const { attribution, client, ...enquiry } = parsed.data;
    const marketing = marketingFields
      .filter(field => Object.hasOwn(enquiry, field))
      .map(field => [field, toMarketingText(enquiry[field])]);
    const { answers } = raw as Enquiry; // Valid, but zod's copy lacks an answer called `__proto__`.
    // zod skips this key, so its value may be nested too deeply for recursive functions.
    if (answers && Object.hasOwn(answers, '__proto__'))
      Object.defineProperty(answers, '__proto__', { value: '' });
    return {
      enquiry: { ...enquiry, ...Object.fromEntries(marketing), ...(answers && { answers }) },
      attribution,
      client,
    };
  }
  const problems = parsed.error.issues.flatMap((issue): Problem[] => {
    if (issue.path.length === 0 && issue.code === 'invalid_type') throw new Refusal('malformed');
    if (issue.code === 'unrecognized_keys') return issue.keys.map(field => ({ field, rule: 'unknown' }));
    const isMissing = issue.path[0] === 'case_type';
    return [{ field: issue.path.slice(0, 2).join('.'), rule: isMissing ? 'required' : 'not_allowed' }];
  });
  throw invalidEnquiry(problems);
}

/** Drops the lists among the answers that contain anything but texts: zod would describe each value, which takes seconds
 * if there are millions. An answer without a value has the wrong type, too. */
function dropMalformedLists(raw: unknown): void {
  const { answers } = (raw ?? {}) as { answers?: Record<string, unknown> }; // Not checked yet, so it may be anything.
  for (const [id, value] of Object.entries(answers ?? {}))
    if (id !== '__proto__' && Array.isArray(value) && value.some(each => typeof each !== 'string'))
      answers![id] = null;
}
