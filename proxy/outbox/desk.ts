import { type Expression, type Kysely, sql } from 'kysely';
import type { Commit } from './group-commit.ts';
import type { Depth, Outbox } from './outbox.ts';
import type { Tables } from './tables.ts';

/** What the operator does with deliveries. */
export function createDesk(
  db: Kysely<Tables>,
  commit: Commit<Tables>,
  now: () => Expression<number>,
): Pick<Outbox, 'list' | 'depth' | 'hasten' | 'release' | 'drop'> {
  return {
    list({ state, reference } = {}) {
      const all = db.selectFrom('deliveries').selectAll().orderBy('created_at').orderBy('id');
      const wanted = reference === undefined ? all : all.where('reference', '=', reference);
      if (state !== undefined) return wanted.where('state', '=', state).execute();
      return (reference === undefined ? wanted.where('state', '!=', 'delivered') : wanted).execute();
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
        .where('state', '!=', 'delivered')
        .groupBy(['kind', 'state'])
        .execute();
      return rows as Depth[]; // By the condition on `state`.
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
          .set({
            state: 'waiting',
            due_at: now(),
            ended_at: 0,
            tries: 0,
            // One is enough for the mark, and leaves it the tries that any other has.
            unknowns: sql<number>`case when unknowns > 0 then 1 else 0 end`,
          })
          .where('id', '=', id)
          .where('state', '=', 'held')
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
    async drop(id) {
      const { numDeletedRows } = await commit(transaction =>
        transaction
          .deleteFrom('deliveries')
          .where('id', '=', id)
          .where('lease_until', '<=', now())
          .executeTakeFirstOrThrow(),
      );
      return numDeletedRows > 0n;
    },
  };
}
