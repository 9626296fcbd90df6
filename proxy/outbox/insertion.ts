import { type Kysely, sql } from 'kysely';
import { type Engine, inMs } from '../database/engine.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Tables } from '../database/tables.ts';
import {
  EnquiryGone,
  goneStates,
  type KeptDelivery,
  type NewDelivery,
  TooManyAttachments,
} from './outbox.ts';

interface Added {
  row: KeptDelivery;
  isNew: boolean;
}

interface AttachmentWish {
  delivery: NewDelivery;
  waitMs: number;
  most: number;
}

/** How a delivery gets into the outbox, and is found again by its key. */
export function createInsertion(engine: Pick<Engine, 'now' | 'isShared'>, { inGroups }: GroupCommit<Tables>) {
  const { now, isShared } = engine;
  const awaited = () => sql<number>`(answer_by - ${now()})`.as('awaited_ms');
  const kept = (from: Kysely<Tables>) => from.selectFrom('deliveries').selectAll().select(awaited);
  const withKey = (
    from: Kysely<Tables>,
    route: string,
    idempotencyKey: string,
  ): Promise<KeptDelivery | undefined> =>
    kept(from).where('route', '=', route).where('idempotency_key', '=', idempotencyKey).executeTakeFirst();

  /** Inserts those whose key is not known yet. */
  const insertAll = async (
    transaction: Kysely<Tables>,
    wishes: { delivery: NewDelivery; waitMs: number }[],
  ) => {
    const inserted = await transaction
      .insertInto('deliveries')
      .values(
        wishes.map(({ delivery, waitMs }) => ({
          ...delivery,
          due_at: now(),
          created_at: now(),
          answer_by: waitMs > 0 ? inMs(engine, waitMs) : 0,
        })),
      )
      .onConflict(clash => clash.columns(['route', 'idempotency_key']).doNothing())
      .returningAll()
      .returning(awaited)
      .execute();
    const keyOf = (each: NewDelivery) => `${each.route} ${each.idempotency_key}`;
    const fresh = new Map(inserted.map(row => [keyOf(row as NewDelivery), row]));
    const results: Added[] = [];
    for (const { delivery } of wishes) {
      const row = fresh.get(keyOf(delivery));
      // The second of two with one key finds what the first has left.
      fresh.delete(keyOf(delivery));
      const { route, idempotency_key } = delivery;
      results.push({ row: row ?? (await withKey(transaction, route, idempotency_key))!, isNew: !!row });
    }
    return results;
  };
  const insert = inGroups(insertAll);

  /** Inserts an attachment, unless its key is known, its enquiry is gone, or has its share of attachments. */
  const insertOne = async (transaction: Kysely<Tables>, { delivery, waitMs, most }: AttachmentWish) => {
    const { route, idempotency_key, reference } = delivery;
    const rows = transaction.selectFrom('deliveries').select(['id', 'state']);
    // Whoever adds an attachment, drops or purges holds the enquiry's row: they go one after the other.
    const enquiry = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'enquiry')
      .$if(isShared, query => query.forUpdate())
      .executeTakeFirst();
    if (!enquiry || goneStates.includes(enquiry.state)) return new EnquiryGone();
    const known = await withKey(transaction, route, idempotency_key);
    if (known) return { row: known, isNew: false };
    const attachments = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'attachment')
      .execute();
    if (attachments.length >= most) return new TooManyAttachments();
    return (await insertAll(transaction, [{ delivery, waitMs }]))[0]!;
  };
  /** Refusals are returned through the transaction rather than thrown in it, so that others can share it. */
  const insertInOrder = inGroups(async (transaction, wishes: AttachmentWish[]) => {
    const results = new Map<AttachmentWish, Added | Error>();
    // Two processes that lock the same enquiries in the same order don't wait for each other for ever.
    const byReference = (a: AttachmentWish, b: AttachmentWish) =>
      a.delivery.reference < b.delivery.reference ? -1 : 1;
    for (const wish of wishes.toSorted(byReference)) results.set(wish, await insertOne(transaction, wish));
    return wishes.map(wish => results.get(wish)!);
  });
  const insertAttachment = async (wish: AttachmentWish): Promise<Added> => {
    const added = await insertInOrder(wish);
    if (added instanceof Error) throw added;
    return added;
  };

  return { kept, withKey, insert, insertAttachment };
}
