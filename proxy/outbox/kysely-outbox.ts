import type { Engine } from '../database/engine.ts';
import { createGroupCommit } from '../database/group-commit.ts';
import { createArchive } from './archive.ts';
import { createClaims } from './claims.ts';
import { createDesk } from './desk.ts';
import { createFileList } from './file-list.ts';
import { createInsertion } from './insertion.ts';
import type { Courier, Outbox, Settled } from './outbox.ts';
import { createPurge } from './purge.ts';
import { createSchedule } from './schedule.ts';
import { createWaiters } from './waiters.ts';

/** The outbox's queries, the same for both databases. */
export function createOutbox(engine: Engine): Outbox {
  const { db, now, tidy, weakness, closed } = engine;
  const groups = createGroupCommit(db, engine);
  const { commit } = groups;
  const { kept, withKey, insert, insertAttachment } = createInsertion(engine, groups);
  const waiters = createWaiters();
  let courier: Courier = { isReady: () => false, wake: () => {} };

  return {
    ...createArchive(db, commit),
    ...createDesk(engine, commit),
    ...createFileList(db, commit),
    ...createPurge(engine, commit),
    ...createClaims(engine, commit, waiters),
    ...createSchedule(engine, commit),

    async add(delivery, { waiter, most = Number.POSITIVE_INFINITY } = {}) {
      const startedAt = performance.now();
      const isAwaited = waiter !== undefined && courier.isReady();
      const waitMs = isAwaited ? waiter.waitMs : 0;
      const adding =
        delivery.kind === 'attachment'
          ? insertAttachment({ delivery, waitMs, most })
          : insert({ delivery, waitMs });
      adding.catch(courier.wake); // It may have been added all the same.
      const added = await adding;
      let settled: Promise<Settled> = Promise.resolve({ state: 'accepted' });
      if (added.isNew) {
        // The visitor leaves before `answer_by`, so that nobody who reads it acts while the visitor still waits.
        const leftMs = waitMs - (performance.now() - startedAt);
        if (isAwaited) settled = waiters.wait(added.row.id, waiter, leftMs);
        courier.wake();
      }
      return { ...added, settled };
    },

    async confirm(id) {
      return await commit(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({ answer_by: 0 })
          .where('id', '=', id)
          .where('answer_by', '<=', now())
          .executeTakeFirstOrThrow();
        return numUpdatedRows > 0n ? kept(transaction).where('id', '=', id).executeTakeFirst() : undefined;
      });
    },

    async replaceFile(id, missing, copy) {
      const { numUpdatedRows } = await commit(transaction =>
        transaction
          .updateTable('deliveries')
          .set({ spooled: copy })
          .where('id', '=', id)
          .where('spooled', '=', missing)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },

    find: (route, idempotencyKey) => withKey(db, route, idempotencyKey),

    enquiry: reference =>
      kept(db).where('reference', '=', reference).where('kind', '=', 'enquiry').executeTakeFirst(),

    setCourier(newCourier) {
      courier = newCourier;
    },

    dismiss: waiters.dismiss,

    tidy,
    weakness,
    async close() {
      await db.destroy();
      closed();
    },
  };
}
