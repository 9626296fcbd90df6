// Long, for a claim's whole life is here: taken, renewed, ended, one query each.
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import { createArchive } from './archive.ts';
import { createDesk } from './desk.ts';
import { createFileList, noteUnneeded } from './file-list.ts';
import { CommitUnconfirmed, createGroupCommit } from './group-commit.ts';
import { createInsertion } from './insertion.ts';
import type { Claim, Courier, Outbox, Settled } from './outbox.ts';
import { createPurge } from './purge.ts';
import type { Tables } from './tables.ts';
import { createWaiters } from './waiters.ts';

/** What may have been processed has few tries; a recovering enquiry API must not use them up at once. */
const unknownPauseMs = 60_000;
/** No visitor waits longer than the largest ENQUIRY_WAIT_MS. */
const longestWaitMs = 60_000;
/** Rows that one transaction changes at most, so that others get their turn. */
const batchRows = 5_000;

type DeliveryExpressions = ExpressionBuilder<Tables, 'deliveries'>;

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
  /** Whether a statement failed through its own fault; else the database did, and would fail others, too. */
  isStatementFault: (error: unknown) => boolean;
  /** Called when the outbox is closed. */
  closed: () => void;
}

/** The outbox's queries, the same for both databases. */
export function createOutbox(engine: Engine): Outbox {
  const { db, now, isShared, tidy, weakness, isStatementFault, closed } = engine;
  const groups = createGroupCommit(db, isStatementFault);
  const { commit } = groups;
  const inMs = (ms: number) => sql<number>`(${now()} + ${Math.round(ms)})`;
  const { kept, withKey, insert, insertAttachment } = createInsertion(engine, groups, inMs);
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

  /** Ends a claim, unless another process has the delivery by now; says whether it was still ours. To do so twice
   * does no harm, so a commit that was not confirmed is repeated once: what the enquiry API said would be lost. */
  async function end(claim: Claim, changes: UpdateObject<Tables, 'deliveries'>): Promise<boolean> {
    const change = () =>
      commit(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({ lease_until: 0, answer_by: 0, ...changes })
          .where('id', '=', claim.id)
          .where('fence', '=', claim.fence)
          .executeTakeFirstOrThrow();
        const isOurs = numUpdatedRows > 0n;
        if (isOurs && claim.spooled && changes.spooled === null) await noteUnneeded(transaction, [claim]);
        return isOurs;
      });
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof CommitUnconfirmed)) throw error;
      return await change();
    }
  }

  async function hold(claim: Claim, reason: string, isUnknown: boolean) {
    const unknowns = claim.unknowns + Number(isUnknown);
    await end(claim, { state: 'held', reason, ended_at: now(), unknowns });
    waiters.settle(claim.id, { state: 'accepted' });
  }

  /** Refuses an enquiry while its visitor can still wait; false: not any more. Never done twice: whoever can't tell
   * whether it was done answers the visitor so, and the row answers a repeat. */
  const markRefused = (claim: Claim, field: string, reason: string) =>
    commit(async transaction => {
      const { numUpdatedRows } = await transaction
        .updateTable('deliveries')
        .set({
          state: 'refused',
          content: null,
          refused_field: field,
          reason,
          ended_at: now(),
          lease_until: 0,
          answer_by: 0,
        })
        .where('id', '=', claim.id)
        .where('fence', '=', claim.fence)
        .where('answer_by', '>', now())
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });

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
    ...createArchive(db, commit),
    ...createDesk(engine, commit),
    ...createFileList(db, commit),
    ...createPurge(engine, commit),

    async add(delivery, { waiter, most = Number.POSITIVE_INFINITY } = {}) {
      const startedAt = performance.now();
      const isAwaited = waiter !== undefined && courier.isReady();
      const waitMs = isAwaited ? waiter.waitMs : 0;
      const added = await (delivery.kind === 'attachment'
        ? insertAttachment(delivery, waitMs, most)
        : insert({ delivery, waitMs }));
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
      if (field === undefined || !waiters.beginRefusal(claim.id, field)) {
        await hold(claim, reason, false);
        return 'held';
      }
      try {
        if (await markRefused(claim, field, reason)) {
          waiters.settle(claim.id, { state: 'refused', field });
          return 'mended';
        }
        await hold(claim, reason, false);
        return 'held';
      } catch (error) {
        // The database's fault. Whether the enquiry is kept will show when the visitor repeats the request.
        waiters.settle(claim.id, { state: 'unconfirmed' });
        throw error;
      }
    },

    async hurry(leaseMs) {
      const isPutOff = (eb: DeliveryExpressions, ms: number) =>
        eb.and([eb('lease_until', '=', 0), eb('due_at', '>', inMs(ms))]);
      await changeWaiting({ due_at: inMs(0) }, eb => eb.and([isPutOff(eb, 0), eb('unknowns', '=', 0)]));
      await changeWaiting({ due_at: inMs(unknownPauseMs) }, eb => isPutOff(eb, unknownPauseMs));
      await changeWaiting(leased(leaseMs), eb => eb('lease_until', '>', inMs(leaseMs)));
      await changeWaiting({ answer_by: 0 }, eb => eb('answer_by', '>', inMs(longestWaitMs)));
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

    tidy,
    weakness,
    async close() {
      await db.destroy();
      closed();
    },
  };
}
