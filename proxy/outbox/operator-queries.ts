import { type Kysely, sql } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type DeliveryRow, isQuarantined, isUnsettled, type Tables } from '../database/tables.ts';
import { type ReportDimension, type ReportRow, readReport } from './count-report.ts';
import { erased } from './deliveries.ts';
import type { EnquiryCounter } from './enquiry-counter.ts';
import { listForErasure } from './files-to-erase.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';

/** The number of deliveries with a kind, a case type and a state. */
export interface QueueDepth {
  kind: DeliveryRow['kind'];
  /** Empty for attachments. */
  case_type: string;
  state: 'waiting' | 'held' | 'quarantined';
  count: number;
  /** The age of the oldest delivery in milliseconds. */
  oldest_ms: number;
}

/** `dropped` lists all deliveries with the reference, or is empty when the deliveries in `inFlight` prevented the
 * drop. */
export interface DropResult {
  dropped: DeliveryRow[];
  inFlight: DeliveryRow[];
}

/** The deliveries of an enquiry as the operator saw them before a command changes them. */
export interface ExpectedDeliveries {
  /** The ids of all deliveries. Default: any. */
  knownIds?: number[];
  /** The state of all deliveries. Default: any. */
  state?: DeliveryRow['state'] | undefined;
}

/** The outbox's interface for commands and metrics. Every method that changes something resolves after the commit. */
export interface OperatorQueries extends Quarantine {
  /** Deliveries with a state (default: waiting and held) or a reference, the oldest first. */
  list(filter?: { state?: DeliveryRow['state']; reference?: string }): Promise<DeliveryRow[]>;
  depth(): Promise<QueueDepth[]>;
  /** Counts the enquiries that were accepted since a day (in UTC, in days since 1970), by the values of a dimension. */
  report(dimension: ReportDimension, sinceDay: number): Promise<ReportRow[]>;
  /** Makes a waiting delivery due now; resolves with false when it is in flight or not waiting. */
  makeDue(id: number): Promise<boolean>;
  /** Makes a held delivery wait again, marked if it has unknown outcomes; resolves with false when it is not held. */
  release(id: number): Promise<boolean>;
  /** Deletes an enquiry and its attachments for good and leaves a tombstone of the enquiry. Deletes nothing while any
   * of them is being sent, while a visitor is waiting for the outcome, or if they aren't as expected. */
  drop(reference: string, expected?: ExpectedDeliveries): Promise<DropResult>;
}

export function createOperatorQueries(
  database: OutboxDatabase,
  commit: Commit<Tables>,
  counter: EnquiryCounter,
): OperatorQueries {
  const { db, now, isShared } = database;
  const all = (from: Kysely<Tables>) => from.selectFrom('deliveries').selectAll();
  return {
    ...createQuarantine(database, commit, counter),
    list({ state, reference } = {}) {
      const rows = all(db).orderBy('created_at').orderBy('id');
      const wanted = reference === undefined ? rows : rows.where('reference', '=', reference);
      if (state === 'waiting' || state === 'held')
        return wanted.where(isUnsettled).where('state', '=', state).execute();
      if (state === 'quarantined') return wanted.where(isQuarantined).execute();
      if (state !== undefined) return wanted.where('state', '=', state).execute();
      if (reference === undefined) return wanted.where(isUnsettled).execute();
      return wanted.where('state', '!=', 'dropped').execute();
    },
    async depth() {
      const select = db
        .selectFrom('deliveries')
        .select([
          'kind',
          'state',
          sql<string>`coalesce(case_type, '')`.as('case_type'),
          sql<number>`count(*)`.as('count'),
          sql<number>`(${now()} - min(created_at))`.as('oldest_ms'),
        ])
        .groupBy(['kind', 'state', 'case_type']);
      // Two queries, because each condition has an index.
      const rows = [
        ...(await select.where(isUnsettled).execute()),
        ...(await select.where(isQuarantined).execute()),
      ];
      // The age is negative when the clock was stepped back.
      return rows.map(row => ({ ...row, oldest_ms: Math.max(0, row.oldest_ms) }) as QueueDepth); // The conditions restrict the state.
    },
    report: (dimension, sinceDay) => readReport(db, dimension, sinceDay),
    async makeDue(id) {
      const { numUpdatedRows } = await commit(transaction =>
        transaction
          .updateTable('deliveries')
          .set({ due_at: now() })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .where('lease_until', '<=', now())
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
    async release(id) {
      const { numUpdatedRows } = await commit(transaction =>
        transaction
          .updateTable('deliveries')
          .set(({ eb }) => ({
            state: 'waiting',
            due_at: now(),
            settled_at: 0,
            attempts: 0,
            blocked_outcomes: 0,
            retry_from: 0,
            fence: eb('fence', '+', 1),
            // One unknown outcome is enough to mark the duplicate, and leaves the usual number of further attempts.
            unknown_outcomes: sql<number>`case when unknown_outcomes > 0 then 1 else 0 end`,
          }))
          .where('id', '=', id)
          .where('state', '=', 'held')
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
    drop: (reference, { knownIds, state } = {}) =>
      commit(async transaction => {
        const withReference = (kind: DeliveryRow['kind']) =>
          all(transaction)
            .select(
              sql<number>`case when lease_until > ${now()} or respond_by > ${now()} then 1 else 0 end`.as(
                'in_flight',
              ),
            )
            .where('reference', '=', reference)
            .where('kind', '=', kind)
            .orderBy('id')
            .$if(isShared, query => query.forUpdate())
            .execute();
        // The enquiry's row comes first: an attachment that is being added waits for it, then finds the enquiry gone.
        const enquiry = await withReference('enquiry');
        const rows = [...(await withReference('attachment')), ...enquiry];
        const inFlight = rows.filter(
          row => row.in_flight || (knownIds && !knownIds.includes(row.id)) || (state && row.state !== state),
        );
        if (inFlight.length > 0) return { dropped: [], inFlight };
        await listForErasure(transaction, rows);
        await transaction
          .deleteFrom('deliveries')
          .where('reference', '=', reference)
          .where('kind', '=', 'attachment')
          .execute();
        await transaction
          .updateTable('deliveries')
          .set(({ eb }) => ({
            state: 'dropped',
            ...erased,
            last_failure: null,
            refused_field: null,
            settled_at: now(),
            // A process whose lease has ended must not change it any more.
            fence: eb('fence', '+', 1),
          }))
          .where('reference', '=', reference)
          .execute();
        return { dropped: rows, inFlight: [] };
      }),
  };
}
