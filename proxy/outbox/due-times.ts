import type { Expression, ExpressionBuilder, Kysely, SqlBool, UpdateObject } from 'kysely';
import { sql } from 'kysely';
import { compileOnce } from '../database/compiled-query.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';
import { maxOutcomeWaitMs } from '../settings/settings.ts';

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
export const selectReady = (from: Kysely<Tables>) =>
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
export const leaseColumns = (database: OutboxDatabase, ms: number) => ({
  lease_until: timeInMs(database, ms),
  due_at: timeInMs(database, ms),
});

/** Changes and reads the times at which waiting deliveries are due. */
export function createDueTimes(database: OutboxDatabase, commit: Commit<Tables>) {
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
