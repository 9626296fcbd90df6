import { type Kysely, sql } from 'kysely';
import type { GroupCommit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeInMs } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';
import type { MetaEntry } from '../enquiry/create-body.ts';
import { type CountGroup, toCountGroup } from './count-group.ts';
import {
  acceptsAttachments,
  EnquiryGone,
  isKeptBack,
  type NewAttachment,
  type NewDelivery,
  type NewEnquiry,
  type StoredDelivery,
  TooManyAttachments,
} from './deliveries.ts';
import { encodeContent } from './delivery-content.ts';
import type { CountedEnquiry, EnquiryCounter } from './enquiry-counter.ts';
import { type DuplicateSearch, selectEarlier } from './possible-duplicates.ts';

interface Added {
  row: StoredDelivery;
  isNew: boolean;
}

interface Addition {
  delivery: NewDelivery;
  waitMs: number;
  /** Default: `waiting`. */
  state?: 'waiting' | 'test' | 'quarantined';
}

interface PreparedAddition extends Addition {
  columns: ReturnType<typeof toColumns>;
  /** Undefined for an attachment, a test and a quarantined enquiry, which aren't counted. */
  group: CountGroup | undefined;
  /** Undefined for an attachment and a test. */
  duplicates: DuplicateSearch | undefined;
}

interface AttachmentAddition extends Addition {
  delivery: NewAttachment;
  maxAttachments: number;
}

/** The columns that only an enquiry has. */
const noEnquiry = { fingerprint: null, case_type: null, site: null, suspicion: null, suspicion_score: null };

/** The columns of a new delivery's row, except times. */
function toColumns(delivery: NewDelivery, duplicates?: DuplicateSearch) {
  const { kind, route, idempotency_key, digest, reference } = delivery;
  const key = { kind, route, idempotency_key, digest, reference, content: encodeContent(delivery) };
  return delivery.kind === 'attachment'
    ? { ...key, ...noEnquiry, spool_file: delivery.spool_file }
    : {
        ...key,
        suspicion: delivery.suspicion?.signals.join(' ') ?? null,
        suspicion_score: delivery.suspicion?.score ?? null,
        fingerprint: duplicates?.fingerprint ?? null,
        case_type: delivery.content.case_type,
        site: delivery.site,
        spool_file: null,
      };
}

/** Prepares an addition before it shares a transaction with others, so that an error here fails it alone. */
const prepare = (addition: Addition): PreparedAddition => {
  const { delivery, state = 'waiting' } = addition;
  const enquiry = delivery.kind === 'enquiry' ? delivery : undefined;
  const group = enquiry && !isKeptBack(state) ? toCountGroup(enquiry.content, enquiry.site) : undefined;
  const duplicates = state === 'test' ? undefined : enquiry?.duplicates;
  return { ...addition, columns: toColumns(delivery, duplicates), group, duplicates };
};

