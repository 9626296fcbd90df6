import { type Kysely, sql } from 'kysely';
import { createGroupCommit } from './group-commit.ts';
import { type Claim, type Courier, type Outbox, type Settled, TooManyAttachments } from './outbox.ts';
import type { DeliveryRow, Tables } from './tables.ts';
import { createWaiters } from './waiters.ts';

/** The outbox's queries, the same for every database that Kysely speaks to. */
export function createOutbox(db: Kysely<Tables>, clock: () => number, closed: () => void): Outbox {
  const commit = createGroupCommit(db);
  const waiters = createWaiters();
  let courier: Courier = { isReady: () => false, wake: () => {} };

  /** Ends a claim, unless another process has the delivery by now; says whether it was still ours. */
  async function end(claim: Claim, changes: Partial<DeliveryRow>): Promise<boolean> {
    const { numUpdatedRows } = await commit(transaction =>
      transaction
        .updateTable('deliveries')
        .set({ lease_until: 0, answer_by: 0, ...changes })
        .where('id', '=', claim.id)
        .where('fence', '=', claim.fence)
        .executeTakeFirstOrThrow(),
    );
    return numUpdatedRows > 0n;
  }
  async function hold(claim: Claim, reason: string, isUnknown: boolean) {
    await end(claim, {
      state: 'held',
      reason,
      ended_at: clock(),
      unknowns: claim.unknowns + Number(isUnknown),
    });
    waiters.settle(claim.id, { state: 'accepted' });
  }

  return {
    async add(delivery, { waiter, most = Number.POSITIVE_INFINITY } = {}) {
      const now = clock();
      const isAwaited = waiter !== undefined && courier.isReady();
      const answer_by = isAwaited ? now + waiter.waitMs : 0;
      const kept = await commit(async transaction => {
        const { kind, reference, route } = delivery;
        const known = await transaction
          .selectFrom('deliveries')
          .selectAll()
          .where('route', '=', route)
          .where('idempotency_key', '=', delivery.idempotency_key)
          .executeTakeFirst();
        if (known) return { row: known, isNew: false };
        if (most < Number.POSITIVE_INFINITY) {
          const { count } = await transaction
            .selectFrom('deliveries')
            .select(sql<number>`count(*)`.as('count'))
            .where('reference', '=', reference)
            .where('kind', '=', kind)
            .executeTakeFirstOrThrow();
          if (count >= most) throw new TooManyAttachments();
        }
        const row = await transaction
          .insertInto('deliveries')
          .values({
            ...delivery,
            state: 'waiting',
            due_at: now,
            created_at: now,
            answer_by,
            lease_until: 0,
            ended_at: 0,
            tries: 0,
            unknowns: 0,
            fence: 0,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { row, isNew: true };
      });
      let settled: Promise<Settled> = Promise.resolve({ state: 'accepted' });
      if (kept.isNew) {
        if (isAwaited) settled = waiters.wait(kept.row.id, waiter);
        courier.wake();
      }
      return { ...kept, settled };
    },

    find: (route, idempotencyKey) =>
      db
        .selectFrom('deliveries')
        .selectAll()
        .where('route', '=', route)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst(),

    enquiry: reference =>
      db
        .selectFrom('deliveries')
        .selectAll()
        .where('reference', '=', reference)
        .where('kind', '=', 'enquiry')
        .executeTakeFirst(),

    setCourier(newCourier) {
      courier = newCourier;
    },

    async claim(limit, leaseMs) {
      const now = clock();
      return commit(async transaction => {
        const due = await transaction
          .selectFrom('deliveries as d')
          .leftJoin('deliveries as e', join =>
            join.onRef('e.reference', '=', 'd.reference').on('e.kind', '=', 'enquiry'),
          )
          .select(['d.id', 'e.result as enquiry_id'])
          .where('d.state', '=', 'waiting')
          .where('d.due_at', '<=', now)
          .where('d.lease_until', '<=', now)
          .where(({ or, eb }) => or([eb('d.kind', '=', 'enquiry'), eb('e.state', '=', 'delivered')]))
          .orderBy('d.tries')
          .orderBy('d.due_at')
          .limit(limit)
          .execute();
        if (due.length === 0) return [];
        const enquiryIds = new Map(due.map(each => [each.id, each.enquiry_id]));
        const rows = await transaction
          .updateTable('deliveries')
          .set(({ eb }) => ({
            lease_until: now + leaseMs,
            fence: eb('fence', '+', 1),
            tries: eb('tries', '+', 1),
            unknowns: sql<number>`unknowns + case when lease_until > 0 then 1 else 0 end`,
          }))
          .where('id', 'in', [...enquiryIds.keys()])
          .returningAll()
          .execute();
        // Only a delivered row has no content, and only waiting ones were taken.
        return rows.map(row => ({ ...row, enquiry_id: enquiryIds.get(row.id) ?? null }) as Claim);
      });
    },

    async renew(claims, leaseMs) {
      const lease_until = clock() + leaseMs;
      await commit(async transaction => {
        for (const { id, fence } of claims) {
          const ours = transaction.updateTable('deliveries').set({ lease_until }).where('id', '=', id);
          await ours.where('fence', '=', fence).where('lease_until', '>', 0).execute();
        }
      });
    },

    async delivered(claim, result) {
      const isOurs = await end(claim, {
        state: 'delivered',
        result,
        content: null,
        spooled: null,
        reason: null,
        ended_at: clock(),
      });
      if (isOurs) waiters.settle(claim.id, { state: 'delivered', result });
      return isOurs;
    },

    async retry(claim, dueAt, reason, isUnknown) {
      await end(claim, { due_at: dueAt, reason, unknowns: claim.unknowns + Number(isUnknown) });
      waiters.settle(claim.id, { state: 'accepted' });
    },

    hold,

    async refuse(claim, field, reason) {
      const visitor = waiters.take(claim.id);
      if (!visitor || field === undefined || !visitor.waiter.canMend(field)) {
        await hold(claim, reason, false);
        visitor?.settle({ state: 'accepted' });
        return 'held';
      }
      try {
        const { numDeletedRows } = await commit(transaction =>
          transaction
            .deleteFrom('deliveries')
            .where('id', '=', claim.id)
            .where('fence', '=', claim.fence)
            .executeTakeFirstOrThrow(),
        );
        const isFree = numDeletedRows > 0n;
        visitor.settle(isFree ? { state: 'refused', field } : { state: 'accepted' });
        return isFree ? 'mended' : 'held';
      } catch (error) {
        // The store's fault; the enquiry still stands in it, so the visitor may be told that it is kept.
        visitor.settle({ state: 'accepted' });
        throw error;
      }
    },

    async hurry() {
      const now = clock();
      await commit(transaction =>
        transaction
          .updateTable('deliveries')
          .set({ due_at: now })
          .where('state', '=', 'waiting')
          .where('due_at', '>', now)
          .where('unknowns', '=', 0)
          .execute(),
      );
    },

    async nextDue() {
      const { next } = await db
        .selectFrom('deliveries as d')
        .leftJoin('deliveries as e', join =>
          join.onRef('e.reference', '=', 'd.reference').on('e.kind', '=', 'enquiry'),
        )
        .select(
          sql<number | null>`min(case when d.lease_until > d.due_at then d.lease_until else d.due_at end)`.as(
            'next',
          ),
        )
        .where('d.state', '=', 'waiting')
        .where(({ or, eb }) => or([eb('d.kind', '=', 'enquiry'), eb('e.state', '=', 'delivered')]))
        .executeTakeFirstOrThrow();
      return next ?? undefined;
    },

    async spooled() {
      const rows = await db
        .selectFrom('deliveries')
        .select('spooled')
        .where('spooled', 'is not', null)
        .execute();
      return new Set(rows.flatMap(row => row.spooled ?? []));
    },

    async forget(before) {
      await commit(transaction =>
        transaction
          .deleteFrom('deliveries')
          .where('state', '=', 'delivered')
          .where('ended_at', '<', before)
          // A receipt stays as long as something of the same enquiry is still on its way.
          .where(
            'reference',
            'not in',
            db.selectFrom('deliveries').select('reference').where('state', '!=', 'delivered'),
          )
          .execute(),
      );
    },

    async publish(publications) {
      await commit(async transaction => {
        for (const each of publications) {
          await transaction
            .insertInto('publications')
            .values(each)
            .onConflict(clash => clash.doNothing())
            .execute();
        }
      });
    },
    async publication(hash) {
      const row = await db
        .selectFrom('publications')
        .select('publication')
        .where('hash', '=', hash)
        .executeTakeFirst();
      return row?.publication;
    },
    async keepAsset(name, content) {
      await commit(transaction =>
        transaction
          .insertInto('assets')
          .values({ name, content })
          .onConflict(clash => clash.doNothing())
          .execute(),
      );
    },
    async asset(name) {
      const row = await db.selectFrom('assets').select('content').where('name', '=', name).executeTakeFirst();
      return row?.content;
    },

    async probe() {
      const checked_at = clock();
      await commit(transaction =>
        transaction
          .insertInto('health')
          .values({ id: 1, checked_at })
          .onConflict(clash => clash.column('id').doUpdateSet({ checked_at }))
          .execute(),
      );
    },
    async close() {
      await db.destroy();
      closed();
    },
  };
}
