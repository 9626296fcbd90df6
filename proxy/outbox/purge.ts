import { type ExpressionBuilder, sql } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Commit } from '../database/group-commit.ts';
import { hasEnded, type Tables } from '../database/tables.ts';
import type { Outbox } from './outbox.ts';

/** Enquiries that one transaction deletes, so that others get their turn. */
const batchEnquiries = 500;

/** Deletes the receipts of enquiries that ended long ago. */
export function createPurge({ now, isShared }: Engine, commit: Commit<Tables>): Pick<Outbox, 'forget'> {
  const purgeBatch = (ageMs: number) =>
    commit(async transaction => {
      const since = sql<number>`(${now()} - ${Math.round(ageMs)})`;
      /** Still on its way, or ended only recently. */
      const isYoung = ({ or, eb }: ExpressionBuilder<Tables & { o: Tables['deliveries'] }, 'o'>) =>
        or([eb('o.state', 'in', ['waiting', 'held']), eb('o.ended_at', '>=', since)]);
      const old = await transaction
        .selectFrom('deliveries as e')
        .select('e.reference')
        .where('e.kind', '=', 'enquiry')
        .where('e.state', 'in', ['delivered', 'refused', 'dropped'])
        .where(hasEnded)
        .where('e.ended_at', '<', since)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries as o')
                .select('o.id')
                .whereRef('o.reference', '=', 'e.reference')
                .where(isYoung),
            ),
          ),
        )
        .orderBy('e.ended_at')
        .limit(batchEnquiries)
        // Whoever adds an attachment waits for this row, and then finds that the enquiry is gone.
        .$if(isShared, query => query.forUpdate().skipLocked())
        .execute();
      if (old.length === 0) return 0;
      const references = old.map(({ reference }) => reference);
      // An attachment may have been added just before the rows were locked.
      const young = transaction
        .selectFrom('deliveries as o')
        .select('o.reference')
        .where('o.reference', 'in', references)
        .where(isYoung);
      await transaction
        .deleteFrom('deliveries')
        .where('reference', 'in', references)
        .where('reference', 'not in', young)
        .execute();
      return old.length;
    });

  return {
    async forget(ageMs) {
      while ((await purgeBatch(ageMs)) === batchEnquiries);
    },
  };
}
