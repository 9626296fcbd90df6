import { type Insertable, sql } from 'kysely';
import { compileForEachCount } from '../database/compiled-query.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import type { DeliveryTable } from '../database/tables.ts';
import { type CountGroup, toCountGroup } from './count-group.ts';
import { isKeptBack, type NewDelivery, type StoredDelivery } from './deliveries.ts';
import { encodeContent } from './delivery-content.ts';
import { type DuplicateSearch, selectEarlier } from './possible-duplicates.ts';

/** A delivery that is being added. */
export interface Addition {
  delivery: NewDelivery;
  waitMs: number;
  /** Default: `waiting`. */
  state?: 'waiting' | 'test' | 'quarantined';
  /** Claims the delivery for this long. Default: it isn't claimed. */
  leaseMs?: number;
}

/** An addition and the columns of its row, except the times. */
export interface PreparedAddition extends Addition {
  columns: ReturnType<typeof toColumns>;
  isKeptBack: boolean;
  /** Undefined for an attachment, a test and a quarantined enquiry, which aren't counted. */
  group: CountGroup | undefined;
  /** Undefined for an attachment and a test. */
  duplicates: DuplicateSearch | undefined;
}

/** The columns that only an enquiry has. */
const noEnquiry = { fingerprint: null, case_type: null, site: null, suspicion: null, suspicion_score: null };

/** The columns of a new delivery's row, except times. */
function toColumns({ delivery, state = 'waiting', leaseMs }: Addition, duplicates?: DuplicateSearch) {
  const { kind, route, idempotency_key, digest, reference } = delivery;
  const claims = leaseMs === undefined ? 0 : 1;
  const all = {
    kind,
    // The row has its final state from the first commit on, so a crash can't leave a test or a suspect waiting.
    state,
    route,
    idempotency_key,
    digest,
    reference,
    content: encodeContent(delivery),
    fence: claims,
    attempts: claims,
  };
  return delivery.kind === 'attachment'
    ? { ...all, ...noEnquiry, spool_file: delivery.spool_file }
    : {
        ...all,
        suspicion: delivery.suspicion?.signals.join(' ') ?? null,
        suspicion_score: delivery.suspicion?.score ?? null,
        fingerprint: duplicates?.fingerprint ?? null,
        case_type: delivery.content.case_type,
        site: delivery.site,
        spool_file: null,
      };
}

/** Prepares an addition before it shares a transaction with others, so that an error here fails it alone. */
export const prepareAddition = (addition: Addition): PreparedAddition => {
  const { delivery, state = 'waiting' } = addition;
  const enquiry = delivery.kind === 'enquiry' ? delivery : undefined;
  const group = enquiry && !isKeptBack(state) ? toCountGroup(enquiry.content, enquiry.site) : undefined;
  const duplicates = state === 'test' ? undefined : enquiry?.duplicates;
  const columns = toColumns(addition, duplicates);
  return { ...addition, columns, isKeptBack: isKeptBack(state), group, duplicates };
};

/** The columns whose values `toColumns` determines. */
const columnNames = [
  'kind',
  'state',
  'route',
  'idempotency_key',
  'digest',
  'reference',
  'content',
  'fence',
  'attempts',
  'suspicion',
  'suspicion_score',
  'fingerprint',
  'case_type',
  'site',
  'spool_file',
] as const satisfies (keyof ReturnType<typeof toColumns>)[];

/** An inserted row, and the reference of an earlier enquiry with the same content. */
type NewRow = StoredDelivery & { earlier_reference: string | null };

/** Selects the milliseconds that a visitor may still wait. */
export const selectAwaitedMs = ({ now }: OutboxDatabase) =>
  sql<number>`(respond_by - ${now()})`.as('awaited_ms');

/** Returns a query that inserts deliveries, and returns those whose key was not known yet. */
export const compileInsert = (database: OutboxDatabase) =>
  compileForEachCount<{ additions: PreparedAddition[]; withinMs: number }, NewRow>((db, value, count) => {
    const { now } = database;
    const toRow = (n: number) => {
      const of = <Value>(read: (addition: PreparedAddition) => Value) =>
        value(({ additions }) => read(additions[n]!));
      /** A time this many milliseconds from now; 0 if there are none. */
      const timeIn = (read: (addition: PreparedAddition) => number) =>
        sql<number>`(${now()} + ${of(read)}) * ${of(each => Math.sign(read(each)))}`;
      return {
        ...Object.fromEntries(columnNames.map(name => [name, of(each => each.columns[name])])),
        settled_at: sql<number>`${now()} * ${of(each => Number(each.isKeptBack))}`,
        due_at: sql<number>`${now()} + ${of(each => each.leaseMs ?? 0)}`,
        lease_until: timeIn(each => each.leaseMs ?? 0),
        created_at: now(),
        respond_by: timeIn(each => Math.max(0, Math.round(each.waitMs))),
      } as unknown as Insertable<DeliveryTable>; // It has the columns of `toColumns`.
    };
    return db
      .insertInto('deliveries')
      .values(Array.from({ length: count }, (_, n) => toRow(n)))
      .onConflict(clash => clash.columns(['route', 'idempotency_key']).doNothing())
      .returningAll()
      .returning([
        selectAwaitedMs(database),
        selectEarlier(
          database,
          value(({ withinMs }) => withinMs),
        ),
      ]);
  });
