import { type Kysely, sql } from 'kysely';
import { dayMs } from '../contract/durations.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import {
  type DeliveryRow,
  type DeliveryState,
  deliveryStates,
  isEnquiry,
  isFailed,
  isQuarantined,
  isSettled,
  isUnsettled,
  type Tables,
} from '../database/tables.ts';
import { decodeFailure, describeFailure } from './failure.ts';

/** The number of deliveries with a kind, a case type and a state. */
export interface QueueDepth {
  kind: DeliveryRow['kind'];
  /** Empty for attachments. */
  case_type: string;
  state: 'waiting' | 'held' | 'quarantined';
  count: number;
  /** The age of the oldest delivery in milliseconds. */
  oldest_ms: number;
}

/** The deliveries of one state. */
export interface StateCount {
  enquiries: number;
  attachments: number;
  /** The age of the oldest one in milliseconds; null if there are none. */
  oldest_ms: number | null;
}

/** The state of the outbox, without visitors' data. */
export interface OutboxStatus extends Record<QueueDepth['state'], StateCount> {
  /** The waiting, held and quarantined deliveries by kind and case type. */
  depth: QueueDepth[];
  /** The enquiries that arrived in the last 24 hours, by their present state. */
  arrived: Record<DeliveryState, number>;
  /** The time since the last delivery in milliseconds; null if there is no tombstone of one. */
  last_delivery_ms: number | null;
  /** The waiting and held deliveries whose last attempt failed after that, by its reason, the most frequent first. */
  failures: { reason: string; count: number }[];
  /** Why waiting deliveries failed whose last failure shows that the enquiry API refuses the login or the address. */
  refused_logins: string[];
}

/** Counts the waiting, held and quarantined deliveries. The files of a held enquiry count as held: they wait for a person. */
export async function readDepth(database: OutboxDatabase): Promise<QueueDepth[]> {
  const { db, now } = database;
  const counts = [
    sql<number>`count(*)`.as('count'),
    sql<number>`(${now()} - min(created_at))`.as('oldest_ms'),
  ] as const;
  const select = db
    .selectFrom('deliveries')
    .select(['kind', 'state', sql<string>`coalesce(case_type, '')`.as('case_type'), ...counts])
    .groupBy(['kind', 'state', 'case_type']);
  // Two queries, because each condition has an index.
  const unsettled = await select.where(isUnsettled).execute();
  const files = unsettled.find(({ kind, state }) => kind === 'attachment' && state === 'waiting');
  const isHeld = unsettled.some(({ kind, state }) => kind === 'enquiry' && state === 'held');
  const rows = [
    ...unsettled.filter(row => row !== files),
    ...(files ? (isHeld ? await divideFiles(database, files) : [files]) : []),
    ...(await select.where(isQuarantined).execute()),
  ];
  // The age is negative when the clock was stepped back.
  return rows.map(row => ({ ...row, oldest_ms: Math.max(0, row.oldest_ms) }) as QueueDepth); // The conditions restrict the state.
}

/** Divides the waiting files into those of held enquiries and the others. Looks only at the former, and at one of the latter,
 * because there may be hundreds of thousands. */
async function divideFiles<Row extends { count: number; oldest_ms: number }>(
  { db, now }: OutboxDatabase,
  all: Row,
) {
  const files = db.selectFrom('deliveries').where('kind', '=', 'attachment').where('state', '=', 'waiting');
  const held = db
    .selectFrom('deliveries')
    .select('reference')
    .where(isUnsettled)
    .where(isEnquiry)
    .where('state', '=', 'held');
  const ofHeld = await files
    .select([sql<number>`count(*)`.as('count'), sql<number>`(${now()} - min(created_at))`.as('oldest_ms')])
    .where('reference', 'in', held)
    .executeTakeFirstOrThrow();
  const oldest = await files
    .select(sql<number>`(${now()} - created_at)`.as('oldest_ms'))
    .where(isUnsettled)
    .where('case_type', 'is', null)
    .where('reference', 'not in', held)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const divided = [
    { ...all, ...ofHeld, state: 'held' },
    { ...all, count: all.count - ofHeld.count, oldest_ms: oldest?.oldest_ms ?? 0 },
  ];
  return divided.filter(({ count }) => count > 0);
}

