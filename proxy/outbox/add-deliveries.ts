import { type Kysely, sql } from 'kysely';
import type { GroupCommit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';
import {
  acceptsAttachments,
  EnquiryGone,
  type NewAttachment,
  type NewDelivery,
  type StoredDelivery,
  TooManyAttachments,
} from './deliveries.ts';
import { encodeContent } from './delivery-content.ts';

interface Added {
  row: StoredDelivery;
  isNew: boolean;
}

interface Addition {
  delivery: NewDelivery;
  waitMs: number;
}

interface AttachmentAddition extends Addition {
  delivery: NewAttachment;
  maxAttachments: number;
}

/** Adds deliveries to the outbox and finds them again by their keys. */
export function createDeliveryAdder(database: OutboxDatabase, { commitInGroups }: GroupCommit<Tables>) {
  const { now, isShared } = database;
  const selectAwaitedMs = () => sql<number>`(respond_by - ${now()})`.as('awaited_ms');
  const selectStored = (from: Kysely<Tables>) =>
    from.selectFrom('deliveries').selectAll().select(selectAwaitedMs);
  const selectByKey = (
    from: Kysely<Tables>,
    route: string,
    idempotencyKey: string,
  ): Promise<StoredDelivery | undefined> =>
    selectStored(from)
      .where('route', '=', route)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();

  /** Inserts the deliveries whose key is not known yet. */
  const insertAll = async (transaction: Kysely<Tables>, additions: Addition[]) => {
    const inserted = await transaction
      .insertInto('deliveries')
      .values(
        additions.map(({ delivery, waitMs }) => ({
          ...delivery,
          content: encodeContent(delivery),
          due_at: now(),
          created_at: now(),
          respond_by: waitMs > 0 ? timeInMs(database, waitMs) : 0,
        })),
      )
      .onConflict(clash => clash.columns(['route', 'idempotency_key']).doNothing())
      .returningAll()
      .returning(selectAwaitedMs)
      .execute();
    const toUniqueKey = (each: { route: string; idempotency_key: string }) =>
      `${each.route} ${each.idempotency_key}`;
    const newRows = new Map(inserted.map(row => [toUniqueKey(row), row]));
    const results: Added[] = [];
    for (const { delivery } of additions) {
      const row = newRows.get(toUniqueKey(delivery));
      // The second of two additions with the same key finds the row of the first.
      newRows.delete(toUniqueKey(delivery));
      const { route, idempotency_key } = delivery;
      results.push({ row: row ?? (await selectByKey(transaction, route, idempotency_key))!, isNew: !!row });
    }
    return results;
  };
  const addDelivery = commitInGroups(insertAll);

  const insertAttachment = async (transaction: Kysely<Tables>, addition: AttachmentAddition) => {
    const { delivery, maxAttachments } = addition;
    const { route, idempotency_key, reference } = delivery;
    const rows = transaction.selectFrom('deliveries').select(['id', 'state']);
    // Adding an attachment, dropping and purging all lock the enquiry's row first, so they run one after the other.
    const enquiry = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'enquiry')
      .$if(isShared, query => query.forUpdate())
      .executeTakeFirst();
    if (!enquiry || !acceptsAttachments(enquiry.state)) return new EnquiryGone();
    const known = await selectByKey(transaction, route, idempotency_key);
    if (known) return { row: known, isNew: false };
    const attachments = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'attachment')
      .execute();
    if (attachments.length >= maxAttachments) return new TooManyAttachments();
    return (await insertAll(transaction, [addition]))[0]!;
  };
  /** Errors are returned through the transaction rather than thrown in it, because other additions share it. */
  const insertAttachments = commitInGroups(async (transaction, additions: AttachmentAddition[]) => {
    const results = new Map<AttachmentAddition, Added | Error>();
    // Processes that lock enquiries in the same order can't deadlock.
    const byReference = (a: AttachmentAddition, b: AttachmentAddition) =>
      a.delivery.reference < b.delivery.reference ? -1 : 1;
    for (const addition of additions.toSorted(byReference))
      results.set(addition, await insertAttachment(transaction, addition));
    return additions.map(addition => results.get(addition)!);
  });
  const addAttachment = async (addition: AttachmentAddition): Promise<Added> => {
    const added = await insertAttachments(addition);
    if (added instanceof Error) throw added;
    return added;
  };

  return { selectStored, selectByKey, addDelivery, addAttachment };
}
