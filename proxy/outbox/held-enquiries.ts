import { type SqlBool, sql } from 'kysely';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type DeliveryRow, type HeldCause, heldCauses, isEnquiry } from '../database/tables.ts';

/** An enquiry about which a person must decide. */
export interface HeldEnquiry {
  enquiry: DeliveryRow;
  /** What is held: the enquiry, or the first of its files that are. */
  held: DeliveryRow;
}

/** SQL condition: the delivery is held. */
const isHeld = sql<SqlBool>`state = 'held'`;
/** SQL condition: nothing of the same enquiry that is held is older. */
const isFirst = sql<SqlBool>`(kind = 'enquiry' or not exists (
  select 1 from deliveries as o where o.reference = deliveries.reference and o.state = 'held' and o.id < deliveries.id))`;

/** Lists and counts held enquiries for people who decide about them. */
export function createHeldEnquiries({ db }: Pick<OutboxDatabase, 'db'>) {
  return {
    /** A part of the held enquiries with this cause (default: any), the newest first: those before an earlier part's last
     * one. */
    async listHeld(
      limit: number,
      {
        cause,
        before,
      }: { cause?: HeldCause | undefined; before?: Pick<DeliveryRow, 'created_at' | 'id'> | undefined },
    ): Promise<HeldEnquiry[]> {
      const held = await db
        .selectFrom('deliveries')
        .selectAll()
        .where(isHeld)
        .where(isFirst)
        .$if(cause !== undefined, query => query.where('held_cause', '=', cause!))
        .$if(before !== undefined, query =>
          query.where(sql<SqlBool>`(created_at, id) < (${before!.created_at}, ${before!.id})`),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      const references = held.flatMap(({ kind, reference }) => (kind === 'attachment' ? reference : []));
      const others =
        references.length === 0
          ? []
          : await db
              .selectFrom('deliveries')
              .selectAll()
              .where(isEnquiry)
              .where('reference', 'in', references)
              .execute();
      return held.map(each => ({
        held: each,
        enquiry: others.find(({ reference }) => reference === each.reference) ?? each,
      }));
    },
    /** Counts the held enquiries by what the list shows as their cause. */
    async countHeld(): Promise<{ cause: HeldCause; count: number }[]> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['held_cause', sql<number>`count(*)`.as('count')])
        .where(isHeld)
        .where(isFirst)
        .groupBy('held_cause')
        .execute();
      return heldCauses.flatMap(cause => {
        const found = rows.find(({ held_cause }) => held_cause === cause);
        return found ? [{ cause, count: found.count }] : [];
      });
    },
  };
}
