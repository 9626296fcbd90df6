import { setTimeout as pause } from 'node:timers/promises';
import { type Expression, type Kysely, sql } from 'kysely';
import type { DeskTexts } from '../contract/languages/desk-texts.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import {
  type DeliveryRow,
  type HeldCause,
  isEnquiry,
  isTest,
  isUnsettled,
  type Tables,
} from '../database/tables.ts';
import { erased } from './deliveries.ts';
import { createHeldEnquiries } from './held-enquiries.ts';
import { readDepth, readStatus } from './outbox-status.ts';
import { listForErasure } from './spooled-files.ts';

/** A delivery as the operator saw it before a command changes it. */
type KnownDelivery = Pick<DeliveryRow, 'id' | 'state'>;

/** The number of enquiries that a search reads at a time. Reading them takes a few milliseconds. */
const batchRows = 500;

export type OperatorQueries = ReturnType<typeof createOperatorQueries>;

/** The outbox's interface for commands, the desk and metrics. Every method that changes something resolves after the commit.
 * `wake` lets this process send what is due then. */
export function createOperatorQueries(
  database: OutboxDatabase,
  { commit, commitInGroups }: GroupCommit,
  wake: () => void,
) {
  const { db, now } = database;
  const dropTogether = commitInGroups(dropEnquiries(database));
  return {
    ...createHeldEnquiries(database),
    /** Deliveries with a state (default: waiting and held) or a reference, the oldest first. */
    list({
      state,
      reference,
    }: Partial<Pick<DeliveryRow, 'state' | 'reference'>> = {}): Promise<DeliveryRow[]> {
      const rows = db.selectFrom('deliveries').selectAll().orderBy('created_at').orderBy('id');
      const wanted = reference === undefined ? rows : rows.where('reference', '=', reference);
      if (state === 'waiting' || state === 'held')
        return wanted.where(isUnsettled).where('state', '=', state).execute();
      if (state !== undefined) return wanted.where('state', '=', state).execute();
      if (reference === undefined) return wanted.where(isUnsettled).execute();
      return wanted.where('state', '!=', 'dropped').execute();
    },
    /** Reads the state of the outbox, with reasons in the language of the texts. `inspect` says what it means. */
    status: (texts?: DeskTexts) => readStatus(database, texts),
    /** Counts the waiting and held deliveries. */
    readDepth: () => readDepth(database),
    /** Makes the waiting deliveries with a reference due now, unless they are in flight. Resolves with them after the
     * commit. */
    makeDue: (reference: string): Promise<DeliveryRow[]> =>
      commit(transaction =>
        transaction
          .updateTable('deliveries')
          .set({ due_at: now(), failed_at: 0 })
          .where('reference', '=', reference)
          .where('state', '=', 'waiting')
          .where('lease_until', '<=', now())
          .returningAll()
          .execute(),
      ),
    /** Makes the deliveries with a reference that are held, with this cause (default: any), wait again, marked if they have
     * unknown outcomes. Resolves with them after the commit. */
    release: (reference: string, cause?: HeldCause): Promise<DeliveryRow[]> =>
      commit(transaction => release(database, transaction, { reference, cause })).finally(wake),
    /** Finds enquiries by their content, unless it is erased: the oldest first. Other requests can be answered meanwhile. */
    async find(matches: (content: string | null) => boolean): Promise<DeliveryRow[]> {
      const enquiries = db.selectFrom('deliveries').where(isEnquiry);
      // Each condition has an index.
      const kept = [isUnsettled, isTest].map(isKept => enquiries.select('id').where(isKept).execute());
      const ids = (await Promise.all(kept)).flat();
      const found: DeliveryRow[] = [];
      for (let start = 0; start < ids.length; start += batchRows) {
        // Always as many, so that there is one statement.
        const batch = Array.from({ length: batchRows }, (_, index) => ids[start + index]?.id ?? 0);
        // The other columns take longer to read than the content.
        const rows = await enquiries.select(['id', 'content']).where('id', 'in', batch).execute();
        const matching = rows.flatMap(({ id, content }) => (matches(content) ? id : []));
        if (matching.length > 0)
          found.push(...(await enquiries.selectAll().where('id', 'in', matching).execute()));
        await pause(1);
      }
      return found.sort((a, b) => a.created_at - b.created_at);
    },
    /** Records the number that an enquiry has at the enquiry API, as if it had just been delivered, or corrects it, and makes
     * its attachments due. Resolves with `taken` if another enquiry has the number, and with `other` if the enquiry is being
     * sent, isn't in the state in which the operator saw it any more, or isn't kept. */
    settle: (known: Pick<DeliveryRow, 'reference' | 'state'>, enquiryApiId: number) =>
      commit(transaction => settle(database, transaction, { ...known, enquiryApiId })).finally(wake),
    /** Deletes an enquiry and its attachments for good and leaves a tombstone of the enquiry. Deletes nothing while any
     * of them is being sent, while a visitor is waiting for the outcome, or if one isn't among `known` in its present
     * state (default: any may be deleted). Enquiries that are dropped at the same time share a transaction. */
    drop: (reference: string, known?: KnownDelivery[]) => dropTogether({ reference, known }),
  };
}

