import type { Kysely, UpdateObject } from 'kysely';
import { compileOnce } from '../database/compiled-query.ts';
import { type Commit, CommitUnconfirmed } from '../database/group-commit.ts';
import { type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';
import { toCountGroup } from './count-group.ts';
import { type Claim, erased } from './deliveries.ts';
import type { EnquiryCounter } from './enquiry-counter.ts';
import { listForErasure } from './files-to-erase.ts';
import type { WaitingVisitors } from './waiting-visitors.ts';

/** The failure of an attempt. */
export interface AttemptFailure {
  /** The cause of the failure, without visitor data. */
  reason: string;
  /** Whether the enquiry API may have processed the request. */
  isUnknown: boolean;
}

interface FailureToRetry extends AttemptFailure {
  delayMs: number;
  retryAfterMs?: number | undefined;
  /** Access was refused, although others of the same kind succeeded. Default: false. */
  isBlocked?: boolean | undefined;
}

/** The ways to end a claim, depending on the enquiry API's response. */
export interface ClaimSettler {
  /** Erases the visitor's data and leaves a tombstone. Resolves with false when another process has claimed the
   * delivery since. */
  markDelivered(claim: Claim, enquiryApiId: number): Promise<boolean>;
  /** Makes the delivery due again in `delayMs`, and no attempt is made before `retryAfterMs` (default: 0). */
  retry(claim: Claim, failure: FailureToRetry): Promise<void>;
  /** Holds the delivery for the operator. */
  hold(claim: Claim, failure: AttemptFailure): Promise<void>;
  /** Refuses the delivery when its visitor is still waiting and can correct the field: erases what was sent and leaves
   * a tombstone, so that a repeated request gets the same response. Otherwise holds it. */
  refuse(claim: Claim, refusal: { field: string | undefined; reason: string }): Promise<'refused' | 'held'>;
}

/** The columns of a delivery that nobody has claimed. */
const ended = { lease_until: 0, respond_by: 0 };

export function createClaimSettler(
  database: OutboxDatabase,
  commit: Commit<Tables>,
  visitors: WaitingVisitors,
  counter: EnquiryCounter,
): ClaimSettler {
  const { now, isShared } = database;

  const deliver = compileOnce<{ claim: Claim; enquiryApiId: number }, never>((db, value) =>
    db
      .updateTable('deliveries')
      .set({
        ...ended,
        state: 'delivered',
        enquiry_api_id: value(({ enquiryApiId }) => enquiryApiId),
        settled_at: now(),
        ...erased,
        last_failure: null,
        spool_file: null,
      })
      .where(
        'id',
        '=',
        value(({ claim }) => claim.id),
      )
      .where(
        'fence',
        '=',
        value(({ claim }) => claim.fence),
      ),
  );

  /** Ends a claim with a change that does nothing if another process has claimed the delivery since; resolves with
   * whether the claim was valid. Ending a claim twice does no harm, so an unconfirmed commit is repeated once: otherwise
   * the response of the enquiry API would be lost. */
  async function end(change: (transaction: Kysely<Tables>) => Promise<boolean>): Promise<boolean> {
    try {
      return await commit(change);
    } catch (error) {
      if (!(error instanceof CommitUnconfirmed)) throw error;
      return await commit(change);
    }
  }

  const endWith = ({ id, fence }: Claim, changes: UpdateObject<Tables, 'deliveries'>) =>
    end(async transaction => {
      const { numUpdatedRows } = await transaction
        .updateTable('deliveries')
        .set({ ...ended, ...changes })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });

  async function hold(claim: Claim, { reason, isUnknown }: AttemptFailure) {
    const unknown_outcomes = claim.unknown_outcomes + Number(isUnknown);
    await endWith(claim, {
      state: 'held',
      last_failure: reason,
      failed_at: now(),
      settled_at: now(),
      unknown_outcomes,
    });
    visitors.resolve(claim.id, { state: 'accepted' });
  }

  /** Refuses an enquiry while its visitor can still be waiting; resolves with false after that. Never repeated: when
   * its commit is unconfirmed, the response asks the visitor's browser to repeat the request, and the row decides the
   * next response. */
  const markRefused = (claim: Claim, field: string, reason: string) => {
    const { content, site, created_at } = claim;
    const group = toCountGroup(JSON.parse(content), site ?? '');
    return commit(async transaction => {
      const { numUpdatedRows } = await transaction
        .updateTable('deliveries')
        .set({
          state: 'refused',
          ...erased,
          refused_field: field,
          last_failure: reason,
          settled_at: now(),
          lease_until: 0,
          respond_by: 0,
        })
        .where('id', '=', claim.id)
        .where('fence', '=', claim.fence)
        .where('respond_by', '>', now())
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      // The visitor will send a corrected enquiry, which is counted instead.
      await counter.subtract(transaction, [{ group, created_at }]);
      return true;
    });
  };

  return {
    async markDelivered(claim, enquiryApiId) {
      const isOurs = await end(async transaction => {
        // The claim may name another file, because a copy may have replaced it.
        const files =
          claim.kind === 'attachment'
            ? await transaction
                .selectFrom('deliveries')
                .select('spool_file')
                .where('id', '=', claim.id)
                .where('fence', '=', claim.fence)
                .$if(isShared, query => query.forUpdate())
                .execute()
            : [];
        const { numAffectedRows } = await deliver(transaction, { claim, enquiryApiId });
        if (numAffectedRows === 0n) return false;
        await listForErasure(transaction, files);
        return true;
      });
      if (isOurs) visitors.resolve(claim.id, { state: 'delivered', enquiryApiId });
      return isOurs;
    },

    async retry(claim, { delayMs, retryAfterMs = 0, reason, isUnknown, isBlocked = false }) {
      await endWith(claim, {
        due_at: timeInMs(database, delayMs),
        retry_from: timeInMs(database, retryAfterMs),
        last_failure: reason,
        failed_at: now(),
        unknown_outcomes: claim.unknown_outcomes + Number(isUnknown),
        blocked_outcomes: claim.blocked_outcomes + Number(isBlocked),
      });
      visitors.resolve(claim.id, { state: 'accepted' });
    },

    hold,

    async refuse(claim, { field, reason }) {
      const failure = { reason, isUnknown: false };
      if (field === undefined || !visitors.beginRefusal(claim.id, field)) {
        await hold(claim, failure);
        return 'held';
      }
      try {
        if (await markRefused(claim, field, reason)) {
          visitors.resolve(claim.id, { state: 'refused', field });
          return 'refused';
        }
        await hold(claim, failure);
        return 'held';
      } catch (error) {
        // The database's fault. Whether the enquiry is stored or refused shows when the visitor repeats the request.
        visitors.resolve(claim.id, { state: 'unconfirmed' });
        counter.changeShard();
        throw error;
      }
    },
  };
}
