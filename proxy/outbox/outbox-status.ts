import { sql } from 'kysely';
import { dayMs } from '../contract/durations.ts';
import type { DeskTexts } from '../contract/languages/desk-texts.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';
import {
  type DeliveryRow,
  type DeliveryState,
  deliveryStates,
  type HeldCause,
  heldCauses,
  isEnquiry,
  isFailed,
  isSettled,
  isUnsettled,
} from '../database/tables.ts';
import { decodeFailure, describeFailure, refusesLogin } from './failure.ts';

/** The deliveries of one state, and the age of the oldest one in milliseconds; null if there are none. */
export type StateCount = ReturnType<typeof sumUp>;

/** The state of the outbox, without visitors' data. */
export type OutboxStatus = Awaited<ReturnType<typeof readStatus>>;

/** How many deliveries there are, and the age of the oldest in milliseconds. */
const selectCounts = ({ now }: OutboxDatabase) =>
  [sql<number>`count(*)`.as('count'), sql<number>`(${now()} - min(created_at))`.as('oldest_ms')] as const;

/** Counts the waiting and held deliveries by kind, state, cause and case type, which is empty for attachments. The files of a held
 * enquiry count as held: they wait for a person. */
export async function readDepth(database: OutboxDatabase) {
  const rows = await database.db
    .selectFrom('deliveries')
    .select(['kind', 'state', 'held_cause', sql<string>`coalesce(case_type, '')`.as('case_type')])
    .select(selectCounts(database))
    .where(isUnsettled)
    .groupBy(['kind', 'state', 'held_cause', 'case_type'])
    .$narrowType<{ state: 'waiting' | 'held' }>()
    .execute();
  const files = rows.find(({ kind, state }) => kind === 'attachment' && state === 'waiting');
  const causes = rows.flatMap(({ kind, held_cause }) => (kind === 'enquiry' && held_cause) || []);
  const depth = [
    ...rows.filter(row => row !== files),
    ...(files ? await divideFiles(database, files, new Set(causes)) : []),
  ];
  // The age is negative when the clock was stepped back.
  return depth.map(row => ({ ...row, oldest_ms: Math.max(0, row.oldest_ms) }));
}

/** Divides the waiting files into those of enquiries that are held for these causes, and the others. Looks only at the former,
 * and at one of the latter, because there may be hundreds of thousands. */
async function divideFiles<Row extends { count: number; oldest_ms: number }>(
  database: OutboxDatabase,
  all: Row,
  causes: Set<HeldCause>,
) {
  const { db, now } = database;
  causes.delete('suspect'); // Its files are held themselves.
  if (causes.size === 0) return [all];
  const files = db.selectFrom('deliveries').where('kind', '=', 'attachment').where('state', '=', 'waiting');
  const held = db
    .selectFrom('deliveries')
    .select('reference')
    .where(isUnsettled)
    .where(isEnquiry)
    .where('state', '=', 'held');
  const divided: Row[] = [];
  let left = all.count;
  for (const held_cause of causes) {
    const counted = await files
      .select(selectCounts(database))
      .where('reference', 'in', held.where('held_cause', '=', held_cause))
      .executeTakeFirstOrThrow();
    divided.push({ ...all, ...counted, state: 'held', held_cause });
    left -= counted.count;
  }
  const oldest = await files
    .select(sql<number>`(${now()} - created_at)`.as('oldest_ms'))
    .where(isUnsettled)
    .where('held_cause', 'is', null)
    .where('case_type', 'is', null)
    .where('reference', 'not in', held.where('held_cause', '!=', 'suspect'))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  divided.push({ ...all, count: left, oldest_ms: oldest?.oldest_ms ?? 0 });
  return divided.filter(({ count }) => count > 0);
}

/** Sums up deliveries. */
function sumUp(depth: Pick<CountedFailure, 'kind' | 'count' | 'oldest_ms'>[]) {
  const sum = (wanted: DeliveryRow['kind']) =>
    depth.filter(({ kind }) => kind === wanted).reduce((total, { count }) => total + count, 0);
  return {
    enquiries: sum('enquiry'),
    attachments: sum('attachment'),
    oldest_ms: depth.length > 0 ? Math.max(0, ...depth.map(({ oldest_ms }) => oldest_ms)) : null,
  };
}

