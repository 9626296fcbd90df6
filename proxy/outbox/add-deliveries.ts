import { type Insertable, type Kysely, sql } from 'kysely';
import type { GroupCommit } from '../database/group-commit.ts';
import { compileOnce, type OutboxDatabase } from '../database/outbox-database.ts';
import type { DeliveryTable, HeldCause, Tables } from '../database/tables.ts';
import {
  acceptsAttachments,
  EnquiryGone,
  encodeContent,
  type NewAttachment,
  type NewDelivery,
  roomLeft,
  type StoredDelivery,
  TooManyAttachments,
} from './deliveries.ts';

/** A delivery that is being added. */
export interface Addition {
  delivery: NewDelivery;
  waitMs: number;
  /** `held`: as a suspect. Default: `waiting`. */
  state?: 'waiting' | 'test' | 'held';
  /** Claims the delivery for this long. Default: it isn't claimed. */
  leaseMs?: number;
}

/** An addition with everything that its row needs; `enquiry` is undefined for an attachment. */
type PreparedAddition = ReturnType<typeof prepareAddition>;

/** Prepares an addition before it shares a transaction with others, so that an error here fails it alone. */
function prepareAddition(addition: Addition) {
  const { delivery, state = 'waiting' } = addition;
  const enquiry = delivery.kind === 'enquiry' ? delivery : undefined;
  return { ...addition, state, content: encodeContent(delivery), enquiry };
}

const countClaims = ({ leaseMs }: Addition) => (leaseMs === undefined ? 0 : 1);
/** The columns of a new delivery's row, except times. */
const columns = {
  kind: ({ delivery }) => delivery.kind,
  // The row has its final state from the first commit on, so a crash can't leave a test or a suspect waiting.
  state: ({ state }) => state,
  held_cause: ({ state }) => (state === 'held' ? ('suspect' satisfies HeldCause) : null),
  route: ({ delivery }) => delivery.route,
  idempotency_key: ({ delivery }) => delivery.idempotency_key,
  digest: ({ delivery }) => delivery.digest,
  reference: ({ delivery }) => delivery.reference,
  content: ({ content }) => content,
  lane: ({ delivery }) => delivery.lane ?? 0,
  fence: countClaims,
  attempts: countClaims,
  suspicion: ({ enquiry }) => enquiry?.suspicion?.signals.join(' ') ?? null,
  suspicion_score: ({ enquiry }) => enquiry?.suspicion?.score ?? null,
  call_back: ({ enquiry }) => enquiry?.call_back ?? null,
  case_type: ({ enquiry }) => enquiry?.case_type ?? null,
  spool_file: ({ delivery }) => (delivery.kind === 'attachment' ? delivery.spool_file : null),
} satisfies Partial<Record<keyof DeliveryTable, (addition: PreparedAddition) => unknown>>;

/** Selects the milliseconds that a visitor may still wait. */
export const selectAwaitedMs = ({ now }: OutboxDatabase) =>
  sql<number>`(respond_by - ${now()})`.as('awaited_ms');

/** Returns a query that inserts deliveries, and returns those whose key was not known yet. */
const compileInsert = (database: OutboxDatabase) =>
  compileOnce<PreparedAddition[], StoredDelivery>((db, value, count) => {
    const { now } = database;
    const toRow = (n: number) => {
      const of = <Value>(read: (addition: PreparedAddition) => Value) =>
        value(additions => read(additions[n]!));
      /** A time this many milliseconds from now; 0 if there are none. */
      const timeIn = (read: (addition: PreparedAddition) => number) =>
        sql<number>`(${now()} + ${of(read)}) * ${of(each => Math.sign(read(each)))}`;
      return {
        ...Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, of<unknown>(read)])),
        settled_at: sql<number>`${now()} * ${of(each => Number(each.state !== 'waiting'))}`,
        due_at: sql<number>`${now()} + ${of(each => each.leaseMs ?? 0)}`,
        lease_until: timeIn(each => each.leaseMs ?? 0),
        created_at: now(),
        respond_by: timeIn(each => Math.max(0, Math.round(each.waitMs))),
      } as unknown as Insertable<DeliveryTable>; // With `columns`, it has all that are required.
    };
    return db
      .insertInto('deliveries')
      .values(Array.from({ length: count }, (_, n) => toRow(n)))
      .onConflict(clash => clash.columns(['route', 'idempotency_key']).doNothing())
      .returningAll()
      .returning(selectAwaitedMs(database));
  });

