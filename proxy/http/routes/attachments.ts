import type { AttachmentReceipt } from '../../contract/enquiry.ts';
import { acceptsAttachments } from '../../outbox/deliveries.ts';
import { settingsOf } from '../../settings/config.ts';
import { createAttachmentAcceptance } from '../accept-attachment.ts';
import { type AppContext, type AppDependencies, bearerOf, idempotencyKey } from '../context.ts';
import { parseFileName } from '../file-name.ts';
import { Refusal } from '../refusal.ts';
import { contentLength, streamBody } from '../request-body.ts';
import { header, idempotencyKeyHeader, type Route } from '../route.ts';
import { createStoreBudget } from '../store-limits.ts';

export const attachmentRoute: Route = {
  method: 'POST',
  path: '/enquiries/:reference/attachments',
  operationId: 'postAttachment',
  summary: 'Attach a file to an enquiry.',
  parameters: [idempotencyKeyHeader, header('Content-Disposition', 'The file’s name (RFC 6266).')],
  body: 'file',
  security: [{ uploadToken: [] }, { clientKey: [], uploadTokenOfServer: [] }],
  successes: {
    201: ['Stored and uploaded to the enquiry API.', 'AttachmentReceipt'],
    202: ['Stored, but not delivered yet.', 'AttachmentReceipt'],
  },
  refusals: [
    ...(['malformed', 'idempotency-key-required', 'upload-token-invalid', 'not-found'] as const),
    ...(['in-progress', 'too-many-attachments', 'too-large', 'unsupported-media-type'] as const),
    ...(['empty', 'idempotency-mismatch', 'too-many-requests', 'storage-full', 'unavailable'] as const),
  ],
};

/** `POST /enquiries/{reference}/attachments`: spools the file in the request's body, stores the attachment and, if its
 * enquiry is already delivered, waits briefly for its delivery. */
export function postAttachment(dependencies: AppDependencies) {
  const { settings, config, intake, signer, clock } = dependencies;
  const { outcomeWaitMs, minimumRate } = settings.requests;
  const { receive, attach } = createAttachmentAcceptance(dependencies);

  return async (context: AppContext) => {
    const reference = context.req.param('reference') ?? '';
    const isFromPage = context.get('client') === undefined;
    const token = isFromPage ? bearerOf(context) : context.req.header('upload-token');
    const caseType = signer.caseTypeOf(token ?? '', reference, clock());
    if (caseType === undefined)
      throw new Refusal('upload-token-invalid', { headers: { 'www-authenticate': 'Bearer' } });
    const key = idempotencyKey(context);
    const budget = createStoreBudget();
    const enquiry = await budget.run(() => intake.enquiry(reference));
    if (!enquiry || !acceptsAttachments(enquiry.state)) throw new Refusal('not-found');

    const { attachments: limits } = settingsOf(config, caseType);
    const { max_bytes } = limits;
    const file = await receive(context, {
      body: streamBody(context, max_bytes, minimumRate),
      // The length is checked before the upload limits, so that a file that is too large is refused for its size.
      maxBytes: contentLength(context, max_bytes) ?? max_bytes,
      owner: { reference, key },
      limits,
      budget,
    });
    const state = await attach({
      reference,
      idempotencyKey: key,
      fileName: parseFileName(context.req.header('content-disposition')),
      file,
      limits,
      // An attachment is sent after its enquiry, so waiting is pointless until that is delivered.
      ...(enquiry.state === 'delivered' && {
        visitor: { waitMs: outcomeWaitMs, signal: context.req.raw.signal, findField: () => undefined },
      }),
      budget,
    });
    const status = state === 'delivered' ? 'delivered' : 'accepted';
    const receipt: AttachmentReceipt = { reference, status };
    return context.json(receipt, status === 'delivered' ? 201 : 202);
  };
}
