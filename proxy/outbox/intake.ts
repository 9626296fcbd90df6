import type { GroupCommit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { isUnsettled } from '../database/tables.ts';
import { createDeliveryAdder, createKeyLookup, type KeyLookup, selectAwaitedMs } from './add-deliveries.ts';
import type { DeliveryListener } from './claims.ts';
import {
  type AttachmentContent,
  type Claim,
  encodeContent,
  type NewAttachment,
  type NewDelivery,
  roomLeft,
  type StoredDelivery,
} from './deliveries.ts';
import type { VisitorOutcome, WaitingVisitor, WaitingVisitors } from './waiting-visitors.ts';

export type Intake = ReturnType<typeof createIntake>;

/** Stores requests that routes acknowledge. Every method that changes something resolves after the commit. */
export function createIntake(
  database: OutboxDatabase,
  groups: GroupCommit,
  visitors: WaitingVisitors,
  listener: () => DeliveryListener,
) {
  const lookup = createKeyLookup(database);
  const { addDelivery, addAttachment } = createDeliveryAdder(database, groups, lookup);

  return {
    ...createLookups(database, lookup),
    /** Stores a delivery. When its key is known, changes nothing and resolves with the row stored earlier.
     * `visitorOutcome` resolves when there is an outcome, when the wait is over, or immediately when the delivery can't be
     * attempted now, is a test or is held. Throws EnquiryGone for an attachment without an enquiry, and
     * TooManyAttachments when the enquiry already has `maxAttachments` (default: no limit). Stores nothing and throws
     * DiskFull while the disk has room only for delivering and erasing. */
    async add(
      delivery: NewDelivery,
      { visitor, maxAttachments = Infinity }: { visitor?: WaitingVisitor; maxAttachments?: number } = {},
    ) {
      database.room?.expect();
      const startedAt = performance.now();
      const state = (delivery.kind === 'enquiry' && delivery.state) || 'waiting';
      const isAwaited = visitor !== undefined && state === 'waiting' && listener().isReady();
      const waitMs = isAwaited ? visitor.waitMs : 0;
      // In a fleet, a commit that was not confirmed may still take place. The end of its lease would count as an unknown
      // outcome.
      const canClaim = delivery.kind === 'enquiry' && state === 'waiting' && !database.isShared;
      const reservation = canClaim ? listener().reserve() : undefined;
      const adding =
        delivery.kind === 'attachment'
          ? addAttachment({ delivery, waitMs, maxAttachments })
          : addDelivery({ delivery, waitMs, state, ...(reservation && { leaseMs: reservation.leaseMs }) });
      adding.catch(() => {
        reservation?.cancel();
        listener().wake(); // The row may have been committed although the commit was not confirmed.
      });
      const added = await adding;
      let visitorOutcome: Promise<VisitorOutcome> = Promise.resolve({ state: 'accepted' });
      if (added.isNew) {
        // The wait ends before `respond_by`, so nobody who reads that column acts while the visitor is still waiting.
        const leftMs = waitMs - (performance.now() - startedAt);
        if (isAwaited) visitorOutcome = visitors.wait(added.row.id, visitor, leftMs);
        // A new row has content.
        if (reservation) reservation.begin({ ...added.row, enquiry_id: null, isInterrupted: false } as Claim);
        else listener().wake();
      } else reservation?.cancel();
      return { ...added, visitorOutcome };
    },

    /** Makes a stored delivery safe to acknowledge to a visitor who repeats a request: its own commit confirms that the
     * row is durable, and from then on the delivery can't be refused. Resolves with the current row, or undefined when
     * the first request may still be waiting for the outcome or the row is gone. */
    confirm: (id: number): Promise<StoredDelivery | undefined> =>
      groups.commit(transaction =>
        transaction
          .updateTable('deliveries')
          .set({ respond_by: 0 })
          .where('id', '=', id)
          .where('respond_by', '<=', database.now())
          .returningAll()
          .returning(selectAwaitedMs(database))
          .executeTakeFirst(),
      ),

    /** Replaces an attachment's missing file with another copy of the same upload, which has other content if the config
     * now removes other metadata. Resolves with false when the delivery is complete or already has another file. */
    async replaceFile(id: number, missing: string, copy: NewAttachment): Promise<boolean> {
      const { numUpdatedRows } = await groups.commit(transaction =>
        transaction
          .updateTable('deliveries')
          .set({ spool_file: copy.spool_file, content: encodeContent(copy) })
          .where('id', '=', id)
          .where('spool_file', '=', missing)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
  };
}

/** Finds and counts what the outbox has. */
function createLookups({ db }: OutboxDatabase, { selectStored, selectByKey }: KeyLookup) {
  const ids = db.selectFrom('deliveries').select('id');
  const count = async (rows: typeof ids) => {
    const counted = db.selectFrom(rows.as('counted')).select(({ fn }) => fn.countAll<number>().as('count'));
    return (await counted.executeTakeFirstOrThrow()).count;
  };
  const unsettled = ids.where('kind', '=', 'enquiry').where(isUnsettled);
  return {
    find: (route: string, idempotencyKey: string) => selectByKey(db, route, idempotencyKey),
    /** Finds the enquiry with this reference. */
    enquiry: (reference: string) =>
      selectStored(db).where('reference', '=', reference).where('kind', '=', 'enquiry').executeTakeFirst(),
    /** Counts the enquiries that are waiting or held, except suspects, up to `most`. */
    countUndelivered: (most: number) =>
      count(unsettled.where('held_cause', 'is distinct from', 'suspect').limit(most)),
    /** Counts the enquiries that are held as suspects. */
    countSuspects: () => count(unsettled.where('state', '=', 'held').where('held_cause', '=', 'suspect')),
    /** Reads how many attachments can still be added to the enquiry with this reference, those in which the scanner has found
     * something, and whether it hasn't looked at some yet. */
    async attachments(reference: string, most: number) {
      const rows = await db
        .selectFrom('deliveries')
        .select(['idempotency_key', 'state', 'held_cause', 'content'])
        .where('reference', '=', reference)
        .where('kind', '=', 'attachment')
        .execute();
      const read = (content: string | null) => JSON.parse(content ?? '{}') as AttachmentContent; // It is kept until the end.
      return {
        left: roomLeft(rows, most),
        infected: rows
          .filter(({ held_cause }) => held_cause === 'infected')
          .map(({ idempotency_key: key, content }) => ({ key, name: read(content).file.name })),
        areAllScanned: rows.every(({ state, content }) => state !== 'waiting' || read(content).scan),
      };
    },
  };
}
