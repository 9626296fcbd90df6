import { inspected } from '../../content/inspected.ts';
import type { AttachmentReceipt } from '../../contract/enquiry.ts';
import type { Kind } from '../../contract/kind.ts';
import type { DeliveryRow } from '../../database/tables.ts';
import {
  acceptsAttachments,
  attachmentsRoute,
  EnquiryGone,
  type StoredDelivery,
  TooManyAttachments,
} from '../../outbox/deliveries.ts';
import type { FileOwner } from '../../spool/spool.ts';
import { withTimeLimit } from '../../time/time-limit.ts';
import type { RouteDependencies } from '../app.ts';
import { addressOf } from '../client-address.ts';
import { nameFrom, safeName } from '../file-name.ts';
import { slowestOf } from '../minimum-rate.ts';
import { createStoring, Refusal, type Storing } from '../refusal.ts';
import { type AppContext, bodyOf, declaredBytes, idempotencyKeyOf } from '../request.ts';
import { createUploadRoom } from '../upload-limits.ts';
import { confirmed } from './enquiries.ts';

/** How long a response waits for a file to be erased. */
const eraseLimitMs = 500;

/** `POST /enquiries/{reference}/attachments`: spools the raw bytes, keeps the attachment, has it tried. */
export function postAttachment({
  settings,
  config,
  intake,
  spool,
  signer,
  clock,
  monotonicMs,
  metrics,
  log,
}: RouteDependencies) {
  const { max_files, max_bytes, pdf_javascript } = config.attachments;
  const { TRUSTED_PROXY_HOPS } = settings;
  const room = createUploadRoom(settings, spool, monotonicMs);

  /** Spools the body, within what is allowed at once. The store's time counts again from the last byte. */
  async function takeIn(context: AppContext, owner: FileOwner, storing: Storing) {
    // What is too large is refused for that, whatever room there is.
    const most = declaredBytes(context, max_bytes) ?? max_bytes;
    const body = bodyOf(context, max_bytes, slowestOf(settings));
    const leave = await room.enter(addressOf(context, TRUSTED_PROXY_HOPS), most, storing);
    let kept = 0;
    try {
      let kind: Kind | undefined;
      const tell = (found: Kind) => {
        kind = found;
      };
      const whole = Promise.withResolvers<void>();
      async function* upToEnd() {
        yield* inspected(body, pdf_javascript, tell);
        whole.resolve();
      }
      const saving = spool.save(upToEnd(), owner);
      const hasEnded = () => {};
      await Promise.race([whole.promise, saving.then(hasEnded, hasEnded)]);
      const spooled = await storing(() => saving).catch(error => {
        // When it was only too slow, the file is complete later, and nobody will ask for it.
        saving.then(({ name }) => spool.erase(name)).catch(() => {});
        throw error;
      });
      kept = spooled.bytes;
      return { spooled, kind: kind! };
    } finally {
      leave(kept);
    }
  }

  function receipt(context: AppContext, { reference, state }: Pick<DeliveryRow, 'reference' | 'state'>) {
    const status = state === 'delivered' ? 'delivered' : 'accepted';
    return context.json(
      { reference, status } satisfies AttachmentReceipt,
      status === 'delivered' ? 201 : 202,
    );
  }

  /** Puts a repeat's copy in the place of the first request's file when that is missing; says whether it did. */
  async function replaceMissing({ id, spool_file }: StoredDelivery, copy: string, storing: Storing) {
    if (spool_file === null || (await storing(() => spool.has(spool_file)))) return false;
    // Not when it was delivered and erased meanwhile.
    const isReplaced = await storing(() => intake.replaceFile(id, spool_file, copy));
    if (isReplaced) log.error({ id }, 'spooled file missing; replaced by the copy of a repeated request');
    return isReplaced;
  }

  return async (context: AppContext) => {
    const reference = context.req.param('reference') ?? '';
    const token = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if (!signer.isToken(token, reference, clock())) {
      throw new Refusal('upload-token-invalid', { headers: { 'www-authenticate': 'Bearer' } });
    }
    const key = idempotencyKeyOf(context);
    const storing = createStoring();
    const enquiry = await storing(() => intake.enquiry(reference));
    if (!enquiry || !acceptsAttachments(enquiry.state)) throw new Refusal('not-found');

    const taken = await takeIn(context, { reference, key }, storing);
    const { spooled } = taken;
    // From here on the file may be needed: unless it is known that it is not, it is left to the sweep.
    let isUnneeded = false;
    try {
      const name = safeName(nameFrom(context.req.header('content-disposition')), taken.kind);
      const content = { file: { name, mime: taken.kind, postname: name }, bytes: spooled.bytes };
      const fingerprint = `${spooled.sha256} ${name}`;
      const { row, isNew, visitorOutcome } = await storing(() =>
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
              // It follows its enquiry: there is nothing to wait for as long as that one is on its way.
              ...(enquiry.state === 'delivered' && {
                visitor: {
                  waitMs: settings.ENQUIRY_WAIT_MS,
                  signal: context.req.raw.signal,
                  isCorrectable: () => false,
                },
              }),
            },
          )
          .catch(error => {
            isUnneeded = error instanceof TooManyAttachments || error instanceof EnquiryGone;
            if (error instanceof TooManyAttachments) throw new Refusal('too-many-attachments');
            if (error instanceof EnquiryGone) throw new Refusal('not-found');
            throw error;
          }),
      );
      if (!isNew) {
        const isOther = row.spool_file !== spooled.name;
        if (!signer.isDigest(row.digest, fingerprint)) {
          isUnneeded = isOther;
          throw new Refusal('idempotency-mismatch');
        }
        if (isOther) isUnneeded = !(await replaceMissing(row, spooled.name, storing));
        return receipt(context, await confirmed(row, intake, storing));
      }
      metrics.accepted('attachment', spooled.bytes);
      const { state } = await visitorOutcome;
      return receipt(context, { reference, state: state === 'delivered' ? state : 'waiting' });
    } finally {
      // A store that fails now must not change the response; the file is swept later.
      if (isUnneeded)
        await withTimeLimit(eraseLimitMs, spool.erase(spooled.name)).catch(error =>
          log.warn({ err: error }, 'a file is left to be swept'),
        );
    }
  };
}
