import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type CountGroup, dayMs, otherValue } from './count-group.ts';

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
