import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import { compileOnce, type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import { type DeliveryRow, isSettled, type Tables } from '../database/tables.ts';
import { maxOutcomeWaitMs } from '../settings/settings.ts';
import type { Claim } from './deliveries.ts';
import { createClaimSettler } from './end-claims.ts';
import type { WaitingVisitors } from './waiting-visitors.ts';

/** Deliveries with unknown outcomes have few attempts, and a recovering enquiry API must not use them up immediately. */
const unknownOutcomePauseMs = 60_000;
/** The maximum number of rows per transaction, so that it doesn't block others for long. */
const batchRows = 5_000;

/** Selects waiting deliveries, except attachments whose enquiry is not delivered yet. The conditions contain literals,
 * because SQLite would prepare the statement again for each execution if it compared parameters with those of a partial
 * index, or had a parameter as its limit. */
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
    selectReady(from).select(sql<number>`d.due_at - ${now()}`.as('ms')).orderBy('d.due_at').limit(sql.lit(1)),
  );

  /** Changes the waiting deliveries that match a condition, in batches. The changes must make the condition false. */
  async function changeWaiting(
    changes: UpdateObject<Tables, 'deliveries'>,
    condition: (eb: ExpressionBuilder<Tables, 'deliveries'>) => Expression<SqlBool>,
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

  return {
    /** Makes every waiting delivery due now; those with unknown outcomes within a minute. Ignores delays that the enquiry
     * API asked for. Shortens leases that end more than `leaseMs` from now, because the clock was stepped back. */
    async makeAllDue(leaseMs: number): Promise<void> {
      const makeDue = (from: Expression<number>, isUnknown: Expression<SqlBool>) =>
        changeWaiting({ due_at: from }, eb =>
          eb.and([eb('lease_until', '=', 0), isUnknown, eb('due_at', '>', from)]),
        );
      await makeDue(now(), sql<SqlBool>`unknown_outcomes = 0`);
      await makeDue(timeInMs(database, unknownOutcomePauseMs), sql<SqlBool>`unknown_outcomes > 0`);
      await changeWaiting(leaseColumns(database, leaseMs), eb =>
        eb('lease_until', '>', timeInMs(database, leaseMs)),
      );
      await changeWaiting({ respond_by: 0 }, eb =>
        eb('respond_by', '>', timeInMs(database, maxOutcomeWaitMs)),
      );
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

export interface ClaimOptions {
  /** Claims only deliveries that haven't been tried, beginning with this lane. Default: claims all that are due, those with
   * the fewest attempts first. */
  untriedFrom?: number | undefined;
  /** Deliveries that this process is sending, which aren't claimed again. Their leases may have ended while the store
   * failed. Default: none. */
  inFlight?: Pick<ReadonlyMap<number, unknown>, 'has' | 'size'>;
}

type Candidate = Pick<Claim, 'id' | 'lease_until' | 'enquiry_id'>;

/** Compiles a query that selects up to `limit` deliveries to claim, and locks their rows. `from` and `below`: deliveries
 * that haven't been tried, from a lane on, and in the lanes below. */
const compileSelect = ({ now, isShared }: OutboxDatabase, which: 'due' | 'from' | 'below') =>
  compileOnce<{ limit: number; lane: number }, Candidate>((from, value) => {
    const due = selectReady(from)
      .select(['d.id', 'd.lease_until', 'e.enquiry_api_id as enquiry_id'])
      .where('d.due_at', '<=', now())
      .limit(value(({ limit }) => limit))
      .$if(isShared, query => query.forUpdate('d').skipLocked());
    if (which === 'due') return due.orderBy('d.attempts').orderBy('d.due_at');
    return due
      .where('d.attempts', '=', sql.lit(0))
      .where(
        'd.lane',
        which === 'from' ? '>=' : '<',
        value(({ lane }) => lane),
      )
      .orderBy('d.lane')
      .orderBy('d.due_at');
  });

/** Returns a function that selects the deliveries to claim. */
function createSelection(database: OutboxDatabase) {
  const select = {
    due: compileSelect(database, 'due'),
    from: compileSelect(database, 'from'),
    below: compileSelect(database, 'below'),
  };
  return async (
    transaction: Kysely<Tables>,
    limit: number,
    { untriedFrom, inFlight = new Map() }: ClaimOptions,
  ): Promise<Candidate[]> => {
    const find = async (which: keyof typeof select, limit: number) => {
      if (limit <= 0) return [];
      const { rows } = await select[which](transaction, {
        limit: limit + inFlight.size,
        lane: untriedFrom ?? 0,
      });
      return rows.filter(({ id }) => !inFlight.has(id)).slice(0, limit);
    };
    if (untriedFrom === undefined) return await find('due', limit);
    const from = await find('from', limit);
    return [...from, ...(await find('below', limit - from.length))];
  };
}

/** Compiles the change that claims deliveries. */
const compileClaim = ({ now }: OutboxDatabase) =>
  compileOnce<{ ids: number[]; leaseMs: number }, DeliveryRow>((db, value, count) => {
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
  });

export type Claims = ReturnType<typeof createClaims>;

/** The outbox's interface for the delivery loop. Every method that changes something resolves after the commit. */
export function createClaims(
  database: OutboxDatabase,
  commit: Commit,
  visitors: WaitingVisitors,
  setListener: (listener: DeliveryListener) => void,
) {
  const { db } = database;
  const select = createSelection(database);
  const claimAll = compileClaim(database);
  return {
    ...createDueTimes(database, commit),
    ...createClaimSettler(database, commit, visitors),
    /** Sets the listener. While it is not ready, visitors don't wait for an outcome. */
    setListener,
    /** Ends the wait of every visitor except those who are waiting for one of these deliveries. */
    stopWaitingExcept: visitors.stopWaitingExcept,

    /** Claims up to `limit` due deliveries. A lease that ended before the delivery was given back counts as an unknown
     * outcome. */
    claim: (limit: number, leaseMs: number, options: ClaimOptions = {}): Promise<Claim[]> =>
      commit(async transaction => {
        const due = await select(transaction, limit, options);
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

    /** Whether another delivery of the same kind was delivered since this one arrived, and within this time. */
    async haveOthersSucceeded({ kind, created_at }: Claim, withinMs: number): Promise<boolean> {
      const other = await db
        .selectFrom('deliveries')
        .select('id')
        .where(isSettled)
        .where('settled_at', '>', timeInMs(database, -withinMs))
        .where('settled_at', '>', created_at)
        .whereRef('settled_at', '>', 'failed_at') // Not what an operator has settled.
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
