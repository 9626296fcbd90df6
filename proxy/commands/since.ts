import { UsageError } from './command.ts';

const dayMs = 24 * 3_600_000;
const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayMs };

/** Parses `90m`, `2h`, `7d`, a day such as `2026-02-01` or a time such as `2026-02-01T14:30`, both in UTC. Returns a
 * function that takes the current time and returns the time meant, both in milliseconds since 1970. Throws UsageError
 * for anything else. */
export function parseSinceTime(since: string): (nowMs: number) => number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(since) ?? [];
  if (count !== undefined) return nowMs => nowMs - Number(count) * unitMs[unit]!;
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(since) ?? [];
  const ms = parseUtcTime(`${day}T${time}`);
  if (ms !== undefined) return () => ms;
  throw new UsageError(
    '--since must be 90m, 2h, 7d, a day such as 2026-02-01, or a time such as 2026-02-01T14:30.',
  );
}

/** Parses `30d`, the last 30 days including today, or the first day, such as `2026-02-01`. Returns a function that takes
 * today and returns the first day, both in days since 1970. Throws UsageError for anything else. */
export function parseSinceDay(since: string): (today: number) => number {
  const [, count] = /^([1-9]\d{0,3})d$/.exec(since) ?? [];
  if (count !== undefined) return today => today - Number(count) + 1;
  const ms = /^\d{4}-\d\d-\d\d$/.test(since) ? parseUtcTime(`${since}T00:00`) : undefined;
  if (ms !== undefined) return () => ms / dayMs;
  throw new UsageError('--since must be a number of days such as 30d, or a day such as 2026-02-01.');
}

/** Parses a time in UTC, such as `2026-02-01T14:30`. Returns milliseconds since 1970, or undefined for a time that
 * doesn't exist, such as 30 February. */
function parseUtcTime(time: string): number | undefined {
  const ms = Date.parse(`${time}Z`);
  // Node reads 30 February as 2 March.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(time);
  return exists ? ms : undefined;
}