/** Sums up the deliveries of each state. */
function countKept(depth: QueueDepth[]): Record<QueueDepth['state'], StateCount> {
  const countOf = (state: QueueDepth['state']): StateCount => {
    const own = depth.filter(each => each.state === state);
    const sum = (kind: QueueDepth['kind']) =>
      own.filter(each => each.kind === kind).reduce((total, { count }) => total + count, 0);
    return {
      enquiries: sum('enquiry'),
      attachments: sum('attachment'),
      oldest_ms: own.length > 0 ? Math.max(...own.map(({ oldest_ms }) => oldest_ms)) : null,
    };
  };
  return { waiting: countOf('waiting'), held: countOf('held'), quarantined: countOf('quarantined') };
}

/** Reads the state of the outbox. Reads indexes only, because there may be millions of tombstones. */
export async function readStatus(database: OutboxDatabase): Promise<OutboxStatus> {
  const { db, now } = database;
  const depth = await readDepth(database);
  const arrived = await db
    .selectFrom('deliveries')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where(isEnquiry)
    .where('created_at', '>', timeAgo(database, dayMs))
    .groupBy('state')
    .execute();
  const last = await db
    .selectFrom('deliveries')
    .select(['settled_at', sql<number>`(${now()} - settled_at)`.as('age_ms')])
    .where(isSettled)
    .where('state', '=', 'delivered')
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const failed = await readFailures(db, last?.settled_at ?? 0);
  const failures = Map.groupBy(
    failed.filter(({ is_recent }) => is_recent),
    ({ failure }) => describeFailure(failure),
  );
  return {
    arrived: Object.fromEntries(
      deliveryStates.map(state => [state, arrived.find(each => each.state === state)?.count ?? 0]),
    ) as OutboxStatus['arrived'], // It has all states.
    ...countKept(depth),
    depth,
    last_delivery_ms: last ? Math.max(0, last.age_ms) : null,
    failures: [...failures]
      .map(([reason, rows]) => ({ reason, count: rows.reduce((total, { count }) => total + count, 0) }))
      .sort((a, b) => b.count - a.count),
    refused_logins: [
      ...new Set(failed.filter(isLoginRefused).map(({ failure }) => describeFailure(failure))),
    ],
  };
}

/** Counts the waiting and held deliveries whose last attempt failed. `is_recent`: not before `since`. */
async function readFailures(db: Kysely<Tables>, since: number) {
  const rows = await db
    .selectFrom('deliveries')
    .select([
      'kind',
      'state',
      'last_failure',
      sql<number>`case when failed_at >= ${since} then 1 else 0 end`.as('is_recent'),
      sql<number>`count(*)`.as('count'),
    ])
    .where(isFailed)
    .groupBy(['kind', 'state', 'last_failure', 'is_recent'])
    .execute();
  return rows.map(row => ({ ...row, failure: decodeFailure(row.last_failure)! })); // The condition excludes null.
}

/** Whether every request of this kind would fail for this reason (see the table in docs/delivery-guarantees.md). If
 * another has succeeded since, a firewall may have blocked only this delivery, except with 401. */
function isLoginRefused({ kind, state, failure, is_recent }: CountedFailure): boolean {
  const { cause, status = 0 } = failure;
  if (state !== 'waiting' || cause !== 'responded') return false;
  if (status === 401) return true;
  const isWrongAddress = status === 404 || status === 405 || (status >= 300 && status < 400);
  return is_recent === 1 && (status === 403 || (kind === 'enquiry' && isWrongAddress));
}

type CountedFailure = Awaited<ReturnType<typeof readFailures>>[number];
