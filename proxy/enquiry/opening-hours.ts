import { dayMs, hourMs, minuteMs } from '../contract/durations.ts';
import { isDate } from '../contract/rules.ts';
import type { OpeningHours } from '../settings/hours-config.ts';

/** Within this many days, a date without its year is unambiguous. */
const maxDaysAhead = 364;
/** `Date.getUTCDay()` counts from Sunday. */
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

// A clock time is what the clocks in the time zone show, as the timestamp at which those in UTC show the same.

/** Finds the day on which visitors will hear from the firm: today, if the firm won't close for the day in less than an
 * hour, or the next day on which it opens. `opensAt` is the clock time when it opens on that day. Undefined if it doesn't
 * open within a year. */
export function findNextContact({ time_zone, week, closed }: OpeningHours, now: number) {
  const zone = createZone(time_zone);
  const clock = zone.clockAt(now);
  for (let daysAhead = 0; daysAhead <= maxDaysAhead; daysAhead++) {
    const midnight = clock - (clock % dayMs) + daysAhead * dayMs;
    const date = new Date(midnight);
    const text = date.toISOString().slice(0, 10);
    if (closed.includes(text) || closed.includes(text.slice('2026-'.length))) continue;
    const ranges = (week[weekdays[date.getUTCDay()]!] ?? [])
      .map(({ opens, closes }) => ({
        opens: zone.firstAt(midnight + opens * minuteMs),
        closes: zone.firstAt(midnight + closes * minuteMs),
      }))
      .filter(({ opens, closes }) => opens < closes); // A clock change may skip all of a range.
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (first && last && (daysAhead > 0 || last.closes - now >= hourMs))
      return { daysAhead, opensAt: zone.clockAt(first.opens) };
  }
  return undefined;
}

/** Finds the last closed day that has a year, such as `2026-04-06`, and how many days ahead it is by the firm's clock,
 * which is negative once it has passed. Undefined if every closed day is one of each year. */
export function findLastClosedDate({ time_zone, closed }: OpeningHours, now: number) {
  const date = closed.filter(isDate).toSorted().at(-1);
  if (date === undefined) return undefined;
  const clock = createZone(time_zone).clockAt(now);
  return { date, daysAhead: (Date.parse(date) - (clock - (clock % dayMs))) / dayMs };
}

/** What the clocks in a time zone show. */
export const clockAt = (timeZone: string, ms: number) => createZone(timeZone).clockAt(ms);

/** Formatters by time zone. Creating one takes longer than everything else here. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Converts between timestamps and the clock times of a time zone. */
function createZone(timeZone: string) {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formatters.set(timeZone, formatter);
  const clockAt = (ms: number) => {
    // Such as `11/23/2026, 09:05:00`. Reading the parts would take twice as long.
    const [month, day, year, ...time] = formatter.format(ms).split(/\D+/).map(Number);
    return Date.UTC(year!, month! - 1, day, ...time) + (ms % 1_000);
  };
  const offsetAt = (ms: number) => clockAt(ms) - ms;

  return {
    clockAt,
    /** The first moment at which the clocks show this time. If a change of the clocks skips it, as much later as they are put
     * forward. */
    firstAt(clock: number): number {
      const [first, second] = [clock + dayMs, clock - dayMs]
        .map(ms => clock - offsetAt(ms))
        .sort((a, b) => a - b);
      return clockAt(first!) === clock ? first! : second!;
    },
  };
}
