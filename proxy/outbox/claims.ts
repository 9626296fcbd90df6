import { sql, type UpdateObject } from 'kysely';
import { type Engine, inMs } from '../database/engine.ts';
import { type Commit, CommitUnconfirmed } from '../database/group-commit.ts';
import type { Tables } from '../database/tables.ts';
import { noteUnneeded } from './file-list.ts';
import type { Claim, Outbox } from './outbox.ts';
import { leased, ready } from './schedule.ts';
import type { createWaiters } from './waiters.ts';

/** A claim's life: taken, renewed, and ended by what the enquiry API said. */
export function createClaims(
  engine: Engine,
  commit: Commit<Tables>,
  waiters: ReturnType<typeof createWaiters>,
): Pick<Outbox, 'claim' | 'renew' | 'delivered' | 'retry' | 'hold' | 'refuse'> {
  const { now, isShared } = engine;

  /** Ends a claim, unless another process has the delivery by now; says whether it was still ours. To do so twice
   * does no harm, so a commit that was not confirmed is repeated once: what the enquiry API said would be lost. */
  async function end(claim: Claim, changes: UpdateObject<Tables, 'deliveries'>): Promise<boolean> {
    const change = () =>
      commit(async transaction => {
        const ours = transaction
          .selectFrom('deliveries')
          .select('spooled')
          .where('id', '=', claim.id)
          .where('fence', '=', claim.fence);
        // Not the claim's own: another copy may have taken its place.
        const files =
          changes.spooled === null ? await ours.$if(isShared, query => query.forUpdate()).execute() : [];
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({ lease_until: 0, answer_by: 0, ...changes })
          .where('id', '=', claim.id)
          .where('fence', '=', claim.fence)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await noteUnneeded(transaction, files);
        return true;
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

  return {
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
            ...leased(engine, leaseMs),
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
            .set(leased(engine, leaseMs))
            .where('id', '=', id)
            .where('fence', '=', fence)
            .where('lease_until', '>', 0)
            .execute();
        }
      });
    },

    async delivered(claim, result) {
      const ended = { state: 'delivered', result, ended_at: now() } as const;
      const isOurs = await end(claim, {
        ...ended,
        content: null,
        reason: null,
        ...(claim.kind === 'attachment' && { spooled: null }),
      });
      if (isOurs) waiters.settle(claim.id, { state: 'delivered', result });
      return isOurs;
    },

    async retry(claim, delayMs, reason, isUnknown) {
      await end(claim, {
        due_at: inMs(engine, delayMs),
        reason,
        unknowns: claim.unknowns + Number(isUnknown),
      });
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
  };
}
