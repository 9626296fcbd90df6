import { describe, expect, test } from 'vitest';
import { type OpeningHours, openingHours } from '../settings/opening-hours.ts';
import { describeCallBack } from './call-back.ts';

const telephone = { telephone_mobile: '07700 900123' };
const weekdays = ['09:00-17:30'];
const office = { mon: weekdays, tue: weekdays, wed: weekdays, thu: weekdays, fri: weekdays };

const parseHours = (week: object, time_zone = 'Europe/London', closed: string[] = []) =>
  openingHours.parse({ time_zone, week, closed });
/** The sentence with ordinary spaces. */
const describeAt = (hours: OpeningHours, at: string, language = 'en', contact: object = telephone) =>
  describeCallBack(hours, Date.parse(at), language, contact)?.replaceAll('\u00a0', ' ');

describe('the sentence about the call', () => {
  const hours = parseHours({ ...office, sat: ['10:30-12:00'] }, 'Europe/London', [
    '2026-12-25',
    '2026-12-28',
  ]);

  // 23 November 2026 is a Monday.
  test.each<[string, string]>([
    ['2026-11-23T03:00Z', 'We’ll call you today.'],
    ['2026-11-23T16:30Z', 'We’ll call you today.'],
    ['2026-11-23T16:30:00.001Z', 'We’ll call you tomorrow from 9 am.'],
    ['2026-11-23T23:59Z', 'We’ll call you tomorrow from 9 am.'],
    ['2026-11-27T17:00Z', 'We’ll call you tomorrow from 10:30 am.'],
    ['2026-11-28T11:30Z', 'We’ll call you on Monday from 9 am.'],
    ['2026-11-29T00:00Z', 'We’ll call you tomorrow from 9 am.'],
    ['2026-12-24T16:45Z', 'We’ll call you on Saturday from 10:30 am.'],
    ['2026-12-26T11:30Z', 'We’ll call you on Tuesday from 9 am.'],
    // The clocks are an hour ahead.
    ['2026-07-06T15:31Z', 'We’ll call you tomorrow from 9 am.'],
  ])('at %s: %s', (at, sentence) => {
    expect(describeAt(hours, at)).toBe(sentence);
  });

  test.each<[string, object, string, string]>([
    [
      'today until the last range ends',
      { mon: ['09:00-12:00', '13:00-17:00'] },
      '2026-11-23T12:30Z',
      'today',
    ],
    [
      'without the time if the firm opens at midnight',
      { sat: ['00:00-24:00'] },
      '2026-11-27T12:00Z',
      'tomorrow',
    ],
    [
      'tomorrow, less than an hour before midnight',
      { mon: ['22:00-24:00'], tue: ['00:00-02:00'] },
      '2026-11-23T23:30Z',
      'tomorrow',
    ],
    ['with a weekday until six days ahead', { sun: weekdays }, '2026-11-23T12:00Z', 'on Sunday from 9 am'],
    [
      'with the date from the seventh day on',
      { mon: weekdays },
      '2026-11-23T17:00Z',
      'on 30 November from 9 am',
    ],
    ['with midday as a word', { sun: ['12:00-14:00'] }, '2026-11-23T12:00Z', 'on Sunday from midday'],
    [
      'with the minutes after midday',
      { sun: ['12:30-14:00'] },
      '2026-11-23T12:00Z',
      'on Sunday from 12:30 pm',
    ],
  ])('says the day: %s', (_, week, at, when) => {
    expect(describeAt(parseHours(week), at)).toBe(`We’ll call you ${when}.`);
  });

  test.each<[string, string, string]>([
    ['2026-12-23T18:00Z', '12-24', 'on Friday'],
    ['2030-12-23T18:00Z', '12-24', 'on Wednesday'],
    ['2027-12-31T18:00Z', '01-01', 'on Sunday'],
    ['2028-02-28T18:00Z', '02-29', 'on Wednesday'],
    ['2027-02-28T18:00Z', '02-29', 'tomorrow'],
    ['2026-12-23T18:00Z', '2027-12-24', 'tomorrow'],
  ])('at %s, with "%s" closed: %s', (at, day, when) => {
    const daily = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(each => [each, weekdays]),
    );
    expect(describeAt(parseHours(daily, 'UTC', [day]), at)).toBe(`We’ll call you ${when} from 9 am.`);
  });

  test('names the day by the firm’s clock, wherever the visitor is', () => {
    const auckland = parseHours(office, 'Pacific/Auckland');
    // It is already Tuesday there, half an hour after midnight.
    expect(describeAt(auckland, '2026-11-23T11:30Z')).toBe('We’ll call you today.');
  });

  test('is about a reply if there is no phone number', () => {
    for (const contact of [{}, { telephone_mobile: ' ' }])
      expect(describeAt(hours, '2026-11-23T12:00Z', 'en', contact)).toBe('We’ll reply today.');
  });

  test('is left out if the firm doesn’t open within a year', () => {
    const closed = Array.from({ length: 53 }, (_, week) =>
      new Date(Date.UTC(2026, 10, 23 + 7 * week)).toISOString().slice(0, 10),
    );
    expect(describeAt(parseHours({ mon: weekdays }, 'UTC', closed), '2026-11-23T12:00Z')).toBeUndefined();
    expect(describeAt(parseHours({ mon: weekdays }, 'UTC', closed.slice(0, -2)), '2026-11-23T12:00Z')).toBe(
      'We’ll call you on 15 November from 9 am.',
    );
  });
});