/** Reads the state of the outbox, with reasons in the language of the texts (default: English). Reads indexes only, because there
 * may be millions of tombstones. */
export async function readStatus(database: OutboxDatabase, texts?: DeskTexts) {
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
  const failed = await readFailures(database, last?.settled_at ?? 0, texts);
  const waiting = failed.filter(
    ({ state, failure }) =>
      state === 'waiting' && !['file_unreadable', 'not_scanned'].includes(failure.cause),
  );
  return {
    /** The enquiries that arrived in the last 24 hours, by their present state. */
    arrived: Object.fromEntries(
      deliveryStates.map(state => [state, arrived.find(each => each.state === state)?.count ?? 0]),
    ) as Record<DeliveryState, number>, // It has all states.
    waiting: sumUp(depth.filter(({ state }) => state === 'waiting')),
    held: sumUp(depth.filter(({ state }) => state === 'held')),
    /** The held deliveries by their causes. */
    held_causes: heldCauses.flatMap(cause => {
      const own = depth.filter(({ held_cause }) => held_cause === cause);
      return own.length > 0 ? [{ cause, ...sumUp(own) }] : [];
    }),
    /** The waiting and held deliveries by kind, case type and cause. */
    depth,
    /** The time since the last delivery in milliseconds; null if there is no tombstone of one. */
    last_delivery_ms: last ? Math.max(0, last.age_ms) : null,
    /** The waiting and held deliveries whose last attempt failed after that, by its reason, the most frequent first. */
    failures: groupByReason(failed.filter(({ is_recent }) => is_recent)),
    /** The waiting deliveries whose last attempt failed, with the most frequent reason; null if there are none. */
    failing: waiting.length > 0 ? { ...sumUp(waiting), reason: groupByReason(waiting)[0]!.reason } : null,
    /** The waiting files that the scanner hasn't scanned, and the held ones in which it has found something, by reason. */
    unscanned: groupByReason(failed.filter(is('waiting', 'not_scanned'))),
    infected: groupByReason(failed.filter(is('held', 'infected'))),
    /** Why waiting deliveries failed whose last failure shows that the enquiry API refuses the login or the address. */
    refused_logins: [...new Set(failed.filter(isLoginRefused).map(({ reason }) => reason))],
  };
}

/** Counts the waiting and held deliveries whose last attempt failed. `is_recent`: not before `since`. */
async function readFailures(database: OutboxDatabase, since: number, texts?: DeskTexts) {
  const rows = await database.db
    .selectFrom('deliveries')
    .select(['kind', 'state', 'last_failure', ...selectCounts(database)])
    .select(sql<number>`case when failed_at >= ${since} then 1 else 0 end`.as('is_recent'))
    .select(sql<number>`(${database.now()} - min(failed_at))`.as('since_ms'))
    .where(isFailed)
    .groupBy(['kind', 'state', 'last_failure', 'is_recent'])
    .execute();
  return rows.map(row => {
    const failure = decodeFailure(row.last_failure)!; // The condition excludes null.
    return { ...row, failure, reason: describeFailure(failure, texts) };
  });
}

/** Whether every request of this kind would fail for this reason (see the table in docs/delivery-guarantees.md). If
 * another has succeeded since, a firewall may have blocked only this delivery, except with 401. */
function isLoginRefused({ kind, state, failure, is_recent }: CountedFailure): boolean {
  if (state !== 'waiting' || !refusesLogin(failure)) return false;
  return failure.status === 401 || (is_recent === 1 && (failure.status === 403 || kind === 'enquiry'));
}

const is = (state: DeliveryState, cause: string) => (failed: CountedFailure) =>
  failed.state === state && failed.failure.cause === cause;

/** The reasons of failures, the most frequent first, each with the time since its first failure in milliseconds. */
const groupByReason = (failed: CountedFailure[]) =>
  [...Map.groupBy(failed, ({ reason }) => reason)]
    .map(([reason, rows]) => ({
      reason,
      count: rows.reduce((total, { count }) => total + count, 0),
      since_ms: Math.max(0, ...rows.map(({ since_ms }) => since_ms)),
    }))
    .sort((a, b) => b.count - a.count);

type CountedFailure = Awaited<ReturnType<typeof readFailures>>[number];
