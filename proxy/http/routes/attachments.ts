import { EmptyFile, inspectFile, UnacceptableFile } from '../../content/inspector.ts';
import type { FileKind } from '../../contract/definition.ts';
import type { AttachmentReceipt } from '../../contract/enquiry.ts';
import { DiskFull } from '../../database/disk-reserve.ts';
import type { DeliveryRow } from '../../database/tables.ts';
import {
  acceptsAttachments,
  attachmentsRoute,
  EnquiryGone,
  isKeptBack,
  type StoredDelivery,
  TooManyAttachments,
} from '../../outbox/deliveries.ts';
import { type Config, settingsOf } from '../../settings/config.ts';
import { type FileOwner, withTimeLimit } from '../../spool/spool.ts';
import { confirmRepeatedRequest } from '../accept-enquiry.ts';
import {
  type AppContext,
  type AppDependencies,
  bearerOf,
  idempotencyKey,
  limitedSender,
} from '../context.ts';
import { parseFileName, safeName } from '../file-name.ts';
import { Refusal } from '../refusal.ts';
import { contentLength, streamBody } from '../request-body.ts';
import { createStoreBudget, type StoreBudget } from '../store-limits.ts';

/** The time that a response waits for an unneeded file to be erased. */
const eraseLimitMs = 500;

/** `POST /enquiries/{reference}/attachments`: spools the file in the request's body, stores the attachment and, if its
 * enquiry is already delivered, waits briefly for its delivery. */
export function postAttachment(dependencies: AppDependencies) {
  const { settings, config, intake, spool, signer, metrics, clock, log } = dependencies;
  const { outcomeWaitMs } = settings.requests;
  const receiveUpload = createUploads(dependencies);

  function respondWithReceipt(
    context: AppContext,
    { reference, state }: Pick<DeliveryRow, 'reference' | 'state'>,
  ) {
    const status = state === 'delivered' ? 'delivered' : 'accepted';
    const receipt: AttachmentReceipt = { reference, status };
    return context.json(receipt, status === 'delivered' ? 201 : 202);
  }

  /** Lets a repeated upload replace the first one's spooled file if that is missing. Returns whether it did. */
  async function replaceMissing({ id, spool_file }: StoredDelivery, copy: string, budget: StoreBudget) {
    if (spool_file === null || (await budget.run(() => spool.has(spool_file)))) return false;
    // False when the attachment was delivered, and its file erased, in the meantime.
    const isReplaced = await budget.run(() => intake.replaceFile(id, spool_file, copy));
    if (isReplaced) log.error({ id }, 'missing spooled file replaced by a repeated upload');
    return isReplaced;
  }

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
    const { spooled, kind } = await receiveUpload(context, { owner: { reference, key }, limits, budget });
    // From here on a delivery may need the file. Unless it certainly doesn't, the file is left to the sweep.
    let isUnneeded = false;
    try {
      const name = safeName(parseFileName(context.req.header('content-disposition')), kind);
      const { bytes, sha256 } = spooled;
      const content = { file: { name, mime: kind, postname: name }, bytes, sha256 };
      const fingerprint = `${sha256} ${name}`;
      const { row, isNew, visitorOutcome } = await budget.run(() =>
        intake
          .add(
            {
              kind: 'attachment',
              route: attachmentsRoute(reference),
              idempotency_key: key,
              digest: signer.digest(fingerprint),
              reference,
              content,
              spool_file: spooled.name,
            },
            {
              maxAttachments: limits.max_files,
              // An attachment is sent after its enquiry, so waiting is pointless until that is delivered.
              ...(enquiry.state === 'delivered' && {
                visitor: {
                  waitMs: outcomeWaitMs,
                  signal: context.req.raw.signal,
                  findField: () => undefined,
                },
              }),
            },
          )
          .catch(error => {
            isUnneeded = [TooManyAttachments, EnquiryGone, DiskFull].some(type => error instanceof type);
            if (error instanceof TooManyAttachments) throw new Refusal('too-many-attachments');
            if (error instanceof EnquiryGone) throw new Refusal('not-found');
            throw error;
          }),
      );
      if (!isNew) {
        const isOtherFile = row.spool_file !== spooled.name;
        if (!signer.isDigest(row.digest, fingerprint)) {
          isUnneeded = isOtherFile;
          throw new Refusal('idempotency-mismatch');
        }
        if (isOtherFile) isUnneeded = !(await replaceMissing(row, spooled.name, budget));
        return respondWithReceipt(context, await confirmRepeatedRequest(row, intake, budget));
      }
      if (!isKeptBack(row.state)) metrics.accepted({ kind: 'attachment', case_type: '' }, spooled.bytes);
      const { state } = await visitorOutcome;
      return respondWithReceipt(context, { reference, state: state === 'delivered' ? state : 'waiting' });
    } finally {
      if (isUnneeded) {
        // A failure must not change the response. The sweep erases the file later.
        await withTimeLimit(eraseLimitMs, spool.erase(spooled.name)).catch(error =>
          log.warn({ err: error }, 'unneeded spooled file not erased'),
        );
      }
    }
  };
}

interface Upload {
  owner: FileOwner;
  /** What the case type of the enquiry allows. */
  limits: Config['attachments'];
  budget: StoreBudget;
}

/** Creates a function that spools the body of a request, within the upload limits. It throws a refusal when the file is
 * unacceptable or a limit is reached. */
function createUploads({ settings, shared, spool }: AppDependencies) {
  const { minimumRate, trustedProxyHops } = settings.requests;

  return async (context: AppContext, { owner, limits, budget }: Upload) => {
    const { max_bytes, pdf_javascript } = limits;
    // The length is checked before the upload limits, so that a file that is too large is refused for its size.
    const maxBytes = contentLength(context, max_bytes) ?? max_bytes;
    const body = streamBody(context, max_bytes, minimumRate);
    const endReservation = await shared.uploadLimits.reserve(
      limitedSender(context, trustedProxyHops),
      maxBytes,
      budget,
    );
    let spooledBytes = 0;
    try {
      let kind: FileKind | undefined;
      const received = Promise.withResolvers<void>();
      async function* receive() {
        yield* inspectUpload(body, pdf_javascript, found => {
          kind = found;
        });
        received.resolve();
      }
      const saving = spool.save(receive(), owner);
      const ignore = () => {};
      // The client's time doesn't count against the budget: it starts again at the last byte.
      await Promise.race([received.promise, saving.then(ignore, ignore)]);
      const spooled = await budget
        .run(() => saving)
        .catch(error => {
          // A file that is saved after the time limit is no longer needed.
          saving.then(({ name }) => spool.erase(name)).catch(ignore);
          throw error;
        });
      spooledBytes = spooled.bytes;
      return { spooled, kind: kind! };
    } finally {
      endReservation(spooledBytes);
    }
  };
}

/** Yields the chunks of an uploaded file while inspecting it. Throws a refusal once the file is unacceptable. */
async function* inspectUpload(
  body: AsyncIterable<Buffer>,
  pdfJavascript: 'refuse' | 'pass',
  onKind: (kind: FileKind) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* inspectFile(body, pdfJavascript, onKind);
  } catch (error) {
    if (error instanceof EmptyFile) throw new Refusal('empty');
    if (error instanceof UnacceptableFile)
      throw new Refusal('unsupported-media-type', { reason: error.check });
    throw error;
  }
}
