import { type Kysely, sql, type UpdateObject } from 'kysely';
import { type Commit, CommitUnconfirmed } from '../database/group-commit.ts';
import { compileOnce, type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';
import { type Claim, erased } from './deliveries.ts';
import { encodeFailure, type Failure } from './failure.ts';
import { listForErasure } from './spooled-files.ts';
import type { WaitingVisitors } from './waiting-visitors.ts';

/** The failure of an attempt. */
export interface AttemptFailure {
  failure: Failure;
  /** Whether the enquiry API may have processed the request. */
  isUnknown: boolean;
}

export interface FailureToRetry extends AttemptFailure {
  delayMs: number;
  /** The time before which not even a probe sends it. Default: 0. */
  minDelayMs?: number;
}

/** The end of a claim after a success of the enquiry API. */
type DeliveredEnd =
  | { state: 'delivered' }
  /** The number belongs to the enquiry with the reference `owner`. */
  | { state: 'held'; failure: Failure; owner: string }
  /** Another process has claimed the delivery since. */
  | { state: 'superseded' };

/** The pause before a postponed attempt is considered again, and the longest time since the last failure for which it is
 * postponed. */
const postponeMs = 60_000;
const maxPostponeMs = 60 * 60_000;

/** The columns of a delivery that nobody has claimed. */
const ended = { lease_until: 0, respond_by: 0 };

/** The ways to end a claim, depending on the enquiry API's response. Each can be repeated if it failed. */
export function createClaimSettler(database: OutboxDatabase, commit: Commit, visitors: WaitingVisitors) {
  const { now, isShared } = database;

  const deliver = compileOnce<{ claim: Claim; enquiryApiId: number }, never>((db, value) => {
    const id = value(({ claim }) => claim.id);
    const fence = value(({ claim }) => claim.fence);
    const enquiry_api_id = value(({ enquiryApiId }) => enquiryApiId);
    const settled = { state: 'delivered', settled_at: now(), ...erased, last_failure: null } as const;
    return db
      .updateTable('deliveries')
      .set({ ...ended, ...settled, enquiry_api_id, spool_file: null })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where(({ or, not, exists, eb, selectFrom }) => {
        const withSameNumber = selectFrom('deliveries as other')
          .select('other.id')
          .where('other.kind', '=', sql.lit('enquiry'))
          .where('other.enquiry_api_id', '=', enquiry_api_id)
          .where('other.id', '!=', id);
        return or([eb('kind', '=', sql.lit('attachment')), not(exists(withSameNumber))]);
      });
  });

  /** Ends a claim with a change that does nothing if another process has claimed the delivery since. Ending a claim
   * twice does no harm, so an unconfirmed commit is repeated once: otherwise the response of the enquiry API would be
   * lost. */
  async function endOnce<End>(change: (transaction: Kysely<Tables>) => Promise<End>): Promise<End> {
    try {
      return await commit(change);
    } catch (error) {
      if (!(error instanceof CommitUnconfirmed)) throw error;
      return await commit(change);
    }
  }

  const update = async (
    transaction: Kysely<Tables>,
    { id, fence }: Claim,
    changes: UpdateObject<Tables, 'deliveries'>,
  ) => {
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set({ ...ended, ...changes })
      .where('id', '=', id)
      .where('fence', '=', fence)
      // An unconfirmed refusal may have been committed, after which the delivery is a tombstone.
      .where('state', '!=', 'refused')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  };
  const toHeld = (claim: Claim, { failure, isUnknown }: AttemptFailure) => ({
    state: 'held' as const,
    last_failure: encodeFailure(failure),
    failed_at: now(),
    settled_at: now(),
    unknown_outcomes: claim.unknown_outcomes + Number(isUnknown),
  });

  async function hold(claim: Claim, failure: AttemptFailure): Promise<boolean> {
    const isOurs = await endOnce(transaction => update(transaction, claim, toHeld(claim, failure)));
    visitors.resolve(claim.id, { state: 'accepted' });
    return isOurs;
  }

  /** Holds an enquiry whose number another enquiry has. Resolves with undefined if none has it. */
  async function holdDuplicateNumber(
    transaction: Kysely<Tables>,
    claim: Claim,
    enquiryApiId: number,
  ): Promise<DeliveredEnd | undefined> {
    const other = await transaction
      .selectFrom('deliveries')
      .select('reference')
      .where('kind', '=', sql.lit('enquiry'))
      .where('enquiry_api_id', '=', enquiryApiId)
      .where('id', '!=', claim.id)
      .executeTakeFirst();
    if (!other) return undefined;
    const parameter = `${enquiryApiId} of ${other.reference}`;
    const failure: Failure = { cause: 'responded_with_known_number', parameter };
    const isOurs = await update(transaction, claim, toHeld(claim, { failure, isUnknown: true }));
    return isOurs ? { state: 'held', failure, owner: other.reference } : undefined;
  }

  /** Refuses an enquiry while its visitor can still be waiting; resolves with false after that. Not repeated when its
   * commit is unconfirmed: the response asks the visitor's browser to repeat the request, and the row decides the next
   * response. */
  const markRefused = (claim: Claim, field: string, failure: Failure) =>
    commit(async transaction => {
      const { numUpdatedRows } = await transaction
        .updateTable('deliveries')
        .set({
          state: 'refused',
          ...erased,
          refused_field: field,
          last_failure: encodeFailure(failure),
          settled_at: now(),
          ...ended,
        })
        .where('id', '=', claim.id)
        .where('fence', '=', claim.fence)
        .where('respond_by', '>', now())
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });

  return {
    /** Erases the visitor's data and leaves a tombstone. Holds an enquiry instead if another one has this number, because
     * its files would be attached to the other one. */
    async markDelivered(claim: Claim, enquiryApiId: number): Promise<DeliveredEnd> {
      const end = await endOnce(async (transaction): Promise<DeliveredEnd> => {
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
        if (numAffectedRows === 0n) {
          const held =
            claim.kind === 'enquiry'
              ? await holdDuplicateNumber(transaction, claim, enquiryApiId)
              : undefined;
          return held ?? { state: 'superseded' };
        }
        await listForErasure(transaction, files);
        return { state: 'delivered' };
      });
      if (end.state === 'delivered') visitors.resolve(claim.id, { state: 'delivered', enquiryApiId });
      if (end.state === 'held') visitors.resolve(claim.id, { state: 'accepted' });
      return end;
    },

    /** Makes the delivery due again in `delayMs`; a probe may send it after `minDelayMs`. */
    async retry(
      claim: Claim,
      { failure, isUnknown, delayMs, minDelayMs = 0 }: FailureToRetry,
    ): Promise<void> {
      const changes = {
        due_at: timeInMs(database, delayMs),
        retry_from: timeInMs(database, minDelayMs),
        failed_at: now(),
        last_failure: encodeFailure(failure),
        unknown_outcomes: claim.unknown_outcomes + Number(isUnknown),
      };
      await endOnce(transaction => update(transaction, claim, changes));
      visitors.resolve(claim.id, { state: 'accepted' });
    },

    /** Gives back a claim without an attempt, to be considered again in a minute. Does nothing and resolves with false
     * if the last attempt failed over an hour ago. */
    postpone: (claim: Claim): Promise<boolean> =>
      endOnce(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({
            ...ended,
            due_at: timeInMs(database, postponeMs),
            retry_from: timeInMs(database, postponeMs),
            attempts: claim.attempts - 1,
          })
          .where('id', '=', claim.id)
          .where('fence', '=', claim.fence)
          .where('failed_at', '>', timeInMs(database, -maxPostponeMs))
          .executeTakeFirstOrThrow();
        return numUpdatedRows > 0n;
      }),

    /** Holds the delivery for the operator. Resolves with false when another process has claimed it since. */
    hold,

    /** Refuses the delivery when its visitor is still waiting and can correct the field, which has the enquiry API's name
     * here: erases what was sent and leaves a tombstone, so that a repeated request gets the same response. Otherwise
     * holds it. `superseded`: another process has claimed the delivery since, or an earlier call has refused it without
     * confirmation. */
    async refuse(
      claim: Claim,
      { field, failure }: { field: string | undefined; failure: Failure },
    ): Promise<'refused' | 'held' | 'superseded'> {
      const ownField = field === undefined ? undefined : visitors.beginRefusal(claim.id, field);
      if (ownField === undefined) {
        return (await hold(claim, { failure, isUnknown: false })) ? 'held' : 'superseded';
      }
      try {
        if (await markRefused(claim, ownField, failure)) {
          visitors.resolve(claim.id, { state: 'refused', field: ownField });
          return 'refused';
        }
        return (await hold(claim, { failure, isUnknown: false })) ? 'held' : 'superseded';
      } catch (error) {
        // The database's fault. After an unconfirmed commit, only a repeated request shows whether the enquiry is stored
        // or refused. Otherwise the visitor may still get the refusal, when it is recorded after all.
        if (error instanceof CommitUnconfirmed) visitors.resolve(claim.id, { state: 'unconfirmed' });
        throw error;
      }
    },
  };
}
