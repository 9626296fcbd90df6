import type { Expression, ExpressionBuilder, Kysely, SqlBool, UpdateObject } from 'kysely';
import { sql } from 'kysely';
import { compileOnce } from '../database/compiled-query.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';

/** Deliveries with unknown outcomes have few attempts, and a recovering enquiry API must not use them up immediately. */
const unknownOutcomePauseMs = 60_000;
/** The largest ENQUIRY_WAIT_MS. */
const maxWaitMs = 60_000;
/** The maximum number of rows per transaction, so that it doesn't block others for long. */
const batchRows = 5_000;

/** Changes and reads the times at which waiting deliveries are due. */
export interface DueTimes {
  /** Makes every waiting delivery due now; those with unknown outcomes within a minute. Shortens leases that end more
   * than `leaseMs` from now, because the clock was stepped back. */
  makeAllDue(leaseMs: number): Promise<void>;
  /** Milliseconds until the next delivery is due or its lease ends; undefined when none is waiting. */
  untilDue(): Promise<number | undefined>;
}

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

export function createDueTimes(database: OutboxDatabase, commit: Commit<Tables>): DueTimes {
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

  return {
    async makeAllDue(leaseMs) {
      const isDueAfter = (eb: DeliveryExpressions, ms: number) =>
        eb.and([eb('lease_until', '=', 0), eb('due_at', '>', timeInMs(database, ms))]);
      await changeWaiting({ due_at: timeInMs(database, 0) }, eb =>
        eb.and([isDueAfter(eb, 0), eb('unknown_outcomes', '=', 0)]),
      );
      await changeWaiting({ due_at: timeInMs(database, unknownOutcomePauseMs) }, eb =>
        isDueAfter(eb, unknownOutcomePauseMs),
      );
      await changeWaiting(leaseColumns(database, leaseMs), eb =>
        eb('lease_until', '>', timeInMs(database, leaseMs)),
      );
      await changeWaiting({ respond_by: 0 }, eb => eb('respond_by', '>', timeInMs(database, maxWaitMs)));
    },

    async untilDue() {
      const { rows } = await findNext(db, undefined);
      return rows[0]?.ms;
    },
  };
}
