import type { Kysely } from 'kysely';
import { compileOnce } from '../database/compiled-query.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import type { Tables } from '../database/tables.ts';
import type { MetaEntry } from '../enquiry/create-body.ts';
import {
  acceptsAttachments,
  EnquiryGone,
  isKeptBack,
  type NewAttachment,
  type NewEnquiry,
  type StoredDelivery,
  TooManyAttachments,
} from './deliveries.ts';
import { encodeContent } from './delivery-content.ts';
import type { CountedEnquiry, EnquiryCounter } from './enquiry-counter.ts';
import {
  type Addition,
  compileInsert,
  type PreparedAddition,
  prepareAddition,
  selectAwaitedMs,
} from './insert-deliveries.ts';

interface Added {
  row: StoredDelivery;
  isNew: boolean;
}

interface AttachmentAddition extends Addition {
  delivery: NewAttachment;
  maxAttachments: number;
}

/** Adds deliveries to the outbox and finds them again by their keys. */
export function createDeliveryAdder(
  database: OutboxDatabase,
  { commitInGroups }: GroupCommit<Tables>,
  counter: EnquiryCounter,
) {
  const { isShared } = database;
  const selectStored = (from: Kysely<Tables>) =>
    from.selectFrom('deliveries').selectAll().select(selectAwaitedMs(database));
  const findByKey = compileOnce<{ route: string; idempotencyKey: string }, StoredDelivery>((from, value) =>
    selectStored(from)
      .where(
        'route',
        '=',
        value(key => key.route),
      )
      .where(
        'idempotency_key',
        '=',
        value(key => key.idempotencyKey),
      ),
  );
  const selectByKey = async (
    from: Kysely<Tables>,
    route: string,
    idempotencyKey: string,
  ): Promise<StoredDelivery | undefined> => (await findByKey(from, { route, idempotencyKey })).rows[0];
  const insert = compileInsert(database);

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
    // The value comes from the config, so it is the same for all additions.
    const withinMs = additions.find(({ duplicates }) => duplicates)?.duplicates?.withinMs ?? 0;
    const { rows: inserted } = await insert(transaction, { additions, withinMs }, additions.length);
    const toUniqueKey = (each: { route: string; idempotency_key: string }) =>
      `${each.route} ${each.idempotency_key}`;
    const newRows = new Map(inserted.map(row => [toUniqueKey(row), row]));
    const results: Added[] = [];
    const counted: CountedEnquiry[] = [];
    /** The reference of the first of these enquiries with each fingerprint. */
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
    await insertInGroups(prepareAddition(addition)).catch(error => {
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
    return (await insertAll(transaction, [prepareAddition({ ...addition, state })]))[0]!;
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