/** Adds deliveries to the outbox and finds them again by their keys. */
export function createDeliveryAdder(
  database: OutboxDatabase,
  { commitInGroups }: GroupCommit<Tables>,
  counter: EnquiryCounter,
) {
  const { now, isShared } = database;
  const selectAwaitedMs = () => sql<number>`(respond_by - ${now()})`.as('awaited_ms');
  const selectStored = (from: Kysely<Tables>) =>
    from.selectFrom('deliveries').selectAll().select(selectAwaitedMs);
  const selectByKey = (
    from: Kysely<Tables>,
    route: string,
    idempotencyKey: string,
  ): Promise<StoredDelivery | undefined> =>
    selectStored(from)
      .where('route', '=', route)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();

  /** Adds an entry to the content of an enquiry that was just inserted. */
  const markDuplicate = async (
    transaction: Kysely<Tables>,
    row: StoredDelivery,
    { content: body }: NewEnquiry,
    entry: MetaEntry,
  ) => {
    const content = encodeContent({ kind: 'enquiry', content: { ...body, meta: [...body.meta, entry] } });
    await transaction.updateTable('deliveries').set({ content }).where('id', '=', row.id).execute();
    return { ...row, content };
  };

  /** Inserts and counts the deliveries whose key is not known yet, and marks possible duplicates. */
  const insertAll = async (transaction: Kysely<Tables>, additions: PreparedAddition[]) => {
    // The config determines it, so it is the same for all.
    const withinMs = additions.find(({ duplicates }) => duplicates)?.duplicates?.withinMs ?? 0;
    const inserted = await transaction
      .insertInto('deliveries')
      .values(
        additions.map(({ columns, waitMs, state = 'waiting' }) => ({
          ...columns,
          // From its first commit on, so that no crash can leave a test or a suspect waiting.
          state,
          settled_at: isKeptBack(state) ? now() : 0,
          due_at: now(),
          created_at: now(),
          respond_by: waitMs > 0 ? timeInMs(database, waitMs) : 0,
        })),
      )
      .onConflict(clash => clash.columns(['route', 'idempotency_key']).doNothing())
      .returningAll()
      .returning([selectAwaitedMs, selectEarlier(database, withinMs)])
      .execute();
    const toUniqueKey = (each: { route: string; idempotency_key: string }) =>
      `${each.route} ${each.idempotency_key}`;
    const newRows = new Map(inserted.map(row => [toUniqueKey(row), row]));
    const results: Added[] = [];
    const counted: CountedEnquiry[] = [];
    /** The first of these enquiries by fingerprint. */
    const firsts = new Map<number, string>();
    for (const { delivery, group, duplicates } of additions) {
      const { route, idempotency_key } = delivery;
      const newRow = newRows.get(toUniqueKey(delivery));
      // The second of two additions with the same key finds the row of the first.
      newRows.delete(toUniqueKey(delivery));
      if (!newRow) {
        results.push({ row: (await selectByKey(transaction, route, idempotency_key))!, isNew: false });
        continue;
      }
      const { earlier_reference, ...row } = newRow;
      if (group) counted.push({ group, created_at: row.created_at });
      const earlier = earlier_reference ?? firsts.get(row.fingerprint ?? Number.NaN);
      if (row.fingerprint !== null && row.state === 'waiting' && earlier === undefined)
        firsts.set(row.fingerprint, row.reference);
      const isMarked = delivery.kind === 'enquiry' && duplicates && earlier !== undefined;
      results.push({
        row: isMarked ? await markDuplicate(transaction, row, delivery, duplicates.toEntry(earlier)) : row,
        isNew: true,
      });
    }
    await counter.add(transaction, counted);
    return results;
  };
  const insertInGroups = commitInGroups(insertAll);
  const addDelivery = async (addition: Addition) =>
    await insertInGroups(prepare(addition)).catch(error => {
      counter.changeShard();
      throw error;
    });

  const insertAttachment = async (transaction: Kysely<Tables>, addition: AttachmentAddition) => {
    const { delivery, maxAttachments } = addition;
    const { route, idempotency_key, reference } = delivery;
    const rows = transaction.selectFrom('deliveries').select(['id', 'state']);
    // Adding an attachment, dropping and purging all lock the enquiry's row first, so they run one after the other.
    const enquiry = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'enquiry')
      .$if(isShared, query => query.forUpdate())
      .executeTakeFirst();
    if (!enquiry || !acceptsAttachments(enquiry.state)) return new EnquiryGone();
    const known = await selectByKey(transaction, route, idempotency_key);
    if (known) return { row: known, isNew: false };
    const attachments = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'attachment')
      .execute();
    if (attachments.length >= maxAttachments) return new TooManyAttachments();
    const state = isKeptBack(enquiry.state) ? enquiry.state : 'waiting';
    return (await insertAll(transaction, [prepare({ ...addition, state })]))[0]!;
  };
  /** Errors are returned through the transaction rather than thrown in it, because other additions share it. */
  const insertAttachments = commitInGroups(async (transaction, additions: AttachmentAddition[]) => {
    const results = new Map<AttachmentAddition, Added | Error>();
    // Processes that lock enquiries in the same order can't deadlock.
    const byReference = (a: AttachmentAddition, b: AttachmentAddition) =>
      a.delivery.reference < b.delivery.reference ? -1 : 1;
    for (const addition of additions.toSorted(byReference))
      results.set(addition, await insertAttachment(transaction, addition));
    return additions.map(addition => results.get(addition)!);
  });
  const addAttachment = async (addition: AttachmentAddition): Promise<Added> => {
    const added = await insertAttachments(addition);
    if (added instanceof Error) throw added;
    return added;
  };

  return { selectStored, selectByKey, addDelivery, addAttachment };
}
