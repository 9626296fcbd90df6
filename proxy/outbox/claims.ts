import { sql } from 'kysely';
import { compileForEachCount, compileOnce } from '../database/compiled-query.ts';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import type { DeliveryRow, Tables } from '../database/tables.ts';
import type { Claim } from './deliveries.ts';
import { createDueTimes, type DueTimes, leaseColumns, selectReady } from './due-times.ts';
import { type ClaimSettler, createClaimSettler } from './end-claims.ts';
import type { EnquiryCounter } from './enquiry-counter.ts';
import type { WaitingVisitors } from './waiting-visitors.ts';

/** The intake's connection to the delivery loop. */
export interface DeliveryListener {
  /** Whether a delivery added now is attempted immediately. */
  isReady: () => boolean;
  /** Called after a delivery was added. */
  wake: () => void;
  /** Reserves the place of a request for an enquiry that is being added, so that the transaction that adds it can claim
   * it. Undefined if no place is free or others come first. */
  reserve: () => Reservation | undefined;
}

/** The place of a request to the enquiry API. */
export interface Reservation {
  leaseMs: number;
  /** Sends the delivery that was claimed. */
  begin(claim: Claim): void;
  /** Frees the place. */
  cancel(): void;
}

/** The outbox's interface for the delivery loop. Every method that changes something resolves after the commit. */
export interface Claims extends DueTimes, ClaimSettler {
  /** Sets the listener. While it is not ready, visitors don't wait for an outcome. */
  setListener(listener: DeliveryListener): void;
  /** Ends the wait of every visitor except those who are waiting for one of these deliveries. */
  stopWaitingExcept(ids: Set<number>): void;
  /** Claims up to `limit` due deliveries, those with the fewest attempts first. A lease that ended before the delivery
   * was given back counts as an unknown outcome. With `isEarly`, for a probe, also claims deliveries that are not due
   * yet, unless they have unknown outcomes. */
  claim(limit: number, leaseMs: number, options?: { isEarly?: boolean }): Promise<Claim[]>;
  renew(claims: Claim[], leaseMs: number): Promise<void>;
}

export function createClaims(
  database: OutboxDatabase,
  commit: Commit<Tables>,
  visitors: WaitingVisitors,
  counter: EnquiryCounter,
  setListener: (listener: DeliveryListener) => void,
): Claims {
  const { now, isShared } = database;
  const compileSelect = (isEarly: boolean) =>
    compileOnce<number, Pick<Claim, 'id' | 'lease_until' | 'enquiry_id'>>((db, value) =>
      selectReady(db)
        .select(['d.id', 'd.lease_until', 'e.enquiry_api_id as enquiry_id'])
        .where(({ or, eb }) =>
          or([eb('d.due_at', '<=', now()), ...(isEarly ? [eb('d.unknown_outcomes', '=', 0)] : [])]),
        )
        .where('d.lease_until', '<=', now())
        .orderBy('d.attempts')
        .orderBy('d.due_at')
        .limit(value(limit => limit))
        .$if(isShared, query => query.forUpdate('d').skipLocked()),
    );
  const selectDue = compileSelect(false);
  const selectEarly = compileSelect(true);
  const claimAll = compileForEachCount<{ ids: number[]; leaseMs: number }, DeliveryRow>(
    (db, value, count) => {
      const leaseEnd = () => sql<number>`(${now()} + ${value(({ leaseMs }) => leaseMs)})`;
      return db
        .updateTable('deliveries')
        .set(({ eb }) => ({
          lease_until: leaseEnd(),
          due_at: leaseEnd(),
          fence: eb('fence', '+', 1),
          attempts: eb('attempts', '+', 1),
          unknown_outcomes: sql<number>`unknown_outcomes + case when lease_until > 0 then 1 else 0 end`,
        }))
        .where(
          'id',
          'in',
          Array.from({ length: count }, (_, n) => value(({ ids }) => ids[n]!)),
        )
        .returningAll();
    },
  );
  return {
    ...createDueTimes(database, commit),
    ...createClaimSettler(database, commit, visitors, counter),
    setListener,
    stopWaitingExcept: visitors.stopWaitingExcept,

    claim: (limit, leaseMs, { isEarly = false } = {}) =>
      commit(async transaction => {
        const { rows: due } = await (isEarly ? selectEarly : selectDue)(transaction, limit);
        if (due.length === 0) return [];
        const ids = due.map(({ id }) => id);
        const { rows } = await claimAll(transaction, { ids, leaseMs }, ids.length);
        const claimed = new Map(rows.map(row => [row.id, row]));
        // Only waiting rows are claimed, and they have content.
        return due.map(
          ({ id, enquiry_id, lease_until }) =>
            ({ ...claimed.get(id), enquiry_id, isInterrupted: lease_until > 0 }) as Claim,
        );
      }),

    async renew(claims, leaseMs) {
      await commit(async transaction => {
        for (const { id, fence } of claims) {
          await transaction
            .updateTable('deliveries')
            .set(leaseColumns(database, leaseMs))
            .where('id', '=', id)
            .where('fence', '=', fence)
            .where('lease_until', '>', 0)
            .execute();
        }
      });
    },
  };
}
