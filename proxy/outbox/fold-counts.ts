import { sql } from 'kysely';
import type { Commit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { type EnquiryCountTable, isUnfolded, type Tables } from '../database/tables.ts';
import { dayMs, otherValue } from './count-group.ts';
import { maxValuesPerDay, rankValues } from './count-report.ts';
import { createCountAdder } from './enquiry-counter.ts';

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
