// Long, for a claim's whole life is here: taken, renewed, ended, one query each.
import { type Expression, type Kysely, sql, type UpdateObject } from 'kysely';
import { createArchive } from './archive.ts';
import { createDesk } from './desk.ts';
import { createGroupCommit } from './group-commit.ts';
import { createInsertion } from './insertion.ts';
import type { Claim, Courier, Outbox, Settled } from './outbox.ts';
import type { Tables } from './tables.ts';
import { createWaiters } from './waiters.ts';

/** What may have been processed has few tries; a recovering enquiry API must not use them up at once. */
const unknownPauseMs = 60_000;

/** What differs between the databases. */
export interface Engine {
  db: Kysely<Tables>;
  /** The time: the process's own on one machine, the database's in a fleet. */
  now: () => Expression<number>;
  /** Several processes share it: what another one is taking is passed over. */
  isShared: boolean;
  /** Empties what the database keeps of erased rows beside its tables, as far as it can be told to. */
  tidy: () => Promise<void>;
  /** A setting of the database that breaks the promise, if there is one. */
  weakness: () => Promise<string | undefined>;
  /** Called when the outbox is closed. */
  closed: () => void;
}

/** The outbox's queries, the same for both databases. */
export function createOutbox({ db, now, isShared, tidy, weakness, closed }: Engine): Outbox {
  const groups = createGroupCommit(db);
  const { commit } = groups;
  const inMs = (ms: number) => sql<number>`(${now()} + ${Math.round(ms)})`;
  const { kept, withKey, insert, insertWithin } = createInsertion({ now, isShared }, groups, inMs);
  const waiters = createWaiters();
  let courier: Courier = { isReady: () => false, wake: () => {} };

  /** Deliveries that wait, without the attachments whose enquiry is still on its way. */
  const ready = (from: Kysely<Tables>) =>
    from
      .selectFrom('deliveries as d')
      .leftJoin('deliveries as e', join =>
        join.onRef('e.reference', '=', 'd.reference').on('e.kind', '=', 'enquiry'),
      )
      .where('d.state', '=', 'waiting')
      .where(({ or, eb }) => or([eb('d.kind', '=', 'enquiry'), eb('e.state', '=', 'delivered')]));

  /** It is due again when the lease ends, so that what waits needs to be looked at by one column alone. */
  const leased = (ms: number) => ({ lease_until: inMs(ms), due_at: inMs(ms) });

  /** Ends a claim, unless another process has the delivery by now; says whether it was still ours. */
  async function end(claim: Claim, changes: UpdateObject<Tables, 'deliveries'>): Promise<boolean> {
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
    const unknowns = claim.unknowns + Number(isUnknown);
    await end(claim, { state: 'held', reason, ended_at: now(), unknowns });
    waiters.settle(claim.id, { state: 'accepted' });
  }

  return {
    ...createArchive(db, commit),
    ...createDesk(db, commit, now),

    async add(delivery, { waiter, most } = {}) {
      const isAwaited = waiter !== undefined && courier.isReady();
      const waitMs = isAwaited ? waiter.waitMs : 0;
      const added = await (most === undefined
        ? insert({ delivery, waitMs })
        : insertWithin(most, delivery, waitMs));
      let settled: Promise<Settled> = Promise.resolve({ state: 'accepted' });
      if (added.isNew) {
        if (isAwaited) settled = waiters.wait(added.row.id, waiter);
        courier.wake();
      }
      return { ...added, settled };
    },

    find: (route, idempotencyKey) => withKey(db, route, idempotencyKey),

    enquiry: reference =>
      kept(db).where('reference', '=', reference).where('kind', '=', 'enquiry').executeTakeFirst(),

    setCourier(newCourier) {
      courier = newCourier;
    },

    dismiss: waiters.dismiss,

    claim: (limit, leaseMs, { isEarly = false } = {}) =>
      commit(async transaction => {
        const due = await ready(transaction)
          .select(['d.id', 'd.lease_until', 'e.result as enquiry_id'])
          .where(({ or, eb }) =>
            or([eb('d.due_at', '<=', now()), ...(isEarly ? [eb('d.unknowns', '=', 0)] : [])]),
          )
          .where('d.lease_until', '<=', now())
          .orderBy('d.tries')
          .orderBy('d.due_at')
          .limit(limit)
          .$if(isShared, query => query.forUpdate('d').skipLocked())
          .execute();
        if (due.length === 0) return [];
        const rows = await transaction
          .updateTable('deliveries')
          .set(({ eb }) => ({
            ...leased(leaseMs),
            fence: eb('fence', '+', 1),
            tries: eb('tries', '+', 1),
            unknowns: sql<number>`unknowns + case when lease_until > 0 then 1 else 0 end`,
          }))
          .where(
            'id',
            'in',
            due.map(({ id }) => id),
          )
          .returningAll()
          .execute();
        const taken = new Map(rows.map(row => [row.id, row]));
        // Only a delivered row has no content, and only waiting ones were taken.
        return due.map(
          ({ id, enquiry_id, lease_until }) =>
            ({ ...taken.get(id), enquiry_id, isInterrupted: lease_until > 0 }) as Claim,
        );
      }),

    async renew(claims, leaseMs) {
      await commit(async transaction => {
        for (const { id, fence } of claims) {
          await transaction
            .updateTable('deliveries')
            .set(leased(leaseMs))
            .where('id', '=', id)
            .where('fence', '=', fence)
            .where('lease_until', '>', 0)
            .execute();
        }
      });
    },

    async delivered(claim, result) {
      const ended = { state: 'delivered', result, ended_at: now() } as const;
      const isOurs = await end(claim, { ...ended, content: null, spooled: null, reason: null });
      if (isOurs) waiters.settle(claim.id, { state: 'delivered', result });
      return isOurs;
    },

    async retry(claim, delayMs, reason, isUnknown) {
      await end(claim, { due_at: inMs(delayMs), reason, unknowns: claim.unknowns + Number(isUnknown) });
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
      await commit(async transaction => {
        const hasten = (ms: number) =>
          transaction
            .updateTable('deliveries')
            .set({ due_at: inMs(ms) })
            .where('state', '=', 'waiting')
            .where('lease_until', '=', 0)
            .where('due_at', '>', inMs(ms));
        await hasten(0).where('unknowns', '=', 0).execute();
        await hasten(unknownPauseMs).execute();
      });
    },

    async untilDue() {
      const next = await ready(db)
        .select(sql<number>`d.due_at - ${now()}`.as('ms'))
        .orderBy('d.due_at')
        .limit(1)
        .executeTakeFirst();
      return next?.ms;
    },

    async spooled() {
      const rows = await db
        .selectFrom('deliveries')
        .select('spooled')
        .where('spooled', 'is not', null)
        .execute();
      return new Set(rows.flatMap(row => row.spooled ?? []));
    },

    async forget(ageMs) {
      // A receipt stays as long as something of the same enquiry is still on its way.
      const needed = db.selectFrom('deliveries').select('reference').where('state', '!=', 'delivered');
      await commit(transaction =>
        transaction
          .deleteFrom('deliveries')
          .where('state', '=', 'delivered')
          .where('ended_at', '<', inMs(-ageMs))
          .where('reference', 'not in', needed)
          .execute(),
      );
    },

    tidy,
    weakness,
    async close() {
      await db.destroy();
      closed();
    },
  };
}
