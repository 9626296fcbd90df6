import { EmptyFile, inspectFile, UnacceptableFile } from '../content/inspector.ts';
import type { FileKind } from '../contract/definition.ts';
import { DiskFull } from '../database/disk-reserve.ts';
import type { DeliveryRow } from '../database/tables.ts';
import {
  attachmentsRoute,
  EnquiryGone,
  isKeptBack,
  type StoredDelivery,
  TooManyAttachments,
} from '../outbox/deliveries.ts';
import type { WaitingVisitor } from '../outbox/waiting-visitors.ts';
import type { Config } from '../settings/config.ts';
import { type FileOwner, noOwner, type SpooledFile, withTimeLimit } from '../spool/spool.ts';
import { confirmRepeatedRequest } from './accept-enquiry.ts';
import { type AppContext, type AppDependencies, limitedSender } from './context.ts';
import { safeName } from './file-name.ts';
import { Refusal } from './refusal.ts';
import type { StoreBudget } from './store-limits.ts';

/** The time that a response waits for an unneeded file to be erased. */
const eraseLimitMs = 500;

/** What a case type allows. */
type Limits = Config['attachments'];

/** A file that was spooled and inspected. */
export interface ReceivedFile extends SpooledFile {
  kind: FileKind;
}

interface Upload {
  body: AsyncIterable<Buffer>;
  /** The most bytes that the body can have. */
  maxBytes: number;
  /** Default: unknown until `attach`. */
  owner?: FileOwner;
  limits: Limits;
  budget: StoreBudget;
}

interface Attachment {
  reference: string;
  idempotencyKey: string;
  /** The visitor's name for the file. */
  fileName: string;
  file: ReceivedFile;
  limits: Limits;
  /** The visitor who waits for the delivery. Default: nobody does. */
  visitor?: WaitingVisitor;
  budget: StoreBudget;
}

/** Accepts the files of enquiries, for every route that receives them. */
export function createAttachmentAcceptance(dependencies: AppDependencies) {
  const { settings, shared, intake, spool, signer, metrics, log } = dependencies;
  const { trustedProxyHops } = settings.requests;

  /** Erases a spooled file that no delivery needs. A failure must not change the response: the sweep erases the file
   * later. */
  async function erase(name: string): Promise<void> {
    await withTimeLimit(eraseLimitMs, spool.erase(name)).catch(error =>
      log.warn({ err: error }, 'unneeded spooled file not erased'),
    );
  }

  /** Spools a file while inspecting it, within the upload limits. Throws a refusal when the file is unacceptable or a limit
   * is reached. */
  async function receive(
    context: AppContext,
    { body, maxBytes, owner = noOwner, limits, budget }: Upload,
  ): Promise<ReceivedFile> {
    const sender = limitedSender(context, trustedProxyHops);
    const endReservation = await shared.uploadLimits.reserve(sender, maxBytes, budget);
    let spooledBytes = 0;
    try {
      let kind: FileKind | undefined;
      const received = Promise.withResolvers<void>();
      async function* inspected() {
        yield* inspectUpload(body, limits.pdf_javascript, found => {
          kind = found;
        });
        received.resolve();
      }
      const saving = spool.save(inspected(), owner);
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
      return { ...spooled, kind: kind! };
    } finally {
      endReservation(spooledBytes);
    }
  }

  /** Lets a repeated upload replace the first one's spooled file if that is missing. Returns whether it did. */
  async function replaceMissing({ id, spool_file }: StoredDelivery, copy: string, budget: StoreBudget) {
    if (spool_file === null || (await budget.run(() => spool.keep(spool_file)))) return false;
    // False when the attachment was delivered, and its file erased, in the meantime.
    const isReplaced = await budget.run(() => intake.replaceFile(id, spool_file, copy));
    if (!isReplaced) return false;
    log.error({ id }, 'missing spooled file replaced by a repeated upload');
    return await budget.run(() => spool.keep(copy));
  }

  /** Stores the attachment, and erases its file if no delivery needs it. Resolves with the state of its delivery, also for
   * a repeat with the same key and content. Throws a refusal otherwise. */
  async function attach(attachment: Attachment): Promise<DeliveryRow['state']> {
    const { reference, idempotencyKey, fileName, file, limits, visitor, budget } = attachment;
    const { bytes, sha256, kind } = file;
    let spoolFile = file.name;
    let isUnneeded = true;
    try {
      spoolFile = await budget.run(() => spool.assign(spoolFile, { reference, key: idempotencyKey }));
      // From here on a delivery may need the file. Unless it certainly doesn't, the file is left to the sweep.
      isUnneeded = false;
      const name = safeName(fileName, kind);
      const fingerprint = `${sha256} ${name}`;
      const { row, isNew, visitorOutcome } = await budget.run(() =>
        intake
          .add(
            {
              kind: 'attachment',
              route: attachmentsRoute(reference),
              idempotency_key: idempotencyKey,
              digest: signer.digest(fingerprint),
              reference,
              content: { file: { name, mime: kind, postname: name }, bytes, sha256 },
              spool_file: spoolFile,
            },
            { maxAttachments: limits.max_files, ...(visitor && { visitor }) },
          )
          .catch(error => {
            isUnneeded = [TooManyAttachments, EnquiryGone, DiskFull].some(type => error instanceof type);
            if (error instanceof TooManyAttachments) throw new Refusal('too-many-attachments');
            if (error instanceof EnquiryGone) throw new Refusal('not-found');
            throw error;
          }),
      );
      if (!isNew) {
        const isOtherCopy = row.spool_file !== spoolFile;
        if (!signer.isDigest(row.digest, fingerprint)) {
          isUnneeded = isOtherCopy;
          throw new Refusal('idempotency-mismatch');
        }
        if (isOtherCopy) isUnneeded = !(await replaceMissing(row, spoolFile, budget));
        return (await confirmRepeatedRequest(row, intake, budget)).state;
      }
      await budget.run(() => spool.keep(spoolFile));
      if (!isKeptBack(row.state)) metrics.accepted({ kind: 'attachment', case_type: '' }, bytes);
      const { state } = await visitorOutcome;
      return state === 'delivered' ? state : 'waiting';
    } finally {
      if (isUnneeded) await erase(spoolFile);
    }
  }

  return { receive, attach, erase };
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
