import { sql } from 'kysely';
import { dayMs, hourMs } from '../contract/durations.ts';
import type { Commit } from '../database/group-commit.ts';
import { type OutboxDatabase, timeAgo } from '../database/outbox-database.ts';

/** What is counted on the way from a form to an enquiry. `blocked`: a page of the site couldn't send the enquiry, so that its visitor
 * sent it from the form's own page. */
export type FunnelStep = 'served' | 'challenged' | 'accepted' | 'refused' | 'blocked';
/** Deliveries are counted by the first of these numbers of seconds in which they were delivered. */
export const deliveryLimits = [5, 60, 600, 3_600, 86_400, Number.POSITIVE_INFINITY] as const;
export type CountedStep = FunnelStep | `delivered ${(typeof deliveryLimits)[number]}`;
export interface HourlyCount {
  /** When the hour began, in milliseconds since 1970. */
  hour: number;
  step: string;
  count: number;
}

/** A site with a page that couldn't send. */
export interface BlockingPage {
  /** One of the config's `origins`. */
  origin: string;
  /** The time since the hour in which that was last counted, in milliseconds. */
  noted_ms: number;
}

const keptMs = 90 * dayMs;
/** A visitor's browser or network may have been the cause, so a page is no finding any more if no other enquiry follows. */
const blockingMs = 7 * dayMs;
/** Whoever has put these right sees the others. */
const maxBlocking = 50;

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
    /** The sites of the last week with a page that can't send; the latest ones, if there are many. */
    async listBlocking(): Promise<BlockingPage[]> {
      const latest = await db
        .selectFrom('hourly_counts')
        .select(['site as origin', sql<number>`(${database.now()} - max(hour))`.as('noted_ms')])
        .where('step', '=', 'blocked')
        .where('hour', '>', timeAgo({ db, ...database }, blockingMs))
        .groupBy('site')
        .orderBy('noted_ms')
        .limit(maxBlocking)
        .execute();
      return latest.sort((a, b) => (a.origin < b.origin ? -1 : 1));
    },
    /** Forgets a site whose page can send again. */
    async forgetBlocking(site: string): Promise<void> {
      await commit(transaction =>
        transaction
          .deleteFrom('hourly_counts')
          .where('step', '=', 'blocked')
          .where('site', '=', site)
          .execute(),
      );
    },
    /** The counts of each hour, the earliest first. Default: of all hours, case types and sites. */
    async list(only: { case_type?: string; site?: string } = {}, forMs?: number): Promise<HourlyCount[]> {
      return await db
        .selectFrom('hourly_counts')
        .select(['hour', 'step', ({ fn }) => fn.sum<number>('amount').as('count')])
        .where(({ and }) => and(only))
        .$if(forMs !== undefined, query => query.where('hour', '>', timeAgo({ db, ...database }, forMs!)))
        .groupBy(['hour', 'step'])
        .orderBy('hour')
        .orderBy('step')
        .execute();
    },
  };
}
