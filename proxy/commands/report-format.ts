import type { ReportDimension, ReportRow } from '../outbox/count-report.ts';

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