describe('on the day of a clock change', () => {
  test.each<[string, string, object, string, string]>([
    // Clocks go from 1:00 to 2:00.
    [
      'hours that begin in the gap',
      'Europe/London',
      { sun: ['01:15-04:00'] },
      '2026-03-28T12:00Z',
      'tomorrow from 2 am',
    ],
    [
      'hours that begin after it',
      'Europe/London',
      { sun: ['02:15-04:00'] },
      '2026-03-28T12:00Z',
      'tomorrow from 2:15 am',
    ],
    [
      'hours that are in the gap',
      'Europe/London',
      { sun: ['01:00-02:00', '05:00-06:00'] },
      '2026-03-28T12:00Z',
      'tomorrow from 5 am',
    ],
    [
      'a gap of half an hour',
      'Australia/Lord_Howe',
      { sun: ['02:10-04:00'] },
      '2026-10-03T01:00Z',
      'tomorrow from 2:30 am',
    ],
    [
      'a gap at midnight',
      'Africa/Cairo',
      { fri: ['00:00-04:00'] },
      '2026-04-23T12:00Z',
      'tomorrow from 1 am',
    ],
    // Clocks go from 2:00 back to 1:00, so an hour and a half is left before the second 1:30.
    [
      'hours that end in the repeated hour',
      'Europe/London',
      { sun: ['00:00-01:30'] },
      '2026-10-25T00:00Z',
      'today',
    ],
    [
      'less than an hour before the second end',
      'Europe/London',
      { sun: ['00:00-01:30'] },
      '2026-10-25T00:31Z',
      'on 1 November',
    ],
    [
      'hours that end with the change',
      'Europe/London',
      { sun: ['00:00-01:00'] },
      '2026-10-25T00:00Z',
      'on 1 November',
    ],
  ])('%s in %s', (_, zone, week, at, when) => {
    expect(describeAt(parseHours(week, zone), at)).toBe(`We’ll call you ${when}.`);
  });
});

