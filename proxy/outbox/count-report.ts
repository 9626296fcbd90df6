import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type EnquiryCountTable, isUnfolded, type Tables } from '../database/tables.ts';
import { type CountGroup, createCountAdder, dayMs, otherValue } from './enquiry-counter.ts';

/** What the rows of a report stand for: days, or the values of a dimension. */
export type ReportDimension = 'day' | keyof CountGroup;

/** The number of enquiries with one value. */
export interface ReportRow {
  /** A day such as `2026-02-01`, or a value of the dimension; empty if the enquiries had none. */
  value: string;
  enquiries: number;
}

/** The number of values of a dimension that have their own count each day. All others count as `other`. */
export const maxValuesPerDay = 200;

/** Ranks the values of each day. Folded values come first, so that there are never more of them than allowed. */
export const rankValues = (dimension: keyof CountGroup, days: RawBuilder<unknown>) => {
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
export function createFolding({ db, now, isShared }: OutboxDatabase, commit: Commit<Tables>) {
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
