import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { compileForEachCount } from '../database/compiled-query.ts';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { countKey, type EnquiryCountTable, isUnfolded, type Tables } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';

/** The enquiries that are counted together. */
export interface CountGroup {
  site: string;
  case_type: string;
  /** `campaign` and `referer` are empty if the enquiry has none. */
  campaign: string;
  referer: string;
}

/** The value that stands for all values without a count of their own. */
const otherValue = 'other';

export const dayMs = 24 * 3_600_000;

/** Matches most values, which need no cleaning. */
const isPlain = /^[ -~]{0,100}$/;
/** Longer values are cut, because PostgreSQL's indexes are limited to 2,704 bytes a row. */
const maxLength = 100;

/** The group in which an enquiry is counted. Personal data is removed as far as it can be recognised: only the host of an
 * address is kept, and a value that looks like an email address or a phone number becomes `other`. */
export function toCountGroup(
  { case_type, site }: { case_type: string | null; site: string | null },
  body: CreateBody,
): CountGroup {
  return {
    site: toCountValue(site ?? ''),
    case_type: toCountValue(case_type ?? ''),
    campaign: toCountValue(body.marketing_campaign ?? ''),
    referer: toCountValue(hostOf(body.marketing_lead_referer ?? '')),
  };
}

/** Anyone can write a link with any value, so characters that could change how a terminal shows a report are removed. */
function toCountValue(value: string): string {
  if (mayIdentify(value)) return otherValue;
  if (isPlain.test(value)) return value.trim();
  const visible = value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...visible].slice(0, maxLength).join('').trimEnd();
}

/** Whether a value looks like a phone number, or like an email address, whose `@` may be percent-encoded. Ids of
 * campaigns may have as many digits as a phone number, but don't begin with + or 0. */
