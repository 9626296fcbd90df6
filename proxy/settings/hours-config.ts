import { z } from 'zod';
import { isDate } from '../contract/rules.ts';
import { withoutRepeats } from './texts.ts';

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** A range of times, in minutes after midnight as the clocks show them. */
const range = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
    error: 'must be a range of times, like "09:00-17:30"',
    abort: true,
  })
  .transform((text, context) => {
    const [from = '', to = ''] = text.split('-');
    const [opens, closes] = [toMinutes(from), toMinutes(to)];
    if (closes <= opens)
      context.addIssue(
        `must end after it begins, on the same day: write "${from}-24:00", and what is after midnight on the next day`,
      );
    return { opens, closes };
  });

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

const day = z
  .array(range)
  .superRefine((ranges, context) => {
    for (const [index, { opens }] of ranges.entries()) {
      if (index > 0 && opens < ranges[index - 1]!.closes)
        context.addIssue({
          code: 'custom',
          path: [index],
          message: 'must not begin before the previous range ends: put the ranges in order, without overlaps',
        });
    }
  })
  .describe('Ranges of times in order, such as "09:00-17:30".');

const closedDayError =
  'must be a date that exists, like "2026-12-25", or like "12-25" for 25 December of each year';

/** A date, or a day of each year. 29 February exists in leap years, of which 2000 is one. */
const closedDay = z
  .string()
  .regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { error: closedDayError, abort: true })
  .refine(text => isDate(text) || isDate(`2000-${text}`), closedDayError);

/** The schema of `hours`. */
export const openingHours = z
  .strictObject({
    time_zone: z
      .string()
      .refine(isTimeZone, 'must be the name of a time zone, like "Europe/London"')
      .describe('The time zone of these hours, such as "Europe/London".'),
    week: z
      .partialRecord(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']), day)
      .refine(week => Object.values(week).some(ranges => ranges.length > 0), {
        error: 'must have a range of times on at least one day, like "mon": ["09:00-17:30"]',
        when: ({ issues }) => issues.length === 0, // Otherwise a misspelt day would be reported twice.
      })
      .describe(
        'For each of "mon" to "sun", ranges of times in order. A day without any is closed. "24:00" is the end ' +
          'of the day; hours after midnight are a range of the next day.',
      ),
    closed: z
      .array(closedDay)
      .check(withoutRepeats)
      .default([])
      .describe('Days on which you neither call nor reply: "2026-04-06", or "12-25" for every 25 December.'),
  })
  .describe('When you call and reply. The receipt then says when visitors will hear from you.');

export type OpeningHours = z.output<typeof openingHours>;