interface Added {
  row: StoredDelivery;
  isNew: boolean;
}

interface AttachmentAddition extends Addition {
  delivery: NewAttachment;
  maxAttachments: number;
}

export type KeyLookup = ReturnType<typeof createKeyLookup>;

/** Finds deliveries by their keys. */
export function createKeyLookup(database: OutboxDatabase) {
  const selectStored = (from: Kysely<Tables>) =>
    from.selectFrom('deliveries').selectAll().select(selectAwaitedMs(database));
  const findByKey = compileOnce<{ route: string; idempotencyKey: string }, StoredDelivery>((from, value) => {
    const route = value(key => key.route);
    const idempotencyKey = value(key => key.idempotencyKey);
    return selectStored(from).where('route', '=', route).where('idempotency_key', '=', idempotencyKey);
  });
  const selectByKey = async (
    from: Kysely<Tables>,
    route: string,
    idempotencyKey: string,
  ): Promise<StoredDelivery | undefined> => (await findByKey(from, { route, idempotencyKey })).rows[0];
  return { selectStored, selectByKey };
}

/** Returns a function that inserts the deliveries whose key is not known yet. */
function createInsert(database: OutboxDatabase, { selectByKey }: KeyLookup) {
  const insert = compileInsert(database);
  return async (transaction: Kysely<Tables>, additions: PreparedAddition[]): Promise<Added[]> => {
    const { rows: inserted } = await insert(transaction, additions, additions.length);
    const toUniqueKey = (each: { route: string; idempotency_key: string }) =>
      `${each.route} ${each.idempotency_key}`;
    const newRows = new Map(inserted.map(row => [toUniqueKey(row), row]));
    const results: Added[] = [];
    for (const { delivery } of additions) {
      const { route, idempotency_key } = delivery;
      const newRow = newRows.get(toUniqueKey(delivery));
      // The second of two additions with the same key finds the row of the first.
      newRows.delete(toUniqueKey(delivery));
      const row = newRow ?? (await selectByKey(transaction, route, idempotency_key))!;
      results.push({ row, isNew: newRow !== undefined });
    }
    const rings = additions.flatMap(({ enquiry }, n) => (results[n]!.isNew && enquiry?.rings) || []);
    if (rings.length > 0) await transaction.insertInto('rings').values(rings).execute();
    return results;
  };
}

/** Adds deliveries to the outbox. */
export function createDeliveryAdder(
  database: OutboxDatabase,
  { commitInGroups }: GroupCommit,
  lookup: KeyLookup,
) {
  const insertAll = createInsert(database, lookup);
  const insertInGroups = commitInGroups(insertAll);
  const addDelivery = async (addition: Addition) => await insertInGroups(prepareAddition(addition));

  const insertAttachment = async (transaction: Kysely<Tables>, addition: AttachmentAddition) => {
    const { delivery, maxAttachments } = addition;
    const { route, idempotency_key, reference } = delivery;
    const rows = transaction.selectFrom('deliveries').select(['id', 'state', 'held_cause']);
    // Adding an attachment, dropping and purging all lock the enquiry's row first, so they run one after the other.
    const enquiry = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'enquiry')
      .$if(database.isShared, query => query.forUpdate())
      .executeTakeFirst();
    if (!enquiry || !acceptsAttachments(enquiry.state)) return new EnquiryGone();
    const known = await lookup.selectByKey(transaction, route, idempotency_key);
    if (known) return { row: known, isNew: false };
    const attachments = await rows
      .where('reference', '=', reference)
      .where('kind', '=', 'attachment')
      .execute();
    if (roomLeft(attachments, maxAttachments) === 0) return new TooManyAttachments();
    const state = enquiry.state === 'test' ? 'test' : enquiry.held_cause === 'suspect' ? 'held' : 'waiting';
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

  return { addDelivery, addAttachment };
}
