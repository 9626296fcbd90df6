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
type HourlyCount = Awaited<ReturnType<ReturnType<typeof createHourlyCounts>['list']>>[number];

/** What of the counts is shown. Default: all. */
export interface Selection {
  days: 7 | 90;
  case_type?: string;
  site?: string;
}

const keptMs = 90 * dayMs;
/** A visitor's browser or network may have been the cause, so a page is no finding any more if no other enquiry follows. */
const blockingMs = 7 * dayMs;
/** Whoever has put these right sees the others. */
const maxBlocking = 50;

/** The outbox's interface for the counts of each hour, which contain no personal data. Each process counts in memory and adds its
 * counts with its report, so a process that is killed loses those since its last one. */
export function createHourlyCounts(database: OutboxDatabase, commit: Commit) {
  const { db } = database;
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
            .where('hour', '<', timeAgo(database, keptMs))
            .execute();
        });
      } catch (error) {
        for (const [key, amount] of taken) increase(key, amount);
        throw error;
      }
    },
    /** The sites of the last week with a page that can't send, and the milliseconds since the hour in which that was last counted;
     * the latest ones, if there are many. */
    async listBlocking() {
      const latest = await db
        .selectFrom('hourly_counts')
        .select(['site as origin', sql<number>`(${database.now()} - max(hour))`.as('noted_ms')])
        .where('step', '=', 'blocked')
        .where('hour', '>', timeAgo(database, blockingMs))
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
    /** The counts of each hour, the earliest first, by when it began, in milliseconds since 1970. Default: of all hours, case types
     * and sites. */
    async list({ days, ...only }: Partial<Selection> = {}) {
      return await db
        .selectFrom('hourly_counts')
        .select(['hour', 'step', ({ fn }) => fn.sum<number>('amount').as('count')])
        .where(({ and }) => and(only))
        .$if(days !== undefined, query => query.where('hour', '>', timeAgo(database, days! * dayMs)))
        .groupBy(['hour', 'step'])
        .orderBy('hour')
        .orderBy('step')
        .execute();
    },
  };
}

export const hourSteps = ['served', 'challenged', 'refused', 'accepted', 'delivered'] as const;

/** The counts of an hour, or of several from this one on. `half` and `most` are indexes of limits: half and 95 % of the
 * deliveries took at most that long. */
export type Hour = Record<(typeof hourSteps)[number], number> & { hour: number; half: number; most: number };

/** Adds up the counts of the last hours, also of those without any: of each, or of each `step`. */
export function sumUp(counts: HourlyCount[], { days }: Selection, now: number, step = 1): Hour[] {
  const stepMs = step * hourMs;
  const end = now - (now % hourMs) + hourMs;
  const length = (days * 24) / step;
  const totals = new Map<string, number>();
  for (const { hour, step, count } of counts) {
    const key = `${Math.ceil((end - hour) / stepMs)} ${step}`;
    totals.set(key, (totals.get(key) ?? 0) + count);
  }
  return Array.from({ length }, (_, index) => {
    const sum = (step: string) => totals.get(`${length - index} ${step}`) ?? 0;
    let delivered = 0;
    const soFar = deliveryLimits.map(limit => (delivered += sum(`delivered ${limit}`)));
    const within = (share: number) => soFar.findIndex(count => count >= share * delivered);
    const counted = { served: sum('served'), challenged: sum('challenged'), refused: sum('refused') };
    const times = { delivered, half: within(0.5), most: within(0.95) };
    return { hour: end - (length - index) * stepMs, ...counted, accepted: sum('accepted'), ...times };
  });
}

/** The same as CSV. */
export const toCsv = (hours: Hour[]) =>
  [
    ['hour', ...hourSteps, 'half_within_s', '95_percent_within_s'],
    ...hours.map(each => [
      new Date(each.hour).toISOString(),
      ...hourSteps.map(step => each[step]),
      ...[each.half, each.most].map(at => (each.delivered > 0 ? deliveryLimits[at] : '')),
    ]),
  ]
    .map(row => `${row.join(',')}\r\n`)
    .join('');
