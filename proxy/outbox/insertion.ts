import { type Expression, type Kysely, sql } from 'kysely';
import type { GroupCommit } from './group-commit.ts';
import type { Engine } from './kysely-outbox.ts';
import { type KeptDelivery, type NewDelivery, TooManyAttachments } from './outbox.ts';
import type { Tables } from './tables.ts';

/** How a delivery gets into the outbox, and is found again by its key. */
export function createInsertion(
  { now, isShared }: Pick<Engine, 'now' | 'isShared'>,
  { commit, inGroups }: GroupCommit<Tables>,
  inMs: (ms: number) => Expression<number>,
) {
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
          answer_by: waitMs > 0 ? inMs(waitMs) : 0,
        })),
      )
      .onConflict(clash => clash.columns(['route', 'idempotency_key']).doNothing())
      .returningAll()
      .returning(awaited)
      .execute();
    const keyOf = (each: NewDelivery) => `${each.route} ${each.idempotency_key}`;
    const fresh = new Map(inserted.map(row => [keyOf(row as NewDelivery), row]));
    const results: { row: KeptDelivery; isNew: boolean }[] = [];
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

  /** Inserts an attachment, unless its key is known or the enquiry has its share of them. */
  const insertWithin = (most: number, delivery: NewDelivery, waitMs: number) =>
    commit(async transaction => {
      const { route, idempotency_key, reference, kind } = delivery;
      const known = await withKey(transaction, route, idempotency_key);
      if (known) return { row: known, isNew: false };
      const enquiry = transaction.selectFrom('deliveries').select('id').where('reference', '=', reference);
      // Two uploads at once on two processes count one after the other.
      if (isShared) await enquiry.where('kind', '=', 'enquiry').forUpdate().execute();
      const attachments = await enquiry.where('kind', '=', kind).execute();
      if (attachments.length >= most) throw new TooManyAttachments();
      return (await insertAll(transaction, [{ delivery, waitMs }]))[0]!;
    });

  return { kept, withKey, insert, insertWithin };
}
