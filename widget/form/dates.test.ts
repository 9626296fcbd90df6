// `today` in a question's `max` and `min` is the visitor's own date, where the day may have 23 to 25 hours.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { check } from '../../proxy/contract/check-enquiry.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import { asEntered, todayAt, toFormData, visibleValues } from './values.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});
function inZone(zone: string) {
  vi.stubEnv('TZ', zone);
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
}

test.each<[string, string, string]>([
  // Summer time begins, and ends, in the night.
  ['Europe/London', '2026-03-28T23:59:00Z', '2026-03-28'],
  ['Europe/London', '2026-03-29T00:00:00Z', '2026-03-29'],
  ['Europe/London', '2026-03-29T22:59:00Z', '2026-03-29'],
  ['Europe/London', '2026-03-29T23:00:00Z', '2026-03-30'],
  ['Europe/London', '2026-10-24T23:00:00Z', '2026-10-25'],
  ['Europe/London', '2026-10-25T00:30:00Z', '2026-10-25'],
  ['Europe/London', '2026-10-25T01:30:00Z', '2026-10-25'],
  ['Europe/London', '2026-10-25T23:59:00Z', '2026-10-25'],
  ['America/New_York', '2026-03-08T04:59:00Z', '2026-03-07'],
  ['America/New_York', '2026-03-09T03:59:00Z', '2026-03-08'],
  ['America/New_York', '2026-11-02T04:59:00Z', '2026-11-01'],
  ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
  // At midnight, so that the day begins at one; by half an hour; a zone that left out a day.
  ['Africa/Cairo', '2026-04-23T21:59:00Z', '2026-04-23'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24'],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-04-05T13:29:00Z', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', '2026-04-06'],
  ['Pacific/Apia', '2011-12-30T09:59:00Z', '2011-12-29'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
  // 29 February, in the time zones where it starts first and ends last.
  ['Pacific/Kiritimati', '2028-02-28T09:59:00Z', '2028-02-28'],
  ['Pacific/Kiritimati', '2028-02-28T10:00:00Z', '2028-02-29'],
  ['Pacific/Pago_Pago', '2028-03-01T10:59:00Z', '2028-02-29'],
  ['Pacific/Pago_Pago', '2028-03-01T11:00:00Z', '2028-03-01'],
  ['Pacific/Kiritimati', '2027-02-28T10:00:00Z', '2027-03-01'],
])('in %s at %s it is %s', (zone, instant, day) => {
  inZone(zone);
  expect(todayAt(new Date(instant))).toEqual({ earliest: day, latest: day });
});

describe('the form judges a date', () => {
  const definition: Definition = {
    case_type: 'injury',
    definition: 'sha256-x',
    lang: 'en',
    label: 'Injury',
    draft: true,
    contact: { surname: 'optional', telephone_mobile: 'optional', email: 'optional' },
    questions: [
      { id: 'past', type: 'date', label: 'When did it happen?', max: 'today' },
      { id: 'future', type: 'date', label: 'When will you move?', min: 'today' },
    ],
    attachments: { max_files: 0, max_bytes: 1, strip_metadata: 'location' },
    receipt: { identifier: 'reference', show_number: false },
  };

  test.each<[string, string, string, string | undefined]>([
    ['Pacific/Kiritimati', 'past', '2028-02-29', undefined],
    ['Europe/London', 'past', '2028-02-28', undefined],
    ['Europe/London', 'past', '2028-02-29', 'too_large'],
    ['Pacific/Pago_Pago', 'future', '2028-02-27', undefined],
    ['Europe/London', 'future', '2028-02-27', 'too_small'],
    ['Pacific/Kiritimati', 'future', '2028-02-28', 'too_small'],
    ['Pacific/Kiritimati', 'past', '2027-02-29', 'not_a_date'],
  ])(
    'in %s at 10:30 UTC on 28 February 2028: %s %s is %s, and the proxy takes what the form takes',
    (zone, id, date, rule) => {
      inZone(zone);
      const now = new Date('2028-02-28T10:30:00Z');
      const form = toFormData({ forename: 'Ada', answers: { [id]: date } });
      const values = visibleValues(definition, form, asEntered);
      const enquiry = { case_type: 'injury', ...values };
      const problems = check(definition, enquiry, todayAt(now));
      expect(problems.map(problem => problem.rule)).toEqual(rule ? [rule] : []);
      if (rule) return;
      const earth = { earliest: '2028-02-27', latest: '2028-02-29' };
      expect(check(definition, enquiry, earth)).toEqual([]);
    },
  );
});

test('wherever the visitor is, today is between the earliest and the latest date on Earth', () => {
  const day = (now: Date, hours: number) =>
    new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10);
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    vi.stubEnv('TZ', zone);
    for (const date of ['2026-03-29', '2026-10-25', '2028-02-28', '2028-02-29']) {
      for (let hour = 0; hour < 24; hour++) {
        const now = new Date(`${date}T${String(hour).padStart(2, '0')}:30:00Z`);
        const today = todayAt(now).latest;
        expect(today >= day(now, -12) && today <= day(now, 14), `${zone} at ${now.toISOString()}`).toBe(true);
      }
    }
  }
});