async function release(
  { now, isShared }: OutboxDatabase,
  transaction: Kysely<Tables>,
  { reference, cause }: { reference: string; cause: HeldCause | undefined },
): Promise<DeliveryRow[]> {
  // While an attachment is being added, it waits for this lock and then finds that the enquiry is released.
  if (isShared)
    await transaction
      .selectFrom('deliveries')
      .select('id')
      .where('reference', '=', reference)
      .where('kind', '=', 'enquiry')
      .forUpdate()
      .execute();
  return await transaction
    .updateTable('deliveries')
    .set(({ eb }) => ({
      ...waitingAgain(now()),
      attempts: 0,
      failed_at: 0,
      fence: eb('fence', '+', 1),
      // One unknown outcome is enough to mark the duplicate, and leaves the usual number of further attempts.
      unknown_outcomes: sql<number>`case when unknown_outcomes > 0 then 1 else 0 end`,
    }))
    .where('reference', '=', reference)
    .where('state', '=', 'held')
    .$if(cause !== undefined, query => query.where('held_cause', '=', cause!))
    .returningAll()
    .execute();
}

/** The columns of a delivery that waits again and is due now. */
const waitingAgain = (now: Expression<number>) =>
  ({ state: 'waiting', held_cause: null, settled_at: 0, due_at: now }) as const;

async function settle(
  { now }: OutboxDatabase,
  transaction: Kysely<Tables>,
  known: Pick<DeliveryRow, 'reference' | 'state'> & { enquiryApiId: number },
): Promise<{ kind: 'settled' | 'other' } | { kind: 'taken'; owner: string }> {
  const { reference, state, enquiryApiId: enquiry_api_id } = known;
  const taken = await transaction
    .selectFrom('deliveries')
    .select('reference')
    .where(isEnquiry)
    .where('enquiry_api_id', '=', enquiry_api_id)
    .executeTakeFirst();
  if (taken) return { kind: 'taken', owner: taken.reference };
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set(({ eb }) => ({
      state: 'delivered',
      enquiry_api_id,
      ...erased,
      last_failure: null,
      settled_at: now(),
      failed_at: now(),
      // A process whose lease has ended must not change it any more.
      fence: eb('fence', '+', 1),
    }))
    .where('reference', '=', reference)
    .where(isEnquiry)
    .where('state', '=', state)
    .where('state', 'in', ['waiting', 'held', 'delivered'])
    .where('lease_until', '<=', now())
    .where('respond_by', '<=', now())
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return { kind: 'other' };
  await transaction
    .updateTable('deliveries')
    .set(waitingAgain(now()))
    .where('reference', '=', reference)
    .where('kind', '=', 'attachment')
    .where(isUnsettled)
    .execute();
  return { kind: 'settled' };
}

/** Drops enquiries with a few statements, however many there are. In the results, `dropped` lists all deliveries with the
 * reference, or is empty when the deliveries in `inFlight` or `changed` prevented the drop. */
const dropEnquiries =
  ({ now, isShared }: OutboxDatabase) =>
  async (
    transaction: Kysely<Tables>,
    enquiries: { reference: string; known: KnownDelivery[] | undefined }[],
  ) => {
    const isInFlight = sql<number>`case when lease_until > ${now()} or respond_by > ${now()} then 1 else 0 end`;
    const wanted = enquiries.map(({ reference }) => reference);
    const selectOf = (kind: DeliveryRow['kind']) =>
      transaction
        .selectFrom('deliveries')
        .selectAll()
        .select(isInFlight.as('in_flight'))
        .where('reference', 'in', wanted)
        .where('kind', '=', kind)
        .orderBy('id')
        .$if(isShared, query => query.forUpdate())
        .execute();
    // The enquiries' rows come first: an attachment that is being added waits for its enquiry's row, then finds it gone.
    const enquiryRows = await selectOf('enquiry');
    const rows = Map.groupBy([...(await selectOf('attachment')), ...enquiryRows], row => row.reference);
    const ended = new Set<string>();
    const results = enquiries.map(({ reference, known }) => {
      const own = rows.get(reference) ?? [];
      // Somebody else drops the same enquiry at the same time.
      if (ended.has(reference))
        return {
          dropped: [],
          inFlight: [],
          changed: own.map(row => ({ ...row, state: 'dropped' as const })),
        };
      const inFlight = own.filter(row => row.in_flight);
      const changed = own.filter(({ id, state }) =>
        known?.every(each => each.id !== id || each.state !== state),
      );
      if (inFlight.length + changed.length > 0) return { dropped: [], inFlight, changed };
      ended.add(reference);
      return { dropped: own, inFlight, changed };
    });
    const dropped = results.flatMap(result => result.dropped);
    if (dropped.length === 0) return results;
    await listForErasure(transaction, dropped);
    const references = [...new Set(dropped.map(({ reference }) => reference))];
    await transaction
      .deleteFrom('deliveries')
      .where('reference', 'in', references)
      .where('kind', '=', 'attachment')
      .execute();
    await transaction
      .updateTable('deliveries')
      .set(({ eb }) => ({
        state: 'dropped',
        ...erased,
        last_failure: null,
        refused_field: null,
        settled_at: now(),
        // A process whose lease has ended must not change it any more.
        fence: eb('fence', '+', 1),
      }))
      .where('reference', 'in', references)
      .execute();
    return results;
  };
