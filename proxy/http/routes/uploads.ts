import { isUtf8 } from 'node:buffer';
import { FileAcceptance } from '../../acceptance/accept-file.ts';
import { createStoreBudget, Refusal, type StoreBudget } from '../../acceptance/refusal.ts';
import type { AttachmentReceipt, AttachmentRoom } from '../../contract/enquiry.ts';
import { acceptsAttachments } from '../../outbox/deliveries.ts';
import { settingsOf } from '../../settings/config.ts';
import { type AppContext, type AppDependencies, bearerOf, idempotencyKey, senderOf } from '../context.ts';
import { contentLength, streamBody } from '../request-body.ts';

/** `POST /enquiries/{reference}/attachments`: spools the file in the request's body, stores the attachment and, if its
 * enquiry is already delivered, waits briefly for its delivery. */
export function postAttachment(dependencies: AppDependencies) {
  const { settings, config } = dependencies;
  const { minimumRate, trustedProxyHops } = settings.requests;
  const acceptance = new FileAcceptance(dependencies);

  return async (context: AppContext) => {
    const reference = context.req.param('reference') ?? '';
    const isFromPage = context.get('client') === undefined;
    const token = isFromPage ? bearerOf(context) : context.req.header('upload-token');
    const caseType = caseTypeOf(token, reference, dependencies);
    const key = idempotencyKey(context);
    const budget = createStoreBudget();
    const enquiry = await findEnquiry(reference, dependencies, budget);

    // The file of a form would be stored with the form's boundaries around it.
    if (/^multipart\//i.test(context.req.header('content-type') ?? ''))
      throw new Refusal('unsupported-media-type', {
        reason: 'multipart',
        detail: 'Send the bytes of the file as the body.',
      });
    const { attachments: limits } = settingsOf(config, caseType);
    const { max_bytes } = limits;
    const sender = senderOf(context, trustedProxyHops);
    const file = await acceptance.receive({
      body: streamBody(context, max_bytes, minimumRate),
      // The length is checked before the upload limits, so that a file that is too large is refused for its size.
      maxBytes: contentLength(context, max_bytes) ?? max_bytes,
      owner: { reference, key },
      limits,
      sender,
      budget,
    });
    const state = await acceptance.attach({
      reference,
      idempotencyKey: key,
      fileName: parseFileName(context.req.header('content-disposition')),
      file,
      limits,
      // An attachment is sent after its enquiry, so waiting is pointless until that is delivered.
      isAwaited: enquiry.state === 'delivered',
      sender,
      budget,
    });
    const status = state === 'delivered' ? 'delivered' : 'accepted';
    const receipt: AttachmentReceipt = { reference, status };
    return context.json(receipt, status === 'delivered' ? 201 : 202);
  };
}

/** `GET /enquiries/{reference}/attachment-limits`: what the bearer of an upload token can still add to the enquiry. */
export function getAttachmentLimits(dependencies: AppDependencies) {
  const { config, intake, settings } = dependencies;
  return async (context: AppContext) => {
    const reference = context.req.param('reference') ?? '';
    const caseType = caseTypeOf(bearerOf(context), reference, dependencies);
    const budget = createStoreBudget();
    await findEnquiry(reference, dependencies, budget);
    const { max_files, max_bytes, strip_metadata } = settingsOf(config, caseType).attachments;
    const files = await budget.run(() => intake.attachments(reference, max_files));
    const room: AttachmentRoom = {
      attachments: { max_files, max_bytes, strip_metadata },
      left: files.left,
      refused: files.infected,
      ...(settings.uploads.scanUrl && !files.areAllScanned && { checking: true }),
    };
    return context.json(room);
  };
}

/** The case type in an upload token. Throws a refusal if the token isn't valid for this enquiry. */
function caseTypeOf(token = '', reference: string, { signer, clock }: AppDependencies): string {
  const caseType = signer.caseTypeOf(token, reference, clock());
  if (caseType === undefined) throw new Refusal('upload-token-invalid');
  return caseType;
}

/** Finds the enquiry that files are for. Throws a refusal if nothing can be attached to it. */
async function findEnquiry(reference: string, { intake }: AppDependencies, budget: StoreBudget) {
  const enquiry = await budget.run(() => intake.enquiry(reference));
  if (!enquiry || !acceptsAttachments(enquiry.state)) throw new Refusal('not-found');
  return enquiry;
}

/** The file name in a `Content-Disposition` header (RFC 6266): `filename*` if it is valid, otherwise `filename`. Empty
 * when there is neither. */
export function parseFileName(disposition = ''): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*"?UTF-8'[^']*'([^;\s"]+)/i.exec(disposition)?.[1];
  const name = extended && decodeExtended(extended);
  if (name) return name;
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return decodeUtf8((plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim());
}

/** Decodes a percent-encoded value (RFC 8187). Undefined when it is malformed, which is no reason to refuse the file. */
function decodeExtended(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8 that Node has read as Latin-1, because many clients send UTF-8 in headers. */
function decodeUtf8(text: string): string {
  const encoded = Buffer.from(text, 'latin1');
  return /[^\0-\xff]/.test(text) || !isUtf8(encoded) ? text : encoded.toString();
}
