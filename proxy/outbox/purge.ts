import type { ExpressionBuilder } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import { isSettled, type Tables } from '../database/tables.ts';

/** The maximum number of enquiries per transaction, so that it doesn't block others for long. */
const batchEnquiries = 500;

/** Returns a function that takes a retention period in milliseconds. It deletes the tombstones of an enquiry and its
 * attachments once all of them have been settled for longer than that and none is held. */
export function createPurge(database: OutboxDatabase, commit: Commit<Tables>) {
  const purgeBatch = (ageMs: number) =>
    commit(async transaction => {
      const since = timeAgo(database, ageMs);
      /** Waiting, held, quarantined, or settled recently. */
      const isNeeded = ({ or, eb }: ExpressionBuilder<Tables & { o: Tables['deliveries'] }, 'o'>) =>
        or([eb('o.state', 'in', ['waiting', 'held', 'quarantined']), eb('o.settled_at', '>=', since)]);
      const old = await transaction
        .selectFrom('deliveries as e')
        .select('e.reference')
        .where('e.kind', '=', 'enquiry')
        .where('e.state', 'in', ['delivered', 'refused', 'dropped'])
        .where(isSettled)
        .where('e.settled_at', '<', since)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries as o')
                .select('o.id')
                .whereRef('o.reference', '=', 'e.reference')
                .where(isNeeded),
            ),
          ),
        )
        .orderBy('e.settled_at')
        .limit(batchEnquiries)
        // An attachment that is being added waits for this row, then finds the enquiry gone.
        .$if(database.isShared, query => query.forUpdate().skipLocked())
        .execute();
      if (old.length === 0) return 0;
      const references = old.map(({ reference }) => reference);
      // An attachment may have been added just before the rows were locked.
      const needed = transaction
        .selectFrom('deliveries as o')
        .select('o.reference')
        .where('o.reference', 'in', references)
        .where(isNeeded);
      await transaction
        .deleteFrom('deliveries')
        .where('reference', 'in', references)
        .where('reference', 'not in', needed)
        .execute();
      return old.length;
    });

  return async (ageMs: number): Promise<void> => {
    while ((await purgeBatch(ageMs)) === batchEnquiries);
  };
}
