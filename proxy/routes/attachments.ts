import { addressOf } from '../address.ts';
import type { RouteDependencies } from '../app.ts';
import { inspected } from '../content/inspected.ts';
import type { AttachmentReceipt } from '../contract/enquiry.ts';
import type { Kind } from '../contract/kind.ts';
import { nameFrom, safeName } from '../file-name.ts';
import { TooManyAttachments } from '../outbox/outbox.ts';
import type { DeliveryRow } from '../outbox/tables.ts';
import { slowestOf } from '../pace.ts';
import { Refusal, storing } from '../refusal.ts';
import { type AppContext, bodyOf, declaredBytes, idempotencyKeyOf } from '../request.ts';
import { createUploadRoom } from '../upload-room.ts';
import { inProgressOr } from './enquiries.ts';

/** `POST /enquiries/{reference}/attachments`: spools the raw bytes, keeps the attachment, has it tried. */
export function postAttachment({
  settings,
  config,
  outbox,
  spool,
  signer,
  clock,
  metrics,
  log,
}: RouteDependencies) {
  const { max_files, max_bytes, pdf_javascript } = config.attachments;
  const { TRUSTED_PROXY_HOPS } = settings;
  const room = createUploadRoom(settings, spool, clock);

  /** Spools the body, within what is allowed at once. */
  async function takeIn(context: AppContext) {
    // What is too large is refused for that, whatever room there is.
    const most = declaredBytes(context, max_bytes) ?? max_bytes;
    const body = bodyOf(context, max_bytes, slowestOf(settings));
    const leave = await room.enter(addressOf(context, TRUSTED_PROXY_HOPS), most);
    let kept = 0;
    try {
      let kind: Kind | undefined;
      const tell = (found: Kind) => {
        kind = found;
      };
      const spooled = await storing(() => spool.save(inspected(body, pdf_javascript, tell)));
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

  return async (context: AppContext) => {
    const reference = context.req.param('reference') ?? '';
    const token = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if (!signer.isToken(token, reference, clock())) {
      throw new Refusal('upload-token-invalid', { headers: { 'www-authenticate': 'Bearer' } });
    }
    const key = idempotencyKeyOf(context);
    const enquiry = await storing(() => outbox.enquiry(reference));
    if (!enquiry) throw new Refusal('not-found');

    const { spooled, kind } = await takeIn(context);
    let isKept = false;
    try {
      const name = safeName(nameFrom(context.req.header('content-disposition')), kind);
      const content = { file: { name, mime: kind, postname: name }, bytes: spooled.bytes };
      const fingerprint = `${spooled.sha256} ${name}`;
      const route = `/enquiries/${reference}/attachments`;
      const { row, isNew, settled } = await storing(() =>
        outbox
          .add(
            {
              kind: 'attachment',
              route,
              idempotency_key: key,
              digest: signer.digest(fingerprint),
              reference,
              content: JSON.stringify(content),
              spooled: spooled.name,
            },
            {
              most: max_files,
              // It follows its enquiry: there is nothing to wait for as long as that one is on its way.
              ...(enquiry.state === 'delivered' && {
                waiter: {
                  waitMs: settings.ENQUIRY_WAIT_MS,
                  signal: context.req.raw.signal,
                  canMend: () => false,
                },
              }),
            },
          )
          .catch(async error => {
            if (error instanceof TooManyAttachments) throw new Refusal('too-many-attachments');
            // It may be committed, and its word was lost: a repeat is then told that the file is kept. Where nobody
            // can say, the file is swept at the next start, or needed.
            isKept = await outbox.find(route, key).then(
              row => row?.spooled === spooled.name,
              () => true,
            );
            throw error;
          }),
      );
      // A commit whose word was lost is found again as known: its file is ours all the same.
      isKept = row.spooled === spooled.name;
      if (!isNew) {
        if (!signer.isDigest(row.digest, fingerprint)) throw new Refusal('idempotency-mismatch');
        return inProgressOr(row, () => receipt(context, row));
      }
      metrics.accepted('attachment', spooled.bytes);
      const { state } = await settled;
      return receipt(context, { reference, state: state === 'delivered' ? state : 'waiting' });
    } finally {
      // A store that fails now must not change the answer; the file is swept at the next start.
      if (!isKept)
        await spool
          .erase(spooled.name)
          .catch(error => log.warn({ err: error }, 'a file is left to be swept'));
    }
  };
}
