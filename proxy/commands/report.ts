import { keepDays, type ReportDimension, type ReportRow } from '../outbox/enquiry-counts.ts';
import { command, flag, parseSinceDay, text, UsageError, withStore } from './command.ts';

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
export const report = command({
  options: { json: flag, since: text, by: text, csv: flag },
  async run({ since = '30d', by = 'day', csv, json }, io) {
    const dimension = Object.hasOwn(dimensions, by) ? dimensions[by] : undefined;
    if (!dimension) throw new UsageError(`--by must be one of ${Object.keys(dimensions).join(', ')}.`);
    if (csv && json) throw new UsageError('Use either --csv or --json, not both.');
    const toSinceDay = parseSinceDay(since);
    return await withStore(io, async ({ outbox }) => {
      const today = Math.floor((await outbox.archive.readClock()) / dayMs);
      const sinceDay = Math.max(toSinceDay(today), today - keepDays);
      const counted = await outbox.operator.report(dimension, sinceDay);
      const rows = dimension === 'day' && counted.length > 0 ? fillDays(counted, sinceDay, today) : counted;
      if (csv) io.output.write(formatCsv(dimension, rows));
      if (rows.length === 0) {
        const text = `No enquiries were accepted since ${formatDay(sinceDay)} (UTC).`;
        if (csv) io.warn(text);
        else io.print([], text);
      } else if (json) {
        for (const { value, enquiries } of rows) io.print({ [dimension]: value, enquiries }, '');
      } else if (!csv) io.output.write(formatTable(dimension, rows));
      return 0;
    });
  },
});

const formatDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Adds the days without enquiries. */
function fillDays(rows: ReportRow[], sinceDay: number, today: number): ReportRow[] {
  const counts = new Map(rows.map(({ value, enquiries }) => [value, enquiries]));
  return Array.from({ length: today - sinceDay + 1 }, (_, index) => {
    const value = formatDay(sinceDay + index);
    return { value, enquiries: counts.get(value) ?? 0 };
  });
}

const none = '(none)';

/** Formats a report as a table with a total. */
export function formatTable(dimension: ReportDimension, rows: ReportRow[]): string {
  const total = rows.reduce((sum, { enquiries }) => sum + enquiries, 0);
  const lines: [string, string][] = [
    [dimension.replace('_', ' '), 'enquiries'],
    ...rows.map(({ value, enquiries }): [string, string] => [value || none, String(enquiries)]),
    ['total', String(total)],
  ];
  const width = Math.max(...lines.map(([value]) => value.length));
  const countWidth = Math.max(...lines.map(([, count]) => count.length));
  return lines.map(([value, count]) => `${value.padEnd(width)}  ${count.padStart(countWidth)}\n`).join('');
}

/** Formats a report as CSV (RFC 4180). It begins with a byte order mark, without which Excel doesn't read it as
 * UTF-8. */
export function formatCsv(dimension: ReportDimension, rows: ReportRow[]): string {
  const lines = rows.map(({ value, enquiries }) => `${quote(value)},${enquiries}`);
  return [`\ufeff${dimension},enquiries`, ...lines].map(line => `${line}\r\n`).join('');
}

/** Puts an apostrophe before a text that begins like a formula, because spreadsheets would calculate it, and anyone can
 * write a link with any values (https://owasp.org/www-community/attacks/CSV_Injection). */
function quote(value: string): string {
  const text = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/.test(value) ? `'${value}` : value;
  return /^[\w.:/-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
