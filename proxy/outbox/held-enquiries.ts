import { type SqlBool, sql } from 'kysely';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type DeliveryRow, type HeldCause, heldCauses, isUnsettled } from '../database/tables.ts';

/** The enquiry among all deliveries with its reference, which is kept for as long as its files. */
export const enquiryOf = (rows: DeliveryRow[]) => rows.find(({ kind }) => kind === 'enquiry')!;

/** The first of an enquiry's deliveries that is held with this cause (default: any). */
export const heldOf = (rows: DeliveryRow[], cause?: HeldCause) =>
  rows.find(({ state, held_cause }) => state === 'held' && (cause === undefined || held_cause === cause));

/** The cause with this name. */
export const toCause = (name: string | undefined) => heldCauses.find(each => each === name);

/** The place of an enquiry in a list, as a text. */
export function toCursor(rows: DeliveryRow[], cause?: HeldCause): string {
  const { created_at, id } = heldOf(rows, cause)!; // It is in a list of held ones.
  return `${created_at}.${id}`;
}

export function readCursor(text: string | undefined): Place | undefined {
  const [, created_at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  return id === undefined ? undefined : { created_at: Number(created_at), id: Number(id) };
}

/** Which enquiries are listed. One that is held for two causes is listed with each of them. */
export interface HeldSelection {
  /** Default: any. */
  cause?: HeldCause | undefined;
  /** What is held has arrived since then, in milliseconds since 1970. */
  since?: number | undefined;
  /** Where the list begins: at what is held of this enquiry, or below it. */
  from?: Place | undefined;
  below?: Place | undefined;
  /** Only what was already held at this time, in milliseconds since 1970. */
  heldBy?: number | undefined;
}
export type HeldCounts = Awaited<ReturnType<ReturnType<typeof createHeldEnquiries>['countHeld']>>;
type Place = Pick<DeliveryRow, 'created_at' | 'id'>;

/** The number of enquiries that are changed in one transaction. SQLite can't store another enquiry meanwhile. */
const batchEnquiries = 50;

/** SQL condition: the row is an enquiry, or the oldest held delivery with its reference. `and` limits the deliveries with which
 * it is compared. */
const isFirst = (and = sql``) => sql<SqlBool>`(kind = 'enquiry' or not exists (select 1 from deliveries as o
  where o.reference = deliveries.reference and o.state = 'held' and o.id < deliveries.id ${and}))`;
const isFirstOfCause = isFirst(sql`and o.held_cause = deliveries.held_cause`);

/** Lists and counts held enquiries for people who decide about them. */
export function createHeldEnquiries({ db }: Pick<OutboxDatabase, 'db'>) {
  const selectHeld = () => db.selectFrom('deliveries').where('state', '=', 'held');

  /** A part of the held enquiries, each with its files: the newest first. */
  async function listHeld(
    limit: number,
    { cause, since = 0, from, below, heldBy }: HeldSelection,
  ): Promise<DeliveryRow[][]> {
    const references = selectHeld()
      .select('reference')
      .where(cause === undefined ? isFirst() : isFirstOfCause)
      .$if(cause !== undefined, query => query.where('held_cause', '=', cause!))
      .$if(heldBy !== undefined, query => query.where('settled_at', '<=', heldBy!))
      .$if(since > 0, query => query.where('created_at', '>=', since))
      .$if(from !== undefined, query =>
        query.where(sql<SqlBool>`(created_at, id) <= (${from?.created_at}, ${from?.id})`),
      )
      .$if(below !== undefined, query =>
        query.where(sql<SqlBool>`(created_at, id) < (${below?.created_at}, ${below?.id})`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    const rows = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('reference', 'in', references)
      .orderBy('id')
      .execute();
    const enquiries = [...Map.groupBy(rows, ({ reference }) => reference).values()];
    return enquiries.sort((a, b) => {
      const [first, second] = [heldOf(a, cause)!, heldOf(b, cause)!];
      return second.created_at - first.created_at || second.id - first.id;
    });
  }

  return {
    listHeld,
    /** All of them in batches. Each is read once the earlier ones were changed, so whatever ends this leaves the rest as it
     * is. */
    async *heldBatches(selection: HeldSelection): AsyncGenerator<DeliveryRow[][]> {
      for (let place = selection; ; ) {
        const batch = await listHeld(batchEnquiries, place);
        if (batch.length === 0) return;
        place = { ...selection, from: undefined, below: heldOf(batch.at(-1)!, selection.cause) };
        yield batch;
      }
    },
    /** Counts the held enquiries, in total and for each cause. */
    async countHeld() {
      const count = sql<number>`count(*)`;
      const first = sql<number>`coalesce(sum(case when ${isFirst()} then 1 else 0 end), 0)`;
      const select = (kind: DeliveryRow['kind']) =>
        selectHeld()
          .select(['held_cause', count.as('count'), (kind === 'enquiry' ? count : first).as('first')])
          .where(isUnsettled)
          .where('kind', '=', kind)
          .groupBy('held_cause');
      // Enquiries are counted by reading an index alone.
      const enquiries = await select('enquiry').execute();
      const rows = [...enquiries, ...(await select('attachment').where(isFirstOfCause).execute())];
      const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);
      const causes = heldCauses.map(cause => {
        const own = rows.filter(({ held_cause }) => held_cause === cause);
        return { cause, count: sum(own.map(each => each.count)) };
      });
      return { total: sum(rows.map(each => each.first)), causes: causes.filter(each => each.count > 0) };
    },
  };
}
