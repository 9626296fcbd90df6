import { type Kysely, type SqlBool, sql, type UpdateObject } from 'kysely';
import { type Commit, CommitUnconfirmed } from '../database/group-commit.ts';
import { compileOnce, type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { HeldCause, Tables } from '../database/tables.ts';
import { type Claim, erased } from './deliveries.ts';
import { encodeFailure, type Failure } from './failure.ts';
import { listForErasure } from './spooled-files.ts';
import type { WaitingVisitors } from './waiting-visitors.ts';

/** The failure of an attempt. */
export interface AttemptFailure {
  failure: Failure;
  /** What the enquiry API said. Default: nothing. */
  message?: string | null | undefined;
  /** Whether the enquiry API may have processed the request. */
  isUnknown: boolean;
  /** Since when it has failed in this way. Default: now. */
  since?: number;
}

export interface FailureToHold extends AttemptFailure {
  cause: Exclude<HeldCause, 'suspect'>;
}

/** The end of a claim after a success of the enquiry API. */
type DeliveredEnd =
  | { state: 'delivered' }
  /** The number belongs to the enquiry with the reference `owner`. */
  | { state: 'held'; failure: Failure; owner: string }
  /** Another process has claimed the delivery since. */
  | { state: 'superseded' };

/** The columns of a delivery that nobody has claimed. */
const ended = { lease_until: 0, respond_by: 0 };

/** Changes a claimed delivery and ends the claim, if a condition holds and no other process has claimed it since. Resolves
 * with whether it did. */
async function update(
  transaction: Kysely<Tables>,
  { id, fence }: Claim,
  changes: UpdateObject<Tables, 'deliveries'>,
  // An unconfirmed refusal may have been committed, after which the delivery is a tombstone.
  condition = sql<SqlBool>`state <> 'refused'`,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set({ ...ended, ...changes })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where(condition)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const toFailed = (
  { now }: OutboxDatabase,
  claim: Claim,
  { failure, message = null, isUnknown, since }: AttemptFailure,
) => ({
  failed_at: since ?? now(),
  last_failure: encodeFailure(failure),
  last_message: message,
  unknown_outcomes: claim.unknown_outcomes + Number(isUnknown),
});

const toHeld = (database: OutboxDatabase, claim: Claim, { cause, ...failed }: FailureToHold) => ({
  ...toFailed(database, claim, failed),
  state: 'held' as const,
  held_cause: cause,
  settled_at: database.now(),
});

/** Returns a change that ends a claim after a success of the enquiry API. Holds an enquiry whose number another one has. */
function createDeliver(database: OutboxDatabase) {
  const { now } = database;
  const findOwner = compileOnce<{ id: number; enquiryApiId: number }, { reference: string }>((db, value) => {
    const [id, enquiry_api_id] = [value(each => each.id), value(each => each.enquiryApiId)];
    return db
      .selectFrom('deliveries')
      .select('reference')
      .where('kind', '=', sql.lit('enquiry'))
      .where('enquiry_api_id', '=', enquiry_api_id)
      .where('id', '!=', id);
  });
  const deliver = compileOnce<Pick<Claim, 'id' | 'fence'> & { enquiryApiId: number }, never>((db, value) => {
    const settled = { state: 'delivered', settled_at: now(), ...erased, last_failure: null } as const;
    const enquiry_api_id = value(each => each.enquiryApiId);
    const [id, fence] = [value(each => each.id), value(each => each.fence)];
    return db
      .updateTable('deliveries')
      .set({ ...ended, ...settled, enquiry_api_id, spool_file: null })
      .where('id', '=', id)
      .where('fence', '=', fence);
  });
  return async (transaction: Kysely<Tables>, claim: Claim, enquiryApiId: number): Promise<DeliveredEnd> => {
    const { id, fence, kind } = claim;
    if (kind === 'enquiry') {
      const [other] = (await findOwner(transaction, { id, enquiryApiId })).rows;
      if (other) {
        const parameter = `${enquiryApiId} ${other.reference}`;
        const failure: Failure = { cause: 'responded_with_known_number', parameter };
        const held = toHeld(database, claim, { cause: 'known_number', failure, isUnknown: true });
        const isOurs = await update(transaction, claim, held);
        return isOurs ? { state: 'held', failure, owner: other.reference } : { state: 'superseded' };
      }
    }
    // The claim may name another file, because a copy may have replaced it.
    const files =
      kind === 'attachment'
        ? await transaction
            .selectFrom('deliveries')
            .select('spool_file')
            .where('id', '=', id)
            .where('fence', '=', fence)
            .$if(database.isShared, query => query.forUpdate())
            .execute()
        : [];
    const { numAffectedRows } = await deliver(transaction, { id, fence, enquiryApiId });
    if (numAffectedRows === 0n) return { state: 'superseded' };
    await listForErasure(transaction, files);
    return { state: 'delivered' };
  };
}

/** The ways to end a claim, depending on the enquiry API's response. Each can be repeated if it failed. */
export function createClaimSettler(database: OutboxDatabase, commit: Commit, visitors: WaitingVisitors) {
  const { now } = database;
  const deliver = createDeliver(database);

  /** Ends a claim with a change that does nothing if another process has claimed the delivery since. Ending a claim twice
   * does no harm, so an unconfirmed commit is repeated once: otherwise the response of the enquiry API would be lost. */
  const endOnce = <End>(change: (transaction: Kysely<Tables>) => Promise<End>) =>
    commit(change).catch(error => {
      if (!(error instanceof CommitUnconfirmed)) throw error;
      return commit(change);
    });

  async function hold(claim: Claim, failure: FailureToHold): Promise<boolean> {
    const held = toHeld(database, claim, failure);
    const isOurs = await endOnce(transaction => update(transaction, claim, held));
    visitors.resolve(claim.id, { state: failure.cause === 'infected' ? 'infected' : 'accepted' });
    return isOurs;
  }

  return {
    /** Erases the visitor's data and leaves a tombstone. Holds an enquiry instead if another one has this number, because
     * its files would be attached to the other one. */
    async markDelivered(claim: Claim, enquiryApiId: number): Promise<DeliveredEnd> {
      const end = await endOnce(transaction => deliver(transaction, claim, enquiryApiId));
      if (end.state === 'delivered') visitors.resolve(claim.id, { state: 'delivered', enquiryApiId });
      if (end.state === 'held') visitors.resolve(claim.id, { state: 'accepted' });
      return end;
    },

    /** Makes the delivery due again in `delayMs`. */
    async retry(claim: Claim, { delayMs, ...failed }: AttemptFailure & { delayMs: number }): Promise<void> {
      const changes = { due_at: timeInMs(database, delayMs), ...toFailed(database, claim, failed) };
      await endOnce(transaction => update(transaction, claim, changes));
      visitors.resolve(claim.id, { state: 'accepted' });
    },

    /** Gives back a claim without an attempt. `content`: what is now known of its file, unless a copy has replaced it. */
    async giveBack(claim: Claim, content?: string): Promise<void> {
      const { attempts, unknown_outcomes, spool_file } = claim;
      const scanned = content && { content, last_failure: null };
      const changes = { due_at: now(), attempts: attempts - 1, unknown_outcomes, ...scanned };
      const condition = content === undefined ? undefined : sql<SqlBool>`spool_file = ${spool_file}`;
      await endOnce(transaction => update(transaction, claim, changes, condition));
    },

    /** Holds the delivery for the operator. Resolves with false when another process has claimed it since. */
    hold,

    /** Refuses the delivery when its visitor is still waiting and can correct the field, which has the enquiry API's name
     * here: erases what was sent and leaves a tombstone, so that a repeated request gets the same response. Otherwise
     * holds it. `superseded`: another process has claimed the delivery since, or an earlier call has refused it without
     * confirmation. */
    async refuse(
      claim: Claim,
      { field: sentName, ...failed }: Omit<AttemptFailure, 'isUnknown'> & { field: string | undefined },
    ): Promise<'refused' | 'held' | 'superseded'> {
      const field = sentName === undefined ? undefined : visitors.beginRefusal(claim.id, sentName);
      const endWithHold = async () =>
        (await hold(claim, { cause: 'refused', ...failed, isUnknown: false })) ? 'held' : 'superseded';
      if (field === undefined) return await endWithHold();
      const last_failure = encodeFailure(failed.failure);
      const settled = { state: 'refused', refused_field: field, last_failure, settled_at: now() } as const;
      const isAwaited = sql<SqlBool>`respond_by > ${now()}`;
      try {
        // Not repeated when its commit is unconfirmed: the response asks the visitor's browser to repeat the request, and
        // the row decides the next response.
        if (!(await commit(transaction => update(transaction, claim, { ...settled, ...erased }, isAwaited))))
          return await endWithHold();
        visitors.resolve(claim.id, { state: 'refused', field });
        return 'refused';
      } catch (error) {
        // The database's fault. After an unconfirmed commit, only a repeated request shows whether the enquiry is stored
        // or refused. Otherwise the visitor may still get the refusal, when it is recorded after all.
        if (error instanceof CommitUnconfirmed) visitors.resolve(claim.id, { state: 'unconfirmed' });
        throw error;
      }
    },
  };
}