test.each<[string, string[]]>([
  [
    'en',
    [
      'We’ll call you today.',
      'We’ll call you tomorrow from 9 am.',
      'We’ll call you on Wednesday from 1:30 pm.',
      'We’ll call you on 1 January from 9 am.',
      'We’ll reply today.',
    ],
  ],
  [
    'ar',
    [
      'سنتصل بك اليوم.',
      'سنتصل بك غدًا ابتداءً من الساعة 9 صباحًا.',
      'سنتصل بك يوم الأربعاء ابتداءً من الساعة 1:30 بعد الظهر.',
      'سنتصل بك يوم 1 يناير ابتداءً من الساعة 9 صباحًا.',
      'سنرد عليك اليوم.',
    ],
  ],
  [
    'cy',
    [
      'Byddwn yn eich ffonio heddiw.',
      'Byddwn yn eich ffonio yfory o 9 y bore ymlaen.',
      'Byddwn yn eich ffonio ddydd Mercher o 1:30 y prynhawn ymlaen.',
      'Byddwn yn eich ffonio ar 1 Ionawr o 9 y bore ymlaen.',
      'Byddwn yn ateb heddiw.',
    ],
  ],
  [
    'de',
    [
      'Wir rufen Sie heute an.',
      'Wir rufen Sie morgen ab 9 Uhr an.',
      'Wir rufen Sie am Mittwoch ab 13:30 Uhr an.',
      'Wir rufen Sie am 1. Januar ab 9 Uhr an.',
      'Wir antworten Ihnen heute.',
    ],
  ],
  [
    'es',
    [
      'Le llamaremos hoy.',
      'Le llamaremos mañana a partir de las 9:00.',
      'Le llamaremos el miércoles a partir de las 13:30.',
      'Le llamaremos el 1 de enero a partir de las 9:00.',
      'Le responderemos hoy.',
    ],
  ],
  [
    'fr',
    [
      'Nous vous appellerons aujourd’hui.',
      'Nous vous appellerons demain à partir de 9 h.',
      'Nous vous appellerons mercredi à partir de 13 h 30.',
      'Nous vous appellerons le 1er janvier à partir de 9 h.',
      'Nous vous répondrons aujourd’hui.',
    ],
  ],
  [
    'pl',
    [
      'Zadzwonimy dzisiaj.',
      'Zadzwonimy jutro po 9:00.',
      'Zadzwonimy w środę po 13:30.',
      'Zadzwonimy 1 stycznia po 9:00.',
      'Odpowiemy dzisiaj.',
    ],
  ],
])('the sentence is worded in the visitor’s language: %s', (language, sentences) => {
  const hours = parseHours({ mon: weekdays, wed: ['13:30-17:30'], fri: weekdays }, 'UTC', [
    '2026-12-28',
    '2026-12-30',
  ]);
  expect([
    describeAt(hours, '2026-11-23T12:00Z', language),
    describeAt(hours, '2026-11-22T12:00Z', language),
    describeAt(hours, '2026-11-23T18:00Z', language),
    describeAt(hours, '2026-12-25T18:00Z', language),
    describeAt(hours, '2026-11-23T12:00Z', language, {}),
  ]).toEqual(sentences);
});

test('Welsh has a word for midday, too', () => {
  expect(describeAt(parseHours({ tue: ['12:00-13:00'] }, 'UTC'), '2026-11-23T12:00Z', 'cy')).toBe(
    'Byddwn yn eich ffonio yfory o hanner dydd ymlaen.',
  );
});

test('Polish weekdays are in the accusative, and Spanish has one o’clock in the singular', () => {
  const polish = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day, index) => {
    const at = new Date(Date.UTC(2026, 10, 23 + index - 3)).toISOString();
    return describeAt(parseHours({ [day]: ['08:00-09:00'] }, 'UTC'), at, 'pl')
      ?.split(' ')
      .slice(1, 3)
      .join(' ');
  });
  expect(polish).toEqual([
    'w poniedziałek',
    'we wtorek',
    'w środę',
    'w czwartek',
    'w piątek',
    'w sobotę',
    'w niedzielę',
  ]);
  expect(describeAt(parseHours({ tue: ['01:30-09:00'] }, 'UTC'), '2026-11-23T12:00Z', 'es')).toBe(
    'Le llamaremos mañana a partir de la 1:30.',
  );
});

test.each<[string, string]>([
  ['cy-GB', 'Byddwn yn eich ffonio heddiw.'],
  ['it', 'We’ll call you today.'],
  ['constructor', 'We’ll call you today.'],
  ['', 'We’ll call you today.'],
])('a region is ignored, and another language is answered in English: "%s"', (language, sentence) => {
  expect(describeAt(parseHours(office), '2026-11-23T12:00Z', language)).toBe(sentence);
});

