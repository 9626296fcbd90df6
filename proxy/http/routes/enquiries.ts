import { createEnquiryAcceptance } from '../accept-enquiry.ts';
import { type AppContext, type AppDependencies, idempotencyKey, pageOrigin } from '../context.ts';
import { parseEnquiry } from '../enquiry-body.ts';
import { readJson } from '../request-body.ts';
import { idempotencyKeyHeader, type Route } from '../route.ts';

export const enquiryRoute: Route = {
  method: 'POST',
  path: '/enquiries',
  operationId: 'postEnquiry',
  summary: 'Submit an enquiry.',
  parameters: [idempotencyKeyHeader],
  body: 'Enquiry',
  security: [{}, { proof: [] }, { clientKey: [] }],
  successes: {
    201: ['Stored and created by the enquiry API.', 'Receipt'],
    202: ['Stored, but not delivered yet.', 'Receipt'],
  },
  refusals: [
    ...(['malformed', 'idempotency-key-required', 'test-link-invalid', 'proof-required'] as const),
    ...(['unknown-case-type', 'in-progress', 'definition-changed', 'too-large'] as const),
    ...(['unsupported-media-type', 'invalid-enquiry', 'idempotency-mismatch'] as const),
    ...(['too-many-requests', 'unavailable'] as const),
  ],
};

/** `POST /enquiries`: stores the enquiry, waits briefly for its delivery and responds with the receipt. */
export function postEnquiry(dependencies: AppDependencies) {
  const { definitions, settings } = dependencies;
  const { minimumRate } = settings.requests;
  const accept = createEnquiryAcceptance(dependencies);

  return async (context: AppContext) => {
    const key = idempotencyKey(context);
    const body = parseEnquiry(await readJson(context, definitions.maxEnquiryBytes, minimumRate));
    const receipt = await accept(context, key, body, {
      site: pageOrigin(context),
      authorization: context.req.header('authorization') ?? '',
    });
    return context.json(receipt, receipt.status === 'delivered' ? 201 : 202);
  };
}
