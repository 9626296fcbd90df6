import { createEnquiryAcceptance } from '../accept-enquiry.ts';
import { type AppContext, type AppDependencies, idempotencyKey, pageOrigin } from '../context.ts';
import { parseEnquiry } from '../enquiry-body.ts';
import { readJson } from '../request-body.ts';

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
