import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import { compileForEachCount, compileOnce } from '../database/compiled-query.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import { type DeliveryRow, isSettled, type Tables } from '../database/tables.ts';
import { maxOutcomeWaitMs } from '../settings/settings.ts';
import type { Claim } from './deliveries.ts';
import { createClaimSettler } from './end-claims.ts';
import type { EnquiryCounter } from './enquiry-counts.ts';
import type { WaitingVisitors } from './waiting-visitors.ts';

/** Deliveries with unknown outcomes have few attempts, and a recovering enquiry API must not use them up immediately. */
const unknownOutcomePauseMs = 60_000;
/** The shortest pause between a failure and the attempt that follows the success of another delivery: the failed one may
 * be blocked, and would only delay others. */
const failurePauseMs = 60_000;
/** The maximum number of rows per transaction, so that it doesn't block others for long. */
const batchRows = 5_000;

type DeliveryExpressions = ExpressionBuilder<Tables, 'deliveries'>;

/** Selects waiting deliveries, except attachments whose enquiry is not delivered yet. The conditions contain literals,
 * because SQLite would prepare the statement again for each execution if it compared parameters with those of a partial
 * index. */
const selectReady = (from: Kysely<Tables>) =>
  from
    .selectFrom('deliveries as d')
    .leftJoin('deliveries as e', join =>
      join.onRef('e.reference', '=', 'd.reference').on('e.kind', '=', sql.lit('enquiry')),
    )
    .where('d.state', '=', sql.lit('waiting'))
    .where(({ or, eb }) =>
      or([eb('d.kind', '=', sql.lit('enquiry')), eb('e.state', '=', sql.lit('delivered'))]),
    );

/** A leased delivery is due when its lease ends, so that one index on `due_at` finds everything to claim. */
const leaseColumns = (database: OutboxDatabase, ms: number) => ({
  lease_until: timeInMs(database, ms),
  due_at: timeInMs(database, ms),
});

/** Changes and reads the times at which waiting deliveries are due. */
function createDueTimes(database: OutboxDatabase, commit: Commit) {
  const { db, now } = database;
  const findNext = compileOnce(from =>
    selectReady(from).select(sql<number>`d.due_at - ${now()}`.as('ms')).orderBy('d.due_at').limit(1),
  );

  /** Changes the waiting deliveries that match a condition, in batches. The changes must make the condition false. */
  async function changeWaiting(
    changes: UpdateObject<Tables, 'deliveries'>,
    condition: (eb: DeliveryExpressions) => Expression<SqlBool>,
  ): Promise<void> {
    const changeBatch = () =>
      commit(async transaction => {
        const batch = transaction
          .selectFrom('deliveries')
          .select('id')
          .where('state', '=', 'waiting')
          .where(condition)
          .limit(batchRows);
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set(changes)
          .where('id', 'in', batch)
          .where(condition)
          .executeTakeFirstOrThrow();
        return numUpdatedRows;
      });
    while ((await changeBatch()) === BigInt(batchRows));
  }

  const isDueAfter = (eb: DeliveryExpressions, time: Expression<number>) =>
    eb.and([eb('lease_until', '=', 0), eb('due_at', '>', time)]);
  const makeUnknownDue = () => {
    const latest = timeInMs(database, unknownOutcomePauseMs);
    return changeWaiting({ due_at: latest }, eb =>
      eb.and([isDueAfter(eb, latest), eb('retry_from', '<=', latest)]),
    );
  };

  return {
    /** Makes every waiting delivery due now; those with unknown outcomes within a minute. Ignores delays that the enquiry
     * API asked for. Shortens leases that end more than `leaseMs` from now, because the clock was stepped back. */
    async makeAllDue(leaseMs: number): Promise<void> {
      await changeWaiting({ retry_from: now() }, eb => eb('retry_from', '>', now()));
      await changeWaiting({ due_at: now() }, eb =>
        eb.and([isDueAfter(eb, now()), eb('unknown_outcomes', '=', 0)]),
      );
      await makeUnknownDue();
      await changeWaiting(leaseColumns(database, leaseMs), eb =>
        eb('lease_until', '>', timeInMs(database, leaseMs)),
      );
      await changeWaiting({ respond_by: 0 }, eb =>
        eb('respond_by', '>', timeInMs(database, maxOutcomeWaitMs)),
      );
    },

    /** Does the same after a success, but deliveries that failed are due a minute after that at the earliest, and not
     * before the time that the enquiry API asked for. */
    async makeDueAfterSuccess(): Promise<void> {
      const earliest = sql<number>`(retry_from + ${sql.lit(failurePauseMs)})`;
      await changeWaiting({ due_at: earliest }, eb =>
        eb.and([isDueAfter(eb, now()), isDueAfter(eb, earliest), eb('unknown_outcomes', '=', 0)]),
      );
      await makeUnknownDue();
    },

    /** Milliseconds until the next delivery is due or its lease ends; undefined when none is waiting. */
    async untilDue(): Promise<number | undefined> {
      const { rows } = await findNext(db, undefined);
      return rows[0]?.ms;
    },
  };
}

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
interface Probe {
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
  commit: Commit,
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