function mayIdentify(value: string): boolean {
  const text = value.normalize('NFKC');
  if (/@|%(?:25)*40/.test(text)) return true;
  return /^\s*[(+0][\d\s()./-]*$/.test(text) && text.replaceAll(/\D/g, '').length >= 9;
}

/** Returns the host of an address, which may lack its scheme. Returns any other value unchanged. */
function hostOf(value: string): string {
  const address = value.replace(/^(?:\/\/)?(?=(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?[/?#])/i, 'https://');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return value;
  return URL.canParse(address) ? new URL(address).host : otherValue;
}

/** The parts of a stored enquiry that determine how it is counted. */
export interface CountedEnquiry {
  group: CountGroup;
  created_at: number;
}

const createShard = () => randomBytes(6).toString('base64url');

export type EnquiryCounter = ReturnType<typeof createEnquiryCounter>;

/** Counts enquiries in the transaction that stores them. */
export function createEnquiryCounter() {
  const addCounts = createCountAdder();
  let shard = createShard();
  const change = (transaction: Kysely<Tables>, enquiries: CountedEnquiry[], count: 1 | -1) =>
    addCounts(
      transaction,
      enquiries.map(({ group, created_at }) => ({
        ...group,
        day: Math.floor(created_at / dayMs),
        shard,
        count,
      })),
    );
  return {
    /** Counts enquiries that were just inserted. */
    add: (transaction: Kysely<Tables>, enquiries: CountedEnquiry[]) => change(transaction, enquiries, 1),
    /** Takes back what `add` counted. */
    subtract: (transaction: Kysely<Tables>, enquiries: CountedEnquiry[]) =>
      change(transaction, enquiries, -1),
    /** Starts to count in other rows. Call this after a failed transaction: if its connection was lost, PostgreSQL may
     * keep its row locks for seconds, and all further transactions would wait for them. */
    changeShard(): void {
      shard = createShard();
    },
  };
}

/** Returns a function that adds to existing counts and inserts new ones. It sorts the rows, so that transactions that
 * change the same rows lock them in the same order and can't deadlock. */
function createCountAdder() {
  const insert = compileForEachCount<EnquiryCountTable[], unknown>((db, value, count) =>
    db
      .insertInto('enquiry_counts')
      .values(
        Array.from({ length: count }, (_, n) => ({
          day: value(rows => rows[n]!.day),
          shard: value(rows => rows[n]!.shard),
          site: value(rows => rows[n]!.site),
          case_type: value(rows => rows[n]!.case_type),
          campaign: value(rows => rows[n]!.campaign),
          referer: value(rows => rows[n]!.referer),
          count: value(rows => rows[n]!.count),
        })),
      )
      .onConflict(clash =>
        clash.columns([...countKey]).doUpdateSet({
          count: sql<number>`enquiry_counts.count + excluded.count`,
        }),
      ),
  );

  return async (transaction: Kysely<Tables>, counts: EnquiryCountTable[]): Promise<void> => {
    if (counts.length === 0) return;
    const sums = new Map<string, EnquiryCountTable>();
    for (const each of counts) {
      const key = JSON.stringify(countKey.map(column => each[column]));
      sums.set(key, { ...each, count: each.count + (sums.get(key)?.count ?? 0) });
    }
    const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    await insert(transaction, sorted, sorted.length);
  };
}

/** What the rows of a report stand for: days, or the values of a dimension. */
export type ReportDimension = 'day' | keyof CountGroup;

/** The number of enquiries with one value. */
export interface ReportRow {
  /** A day such as `2026-02-01`, or a value of the dimension; empty if the enquiries had none. */
  value: string;
  enquiries: number;
}

/** The number of values of a dimension that have their own count each day. All others count as `other`. */
const maxValuesPerDay = 200;

/** Ranks the values of each day. Folded values come first, so that there are never more of them than allowed. */
const rankValues = (dimension: keyof CountGroup, days: RawBuilder<unknown>) => {
  const column = sql.ref(dimension);
  return sql<{ day: number; value: string; enquiries: number; place: number }>`
    select day, value, enquiries,
      row_number() over (partition by day order by is_other, is_folded desc, enquiries desc, value) as place
    from (
      select day, ${column} as value, cast(sum(count) as bigint) as enquiries,
        case when ${column} = ${sql.lit(otherValue)} then 1 else 0 end as is_other,
        max(case when shard = '' then 1 else 0 end) as is_folded
      from enquiry_counts where ${days} group by day, ${column}
    ) as daily`;
};

/** Counts the enquiries that were accepted since this day (in UTC, in days since 1970), by the values of a dimension.
 * Days are in order; other values are sorted by their counts, `other` last. */
export async function readReport(
  db: Kysely<Tables>,
  dimension: ReportDimension,
  sinceDay: number,
): Promise<ReportRow[]> {
  if (dimension === 'day') {
    const rows = await db
      .selectFrom('enquiry_counts')
      .select(['day', sql<number>`cast(sum(count) as bigint)`.as('enquiries')])
      .where('day', '>=', sinceDay)
      .groupBy('day')
      .having(sql`sum(count)`, '<>', 0)
      .orderBy('day')
      .execute();
    return rows.map(({ day, enquiries }) => ({
      value: new Date(day * dayMs).toISOString().slice(0, 10),
      enquiries,
    }));
  }
  const ranked = rankValues(dimension, sql`day >= ${sinceDay}`);
  const { rows } = await sql<ReportRow>`
    select value, cast(sum(enquiries) as bigint) as enquiries from (
      select enquiries,
        case when place <= ${sql.lit(maxValuesPerDay)} then value else ${sql.lit(otherValue)} end as value
      from (${ranked}) as ranked
    ) as bounded
    group by value having sum(enquiries) <> 0`.execute(db);
  const isOther = ({ value }: ReportRow) => Number(value === otherValue);
  return rows.sort(
    (a, b) => isOther(a) - isOther(b) || b.enquiries - a.enquiries || (a.value < b.value ? -1 : 1),
  );
}

/** The dimensions that can have any number of values, because of links that anyone writes or because of the config. */
const boundedDimensions = ['site', 'campaign', 'referer'] as const;
/** The maximum number of rows per transaction, so that it doesn't block others for long. */
const batchRows = 500;
/** The age in days at which counts are deleted: three years. */
export const keepDays = 1_096;

/** Returns a function that folds the counts of the days (in UTC) that ended more than `ageMs` ago: it sums the counts of
 * all processes, keeps the 200 most frequent values of each dimension, and counts the rest as `other`. It can be
 * interrupted and repeated, and can run in several processes at the same time. */
export function createFolding({ db, now, isShared }: OutboxDatabase, commit: Commit) {
  const addCounts = createCountAdder();

  /** Moves up to `batchRows` counts of a day to its folded rows, and resolves with the number moved. */
  const foldBatch = (day: number, kept: Record<(typeof boundedDimensions)[number], Set<string>>) =>
    commit(async transaction => {
      const batch = await transaction
        .selectFrom('enquiry_counts')
        .selectAll()
        .where('day', '=', day)
        .where(isUnfolded)
        .limit(batchRows)
        // Another process that folds the same rows has locked them and will delete them soon.
        .$if(isShared, query => query.forUpdate().skipLocked())
        .execute();
      if (batch.length === 0) return 0;
      const keys = batch.map(
        row => sql`(${row.shard}, ${row.site}, ${row.case_type}, ${row.campaign}, ${row.referer})`,
      );
      await sql`
        delete from enquiry_counts where day = ${day}
          and (shard, site, case_type, campaign, referer) in (values ${sql.join(keys)})`.execute(transaction);
      const folded = batch.map((row): EnquiryCountTable => {
        const bounded = boundedDimensions.map(dimension => [
          dimension,
          kept[dimension].has(row[dimension]) ? row[dimension] : otherValue,
        ]);
        return { ...row, ...Object.fromEntries(bounded), shard: '' };
      });
      await addCounts(transaction, folded);
      return batch.length;
    });

  async function foldDay(day: number): Promise<void> {
    const kept = { site: new Set<string>(), campaign: new Set<string>(), referer: new Set<string>() };
    for (const dimension of boundedDimensions) {
      const ranked = rankValues(dimension, sql`day = ${day}`);
      const { rows } = await sql<{ value: string }>`
        select value from (${ranked}) as ranked where place <= ${sql.lit(maxValuesPerDay)}`.execute(db);
      kept[dimension] = new Set(rows.map(({ value }) => value));
    }
    while ((await foldBatch(day, kept)) === batchRows);
  }

  return async (ageMs: number): Promise<void> => {
    const { ms } = await db.selectNoFrom(sql<number>`${now()}`.as('ms')).executeTakeFirstOrThrow();
    const unfolded = await db
      .selectFrom('enquiry_counts')
      .select('day')
      .distinct()
      .where(isUnfolded)
      .where('day', '<', Math.floor((ms - ageMs) / dayMs))
      .execute();
    for (const { day } of unfolded) await foldDay(day);
    await commit(transaction =>
      transaction
        .deleteFrom('enquiry_counts')
        .where('day', '<', Math.floor(ms / dayMs) - keepDays)
        .execute(),
    );
  };
}
