import type { Expression, ExpressionBuilder, Kysely, SqlBool, UpdateObject } from 'kysely';
import { sql } from 'kysely';
import { type Engine, inMs } from '../database/engine.ts';
import type { Commit } from '../database/group-commit.ts';
import type { Tables } from '../database/tables.ts';
import type { Outbox } from './outbox.ts';

/** What may have been processed has few tries; a recovering enquiry API must not use them up at once. */
const unknownPauseMs = 60_000;
/** No visitor waits longer than the largest ENQUIRY_WAIT_MS. */
const longestWaitMs = 60_000;
/** Rows that one transaction changes at most, so that others get their turn. */
const batchRows = 5_000;

type DeliveryExpressions = ExpressionBuilder<Tables, 'deliveries'>;

/** Deliveries that wait, without the attachments whose enquiry is still on its way. */
export const ready = (from: Kysely<Tables>) =>
  from
    .selectFrom('deliveries as d')
    .leftJoin('deliveries as e', join =>
      join.onRef('e.reference', '=', 'd.reference').on('e.kind', '=', 'enquiry'),
    )
    .where('d.state', '=', 'waiting')
    .where(({ or, eb }) => or([eb('d.kind', '=', 'enquiry'), eb('e.state', '=', 'delivered')]));

/** It is due again when the lease ends, so that what waits needs to be looked at by one column alone. */
export const leased = (engine: Pick<Engine, 'now'>, ms: number) => ({
  lease_until: inMs(engine, ms),
  due_at: inMs(engine, ms),
});

/** When what waits is due. */
export function createSchedule(
  engine: Engine,
  commit: Commit<Tables>,
): Pick<Outbox, 'hurry' | 'time' | 'untilDue'> {
  const { db, now } = engine;

  /** Changes the waiting deliveries that a condition names, some at a time. The changes must end the condition. */
  async function changeWaiting(
    changes: UpdateObject<Tables, 'deliveries'>,
    which: (eb: DeliveryExpressions) => Expression<SqlBool>,
  ): Promise<void> {
    const changeSome = () =>
      commit(async transaction => {
        const some = transaction
          .selectFrom('deliveries')
          .select('id')
          .where('state', '=', 'waiting')
          .where(which)
          .limit(batchRows);
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set(changes)
          .where('id', 'in', some)
          .where(which)
          .executeTakeFirstOrThrow();
        return numUpdatedRows;
      });
    while ((await changeSome()) === BigInt(batchRows));
  }

  return {
    async hurry(leaseMs) {
      const isPutOff = (eb: DeliveryExpressions, ms: number) =>
        eb.and([eb('lease_until', '=', 0), eb('due_at', '>', inMs(engine, ms))]);
      await changeWaiting({ due_at: inMs(engine, 0) }, eb =>
        eb.and([isPutOff(eb, 0), eb('unknowns', '=', 0)]),
      );
      await changeWaiting({ due_at: inMs(engine, unknownPauseMs) }, eb => isPutOff(eb, unknownPauseMs));
      await changeWaiting(leased(engine, leaseMs), eb => eb('lease_until', '>', inMs(engine, leaseMs)));
      await changeWaiting({ answer_by: 0 }, eb => eb('answer_by', '>', inMs(engine, longestWaitMs)));
    },

    async time() {
      const { ms } = await db.selectNoFrom(sql<number>`${now()}`.as('ms')).executeTakeFirstOrThrow();
      return ms;
    },

    async untilDue() {
      const next = await ready(db)
        .select(sql<number>`d.due_at - ${now()}`.as('ms'))
        .orderBy('d.due_at')
        .limit(1)
        .executeTakeFirst();
      return next?.ms;
    },
  };
}
