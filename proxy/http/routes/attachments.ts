import type { Logger } from 'pino';
import type { AttachmentReceipt } from '../../contract/enquiry.ts';
import { DiskFull } from '../../database/disk-reserve.ts';
import type { DeliveryRow } from '../../database/tables.ts';
import type { Signer } from '../../enquiry/signer.ts';
import {
  acceptsAttachments,
  attachmentsRoute,
  EnquiryGone,
  isKeptBack,
  type StoredDelivery,
  TooManyAttachments,
} from '../../outbox/deliveries.ts';
import type { Intake } from '../../outbox/intake.ts';
import { type Spool, withTimeLimit } from '../../spool/spool.ts';
import type { AppContext } from '../context.ts';
import { parseFileName, safeName } from '../file-name.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import { Refusal } from '../refusal.ts';
import { createStoreBudget, type StoreBudget } from '../store-budget.ts';
import { createUploads, type UploadDependencies } from '../upload.ts';
import { confirmRepeatedRequest } from './confirm-repeat.ts';

export interface PostAttachmentDependencies extends UploadDependencies {
  intake: Pick<Intake, 'enquiry' | 'add' | 'confirm' | 'replaceFile'>;
  spool: Pick<Spool, 'save' | 'has' | 'erase' | 'bytes' | 'roomBytes'>;
  signer: Pick<Signer, 'isToken' | 'digest' | 'isDigest'>;
  metrics: { accepted(labels: { kind: 'attachment'; case_type: '' }, bytes: number): void };
  clock: () => number;
  log: Logger;
}

/** The time that a response waits for an unneeded file to be erased. */
const eraseLimitMs = 500;

/** `POST /enquiries/{reference}/attachments`: spools the file in the request's body, stores the attachment and, if its
 * enquiry is already delivered, waits briefly for its delivery. */
export function postAttachment(dependencies: PostAttachmentDependencies) {
  const { settings, config, intake, spool, signer, metrics, clock, log } = dependencies;
  const { outcomeWaitMs } = settings.requests;
  const { max_files } = config.attachments;
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
    const token = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if (!signer.isToken(token, reference, clock()))
      throw new Refusal('upload-token-invalid', { headers: { 'www-authenticate': 'Bearer' } });
    const key = idempotencyKey(context);
    const budget = createStoreBudget();
    const enquiry = await budget.run(() => intake.enquiry(reference));
    if (!enquiry || !acceptsAttachments(enquiry.state)) throw new Refusal('not-found');

    const { spooled, kind } = await receiveUpload(context, { reference, key }, budget);
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
              maxAttachments: max_files,
              // An attachment is sent after its enquiry, so waiting is pointless until that is delivered.
              ...(enquiry.state === 'delivered' && {
                visitor: {
                  waitMs: outcomeWaitMs,
                  signal: context.req.raw.signal,
                  isCorrectable: () => false,
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
