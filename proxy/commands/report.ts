import { pino } from 'pino';
import type { ReportDimension, ReportRow } from '../outbox/count-report.ts';
import { keepDays } from '../outbox/fold-counts.ts';
import { openStoreBeside } from '../outbox/open-store.ts';
import { readSettings } from '../settings/read-settings.ts';
import { type Command, expectNoArguments, print, UsageError } from './command.ts';
import { formatCsv, formatTable } from './report-format.ts';
import { parseUtcTime } from './utc-time.ts';

const dayMs = 24 * 3_600_000;
/** The values of `--by`. */
const dimensions: Record<string, ReportDimension> = {
  day: 'day',
  site: 'site',
  'case-type': 'case_type',
  campaign: 'campaign',
  referer: 'referer',
};

/** `report`: counts the enquiries that were accepted, by day or another dimension. Days are in UTC. */
export const report: Command = async (args, options, variables) => {
  expectNoArguments('report', args);
  const { since = '30d', by = 'day', csv, json } = options;
  const dimension = Object.hasOwn(dimensions, by) ? dimensions[by] : undefined;
  if (!dimension) throw new UsageError(`--by must be one of ${Object.keys(dimensions).join(', ')}.`);
  if (csv && json) throw new UsageError('Use either --csv or --json, not both.');
  const toSinceDay = parseSince(since);

  const { settings } = readSettings(variables);
  const { outbox } = await openStoreBeside(settings.store, Date.now, pino({ level: 'silent' }));
  try {
    const today = Math.floor((await outbox.archive.readClock()) / dayMs);
    const sinceDay = Math.max(toSinceDay(today), today - keepDays);
    const counted = await outbox.operator.report(dimension, sinceDay);
    const rows = dimension === 'day' && counted.length > 0 ? fillDays(counted, sinceDay, today) : counted;
    if (csv) process.stdout.write(formatCsv(dimension, rows));
    if (rows.length === 0) {
      const text = `No enquiries were accepted since ${formatDay(sinceDay)} (UTC).`;
      if (csv) console.error(text);
      else print(options, [], text);
    } else if (json) {
      for (const { value, enquiries } of rows) print(options, { [dimension]: value, enquiries }, '');
    } else if (!csv) process.stdout.write(formatTable(dimension, rows));
    return 0;
  } finally {
    await outbox.close();
  }
};

const formatDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Parses `30d`, the last 30 days including today, or the first day, such as `2026-02-01`. Returns a function that takes
 * today and returns the first day, both in days since 1970. Throws UsageError for anything else. */
function parseSince(since: string): (today: number) => number {
  const [, count] = /^([1-9]\d{0,3})d$/.exec(since) ?? [];
  if (count !== undefined) return today => today - Number(count) + 1;
  const ms = /^\d{4}-\d\d-\d\d$/.test(since) ? parseUtcTime(`${since}T00:00`) : undefined;
  if (ms !== undefined) return () => ms / dayMs;
  throw new UsageError('--since must be a number of days such as 30d, or a day such as 2026-02-01.');
}

/** Adds the days without enquiries. */
function fillDays(rows: ReportRow[], sinceDay: number, today: number): ReportRow[] {
  const counts = new Map(rows.map(({ value, enquiries }) => [value, enquiries]));
  return Array.from({ length: today - sinceDay + 1 }, (_, index) => {
    const value = formatDay(sinceDay + index);
    return { value, enquiries: counts.get(value) ?? 0 };
  });
}
