import { sql } from 'kysely';
import { dayMs, hourMs } from '../contract/durations.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';

/** What is counted on the way from a form to an enquiry. */
export type FunnelStep = 'served' | 'challenged' | 'accepted' | 'refused';
/** Deliveries are counted by the first of these numbers of seconds in which they were delivered. */
export const deliveryLimits = [5, 60, 600, 3_600, 86_400, Number.POSITIVE_INFINITY] as const;
export type CountedStep = FunnelStep | `delivered ${(typeof deliveryLimits)[number]}`;
export interface HourlyCount {
  /** When the hour began, in milliseconds since 1970. */
  hour: number;
  step: string;
  count: number;
}

const keptMs = 90 * dayMs;

/** The outbox's interface for the counts of each hour, which contain no personal data. Each process counts in memory and adds its
 * counts with its report, so a process that is killed loses those since its last one. */
export function createHourlyCounts({ db, ...database }: OutboxDatabase, commit: Commit) {
  let counts = new Map<string, number>();
  const increase = (key: string, amount: number) => counts.set(key, (counts.get(key) ?? 0) + amount);
  return {
    /** Counts a step. Callers pass only case types and sites of the config, which limits the number of rows. */
    count: (step: CountedStep, caseType: string, site: string): void => {
      increase(JSON.stringify([step, caseType, site]), 1);
    },
    /** Adds to the current hour what was counted since the last call, and deletes what is too old. */
    async write(): Promise<void> {
      const taken = counts;
      counts = new Map();
      if (taken.size === 0) return;
      // The time is read once, because it may change in between.
      const hour = sql<number>`cast(${database.now()} / ${sql.lit(hourMs)} as bigint) * ${sql.lit(hourMs)}`;
      // Processes that lock rows in the same order can't deadlock.
      const rows = [...taken].sort().map(([key, amount]) => {
        const [step, case_type, site] = JSON.parse(key) as [CountedStep, string, string];
        return { hour, step, case_type, site, amount };
      });
      try {
        await commit(async transaction => {
          await transaction
            .insertInto('hourly_counts')
            .values(rows)
            .onConflict(clash =>
              clash
                .columns(['hour', 'step', 'case_type', 'site'])
                .doUpdateSet({ amount: sql<number>`hourly_counts.amount + excluded.amount` }),
            )
            .execute();
          await transaction
            .deleteFrom('hourly_counts')
            .where('hour', '<', timeAgo({ db, ...database }, keptMs))
            .execute();
        });
      } catch (error) {
        for (const [key, amount] of taken) increase(key, amount);
        throw error;
      }
    },
    /** The counts of each hour, the earliest first. Default: of all case types and sites. */
    async list(only: { case_type?: string; site?: string } = {}): Promise<HourlyCount[]> {
      return await db
        .selectFrom('hourly_counts')
        .select(['hour', 'step', ({ fn }) => fn.sum<number>('amount').as('count')])
        .where(({ and }) => and(only))
        .groupBy(['hour', 'step'])
        .orderBy('hour')
        .orderBy('step')
        .execute();
    },
  };
}
