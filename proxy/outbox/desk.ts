import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Commit } from '../database/group-commit.ts';
import { type DeliveryRow, isOpen, type Tables } from '../database/tables.ts';
import { noteUnneeded } from './file-list.ts';
import type { Depth, Outbox } from './outbox.ts';

/** What the operator does with deliveries. */
export function createDesk(
  { db, now, isShared }: Engine,
  commit: Commit<Tables>,
): Pick<Outbox, 'list' | 'depth' | 'hasten' | 'release' | 'drop'> {
  const all = (from: Kysely<Tables>) => from.selectFrom('deliveries').selectAll();
  return {
    list({ state, reference } = {}) {
      const rows = all(db).orderBy('created_at').orderBy('id');
      const wanted = reference === undefined ? rows : rows.where('reference', '=', reference);
      if (state === 'waiting' || state === 'held')
        return wanted.where(isOpen).where('state', '=', state).execute();
      if (state !== undefined) return wanted.where('state', '=', state).execute();
      if (reference === undefined) return wanted.where(isOpen).execute();
      return wanted.where('state', '!=', 'dropped').execute();
    },
    async depth() {
      const rows = await db
        .selectFrom('deliveries')
        .select([
          'kind',
          'state',
          sql<number>`count(*)`.as('count'),
          sql<number>`(${now()} - min(created_at))`.as('oldest_ms'),
        ])
        .where(isOpen)
        .groupBy(['kind', 'state'])
        .execute();
      // Negative when the clock was stepped back.
      return rows.map(row => ({ ...row, oldest_ms: Math.max(0, row.oldest_ms) }) as Depth); // By the condition on `state`.
    },
    async hasten(id) {
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
            ended_at: 0,
            tries: 0,
            fence: eb('fence', '+', 1),
            // One is enough for the mark, and leaves it the tries that any other has.
            unknowns: sql<number>`case when unknowns > 0 then 1 else 0 end`,
          }))
          .where('id', '=', id)
          .where('state', '=', 'held')
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
    drop: (reference, seen) =>
      commit(async transaction => {
        const ofReference = (kind: DeliveryRow['kind']) =>
          all(transaction)
            .select(
              sql<number>`case when lease_until > ${now()} or answer_by > ${now()} then 1 else 0 end`.as(
                'in_flight',
              ),
            )
            .where('reference', '=', reference)
            .where('kind', '=', kind)
            .orderBy('id')
            .$if(isShared, query => query.forUpdate())
            .execute();
        // Whoever adds an attachment waits for the enquiry's row, and then finds that the enquiry is gone.
        const enquiry = await ofReference('enquiry');
        const rows = [...(await ofReference('attachment')), ...enquiry];
        const inFlight = rows.filter(({ id, in_flight }) => in_flight || (seen && !seen.includes(id)));
        if (inFlight.length > 0) return { dropped: [], inFlight };
        await noteUnneeded(transaction, rows);
        await transaction
          .deleteFrom('deliveries')
          .where('reference', '=', reference)
          .where('kind', '=', 'attachment')
          .execute();
        await transaction
          .updateTable('deliveries')
          .set(({ eb }) => ({
            state: 'dropped',
            content: null,
            reason: null,
            refused_field: null,
            ended_at: now(),
            // A process whose lease ran out must not end it once more.
            fence: eb('fence', '+', 1),
          }))
          .where('reference', '=', reference)
          .execute();
        return { dropped: rows, inFlight: [] };
      }),
  };
}
