import { type Kysely, sql } from 'kysely';
import { compileForEachCount, compileOnce } from '../database/compiled-query.ts';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type DeliveryRow, isSettled, type Tables } from '../database/tables.ts';
import type { Claim } from './deliveries.ts';
import { createDueTimes, leaseColumns, selectReady } from './due-times.ts';
import { createClaimSettler } from './end-claims.ts';
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

/** The deliveries that a probe may send while the enquiry API is down: those that haven't been tried first, from one end
 * of the queue. */
export interface Probe {
  from: 'newest' | 'oldest';
  isUntriedOnly: boolean;
}

export interface ClaimOptions {
  /** Claims one delivery for a probe, which may not be due yet, unless it has unknown outcomes or the enquiry API asked
   * for a later attempt. Default: only due deliveries are claimed. */
  probe?: Probe | undefined;
  /** Deliveries that this process is sending, which aren't claimed again. Their leases may have ended while the store
   * failed. Default: none. */
  inFlight?: Pick<ReadonlyMap<number, unknown>, 'has' | 'size'>;
}

export type Claims = ReturnType<typeof createClaims>;

/** The outbox's interface for the delivery loop. Every method that changes something resolves after the commit. */
export function createClaims(
  database: OutboxDatabase,
  commit: Commit<Tables>,
  visitors: WaitingVisitors,
  counter: EnquiryCounter,
  setListener: (listener: DeliveryListener) => void,
) {
  const { db, now, isShared } = database;
  type Candidate = Pick<Claim, 'id' | 'lease_until' | 'enquiry_id'>;
  const compileSelect = (which: 'due' | 'early' | Probe['from']) =>
    compileOnce<number, Candidate>((from, value) => {
      const ready = selectReady(from)
        .select(['d.id', 'd.lease_until', 'e.enquiry_api_id as enquiry_id'])
        .where('d.lease_until', '<=', now())
        .limit(value(limit => limit))
        .$if(isShared, query => query.forUpdate('d').skipLocked());
      if (which === 'newest' || which === 'oldest')
        return ready
          .where('d.attempts', '=', sql.lit(0))
          .orderBy('d.due_at', which === 'newest' ? 'desc' : 'asc');
      return ready
        .where(({ or, and, eb }) =>
          or([
            eb('d.due_at', '<=', now()),
            ...(which === 'early'
              ? [and([eb('d.unknown_outcomes', '=', 0), eb('d.retry_from', '<=', now())])]
              : []),
          ]),
        )
        .orderBy('d.attempts')
        .orderBy('d.due_at');
    });
  const select = {
    due: compileSelect('due'),
    early: compileSelect('early'),
    newest: compileSelect('newest'),
    oldest: compileSelect('oldest'),
  };
  const selectFor = async (
    transaction: Kysely<Tables>,
    limit: number,
    { probe, inFlight = new Map() }: ClaimOptions,
  ) => {
    if (!probe) {
      const { rows: due } = await select.due(transaction, limit + inFlight.size);
      return due.filter(({ id }) => !inFlight.has(id)).slice(0, limit);
    }
    const { rows } = await select[probe.from](transaction, 1);
    return rows.length > 0 || probe.isUntriedOnly ? rows : (await select.early(transaction, 1)).rows;
  };
  const claimAll = compileForEachCount<{ ids: number[]; leaseMs: number }, DeliveryRow>(
    (db, value, count) => {
      const ids = Array.from({ length: count }, (_, n) => value(({ ids }) => ids[n]!));
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
        .where('id', 'in', ids)
        .returningAll();
    },
  );
  return {
    ...createDueTimes(database, commit),
    ...createClaimSettler(database, commit, visitors, counter),
    /** Sets the listener. While it is not ready, visitors don't wait for an outcome. */
    setListener,
    /** Ends the wait of every visitor except those who are waiting for one of these deliveries. */
    stopWaitingExcept: visitors.stopWaitingExcept,

    /** Claims up to `limit` due deliveries, those with the fewest attempts first. A lease that ended before the delivery
     * was given back counts as an unknown outcome. */
    claim: (limit: number, leaseMs: number, options: ClaimOptions = {}): Promise<Claim[]> =>
      commit(async transaction => {
        const due = await selectFor(transaction, limit, options);
        if (due.length === 0) return [];
        const ids = due.map(({ id }) => id);
        const { rows: updated } = await claimAll(transaction, { ids, leaseMs }, ids.length);
        const claimed = new Map(updated.map(row => [row.id, row]));
        // Only waiting rows are claimed, and they have content.
        return due.map(
          ({ id, enquiry_id, lease_until }) =>
            ({ ...claimed.get(id), enquiry_id, isInterrupted: lease_until > 0 }) as Claim,
        );
      }),

    /** Whether another delivery of the same kind has been delivered since the claim's previous attempt failed. False for
     * a first attempt. */
    async haveOthersSucceeded({ kind, retry_from }: Claim): Promise<boolean> {
      if (retry_from === 0) return false;
      const other = await db
        .selectFrom('deliveries')
        .select('id')
        .where(isSettled)
        .where('settled_at', '>', retry_from)
        .where('state', '=', 'delivered')
        .where('kind', '=', kind)
        .limit(1)
        .executeTakeFirst();
      return other !== undefined;
    },

    async renew(claims: Claim[], leaseMs: number): Promise<void> {
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