// The second implementation walks from half hour to half hour, and looks only at what the clocks show.
describe('for every half hour of two years, a walk over the half hours finds the same sentence', () => {
  const halfHourMs = 1_800_000;
  const [start, days] = [Date.UTC(2026, 0, 1), 730];
  const maxDaysAhead = 30;

  /** What the clocks show at each half hour. */
  function listHalfHours(timeZone: string) {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    return Array.from({ length: (days + maxDaysAhead) * 48 }, (_, index) => {
      const [weekday, date, time] = format.format(start + index * halfHourMs).split(', ');
      const [day, month, year] = date!.split('/');
      return {
        weekday: weekday!.toLowerCase(),
        date: `${year}-${month}-${day}`,
        day: Number(day),
        time: time!,
      };
    });
  }

  const months =
    'January February March April May June July August September October November December'.split(' ');
  const weekdayNames = {
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
    sun: 'Sunday',
  };

  const otherDays: Record<string, string[]> = {
    mon: ['09:00-12:30', '13:30-17:30'],
    wed: ['09:00-17:30', '22:00-24:00'],
    thu: ['00:00-02:00', '16:00-16:30'],
    sat: ['10:30-12:00'],
  };
  const closed = [
    '12-25',
    '2026-12-26',
    '02-29',
    '2026-12-28',
    '2026-12-30',
    '2026-12-31',
    '2027-01-02',
    '2027-01-03',
    '2027-01-04',
    '2027-03-28',
  ];

  // The clocks change on Sundays: forward from 1:00, 2:00 and 2:00, and back from 2:00.
  test.each<[string, string[]]>([
    ['Europe/London', ['00:00-01:30']],
    ['Europe/London', ['01:00-01:30', '01:30-03:00']],
    ['America/New_York', ['00:30-01:30', '01:30-02:30']],
    ['America/New_York', ['02:00-03:00', '04:00-05:30']],
    ['Australia/Lord_Howe', ['00:30-02:00']],
    ['Australia/Lord_Howe', ['02:00-03:30']],
  ])('in %s, with %j on Sundays', (zone, sun) => {
    const week = { ...otherDays, sun };
    const halfHours = listHalfHours(zone);
    const isOpen = halfHours.map(({ weekday, date, time }) => {
      const isClosed = closed.some(each => date.endsWith(each));
      const ranges = isClosed ? [] : (week[weekday as keyof typeof week] ?? []);
      return ranges.some(range => {
        const [from, to] = range.split('-');
        return from! <= time && time < to!;
      });
    });
    /** The dates in order, each with the first and the last open half hour. */
    const openOn = new Map<string, { first: number; last: number } | undefined>();
    for (const [index, { date }] of halfHours.entries()) {
      const open = openOn.get(date);
      openOn.set(date, isOpen[index] ? { first: open?.first ?? index, last: index } : open);
    }
    const dates = [...openOn.keys()];

    function describeSlowly(index: number): string {
      const today = dates.indexOf(halfHours[index]!.date);
      const last = openOn.get(dates[today]!)?.last ?? -1;
      if (last + 1 - index >= 2) return 'We’ll call you today.';
      const next = dates.findIndex((date, position) => position > today && openOn.get(date));
      const { weekday, date, day, time } = halfHours[openOn.get(dates[next]!)!.first]!;
      const [hour = 0, minutes] = time.split(':').map(Number);
      // No-break spaces keep the time on one line.
      const clock = `${hour === 0 || hour === 12 ? 12 : hour % 12}${minutes ? `:${minutes}` : ''}`;
      const from = time === '00:00' ? '' : ` from ${clock}\u00a0${hour < 12 ? 'am' : 'pm'}`;
      const name = weekdayNames[weekday as keyof typeof weekdayNames];
      const when =
        next === today + 1
          ? 'tomorrow'
          : next < today + 7
            ? `on ${name}`
            : `on ${day} ${months[Number(date.slice(5, 7)) - 1]}`;
      return `We’ll call you ${when}${from}.`;
    }

    const hours = parseHours(week, zone, closed);
    const differences = Array.from({ length: days * 48 }, (_, index) => index).flatMap(index => {
      const at = start + index * halfHourMs;
      const [said, expected] = [describeCallBack(hours, at, 'en', telephone), describeSlowly(index)];
      return said === expected ? [] : [{ at: new Date(at).toISOString(), said, expected }];
    });
    expect(differences).toEqual([]);
  });
});
