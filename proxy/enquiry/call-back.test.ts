import { describe, expect, test } from 'vitest';
import { type OpeningHours, openingHours } from '../settings/hours-config.ts';
import { planCallBack, wordCallBack } from './call-back.ts';

const telephone = { telephone_mobile: '07700 900123' };
const weekdays = ['09:00-17:30'];
const office = { mon: weekdays, tue: weekdays, wed: weekdays, thu: weekdays, fri: weekdays };

const parseHours = (week: object, time_zone = 'Europe/London', closed: string[] = []) =>
  openingHours.parse({ time_zone, week, closed });
/** What a visitor who sends an enquiry now reads on the screen, with ordinary spaces; and on another day. */
function describeAt(
  hours: OpeningHours | undefined,
  at: string,
  language = 'en',
  contact: object = telephone,
) {
  const now = Date.parse(at);
  const plan = planCallBack(hours, now, contact);
  if (plan === undefined) return undefined;
  const { call_back, promise } = wordCallBack(plan, language, now);
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  return {
    today: plain(promise!.text.replace('{date}', promise!.date ?? '')),
    later: call_back && plain(call_back),
    to: promise!.to,
  };
}
const sayAt = (...given: Parameters<typeof describeAt>) => describeAt(...given)?.today;

describe('the sentence about the call', () => {
  const hours = parseHours({ ...office, sat: ['10:30-12:00'] }, 'Europe/London', [
    '2026-12-25',
    '2026-12-28',
  ]);

  // 23 November 2026 is a Monday.
  test.each<[string, string]>([
    ['2026-11-23T16:30Z', 'today, Monday 23 November'],
    ['2026-11-23T16:30:00.001Z', 'tomorrow, Tuesday 24 November, from 9 am'],
    ['2026-12-26T11:30Z', 'on Tuesday 29 December, from 9 am'],
  ])('at %s: %s', (at, when) => {
    expect(sayAt(hours, at)).toBe(`We’ll call you on {to} ${when}.`);
  });

  test('has midday as a word', () => {
    const sunday = parseHours({ sun: ['12:00-14:00'] });
    expect(sayAt(sunday, '2026-11-23T12:00Z')).toContain('on Sunday 29 November, from midday.');
  });

  test('names the day by the firm’s clock, wherever the visitor is', () => {
    const auckland = parseHours(office, 'Pacific/Auckland');
    // It is already Tuesday there, half an hour after midnight.
    expect(sayAt(auckland, '2026-11-23T11:30Z')).toBe('We’ll call you on {to} today, Tuesday 24 November.');
  });

  test('has the year on another day, and no word that is true on one day only', () => {
    expect(describeAt(hours, '2026-12-31T12:00Z')!.later).toBe(
      'We’ll call you on Thursday 31 December 2026.',
    );
    expect(describeAt(hours, '2026-12-31T18:00Z')!.later).toBe(
      'We’ll call you on Friday 1 January 2027 from 9 am.',
    );
  });

  test('is worded for the day on which it is read', () => {
    const plan = planCallBack(hours, Date.parse('2026-11-23T17:00Z'), telephone)!;
    expect(plan).toBe('call 2026-11-24T09:00 Europe/London');
    const textAt = (at: string) => wordCallBack(plan, 'en', Date.parse(at)).promise!.text;
    expect(textAt('2026-11-23T23:59Z')).toBe('We’ll call you on {to} tomorrow, {date}.');
    expect(textAt('2026-11-24T00:00Z')).toBe('We’ll call you on {to} today, {date}.');
    expect(textAt('2026-11-25T00:00Z')).toBe('We’ll call you on {to} on {date}.');
  });

  test('is about a reply if there is no phone number, or if the visitor prefers an email', () => {
    for (const contact of [{}, { telephone_mobile: ' ' }])
      expect(describeAt(hours, '2026-11-23T12:00Z', 'en', contact)).toEqual({
        today: 'We’ll reply to {to} today, Monday 23 November.',
        later: 'We’ll reply on Monday 23 November 2026.',
        to: 'email',
      });
  });

  test('has no date without opening hours, and then nothing is said on another day', () => {
    expect(describeAt(undefined, '2026-11-23T12:00Z')).toEqual({
      today: 'We’ll call you on {to}.',
      later: undefined,
      to: 'telephone_mobile',
    });
    expect(sayAt(undefined, '2026-11-23T12:00Z', 'de', {})).toBe('Wir antworten Ihnen an {to}.');
  });

  test('is left out if the firm doesn’t open within a year', () => {
    const closed = Array.from({ length: 53 }, (_, week) =>
      new Date(Date.UTC(2026, 10, 23 + 7 * week)).toISOString().slice(0, 10),
    );
    expect(sayAt(parseHours({ mon: weekdays }, 'UTC', closed), '2026-11-23T12:00Z')).toBeUndefined();
    expect(sayAt(parseHours({ mon: weekdays }, 'UTC', closed.slice(0, -2)), '2026-11-23T12:00Z')).toBe(
      'We’ll call you on {to} on Monday 15 November, from 9 am.',
    );
  });
});

test.each<[string, string[]]>([
  [
    'en',
    [
      'We’ll call you on {to} today, Monday 23 November.',
      'We’ll call you on {to} tomorrow, Monday 23 November, from 9 am.',
      'We’ll call you on {to} on Wednesday 25 November, from 1:30 pm.',
      'We’ll call you on Friday 1 January 2027 from 9 am.',
      'We’ll reply to {to} today, Monday 23 November.',
    ],
  ],
  [
    'ar',
    [
      'سنتصل بك على الرقم {to} اليوم، الاثنين 23 نوفمبر.',
      'سنتصل بك على الرقم {to} غدًا، الاثنين 23 نوفمبر، ابتداءً من الساعة 9 صباحًا.',
      'سنتصل بك على الرقم {to} يوم الأربعاء 25 نوفمبر، ابتداءً من الساعة 1:30 بعد الظهر.',
      'سنتصل بك يوم الجمعة 1 يناير 2027 ابتداءً من الساعة 9 صباحًا.',
      'سنرد عليك على العنوان {to} اليوم، الاثنين 23 نوفمبر.',
    ],
  ],
  [
    'cy',
    [
      'Byddwn yn eich ffonio ar {to} heddiw, ddydd Llun 23 Tachwedd.',
      'Byddwn yn eich ffonio ar {to} yfory, ddydd Llun 23 Tachwedd, o 9 y bore ymlaen.',
      'Byddwn yn eich ffonio ar {to} ddydd Mercher 25 Tachwedd, o 1:30 y prynhawn ymlaen.',
      'Byddwn yn eich ffonio ddydd Gwener 1 Ionawr 2027 o 9 y bore ymlaen.',
      'Byddwn yn ateb i {to} heddiw, ddydd Llun 23 Tachwedd.',
    ],
  ],
  [
    'de',
    [
      'Wir rufen Sie heute, Montag, 23. November, unter {to} an.',
      'Wir rufen Sie morgen, Montag, 23. November, ab 9 Uhr, unter {to} an.',
      'Wir rufen Sie am Mittwoch, 25. November, ab 13:30 Uhr unter {to} an.',
      'Wir rufen Sie am Freitag, 1. Januar 2027 ab 9 Uhr an.',
      'Wir antworten Ihnen heute, Montag, 23. November, an {to}.',
    ],
  ],
  [
    'es',
    [
      'Le llamaremos al {to} hoy, lunes 23 de noviembre.',
      'Le llamaremos al {to} mañana, lunes 23 de noviembre, a partir de las 9:00.',
      'Le llamaremos al {to} el miércoles 25 de noviembre, a partir de las 13:30.',
      'Le llamaremos el viernes 1 de enero de 2027 a partir de las 9:00.',
      'Le responderemos a {to} hoy, lunes 23 de noviembre.',
    ],
  ],
  [
    'fr',
    [
      'Nous vous appellerons au {to} aujourd’hui, lundi 23 novembre.',
      'Nous vous appellerons au {to} demain, lundi 23 novembre, à partir de 9 h.',
      'Nous vous appellerons au {to} le mercredi 25 novembre, à partir de 13 h 30.',
      'Nous vous appellerons le vendredi 1er janvier 2027 à partir de 9 h.',
      'Nous vous répondrons à {to} aujourd’hui, lundi 23 novembre.',
    ],
  ],
  [
    'pl',
    [
      'Zadzwonimy pod numer {to} dzisiaj, w poniedziałek 23 listopada.',
      'Zadzwonimy pod numer {to} jutro, w poniedziałek 23 listopada, po 9:00.',
      'Zadzwonimy pod numer {to} w środę 25 listopada, po 13:30.',
      'Zadzwonimy w piątek 1 stycznia 2027 po 9:00.',
      'Odpowiemy na adres {to} dzisiaj, w poniedziałek 23 listopada.',
    ],
  ],
])('the sentence is worded in the visitor’s language: %s', (language, sentences) => {
  const hours = parseHours({ mon: weekdays, wed: ['13:30-17:30'], fri: weekdays }, 'UTC', [
    '2026-12-28',
    '2026-12-30',
  ]);
  expect([
    sayAt(hours, '2026-11-23T12:00Z', language),
    sayAt(hours, '2026-11-22T12:00Z', language),
    sayAt(hours, '2026-11-23T18:00Z', language),
    describeAt(hours, '2026-12-25T18:00Z', language)!.later,
    sayAt(hours, '2026-11-23T12:00Z', language, {}),
  ]).toEqual(sentences);
});

test('Welsh has a word for midday, too', () => {
  expect(sayAt(parseHours({ tue: ['12:00-13:00'] }, 'UTC'), '2026-11-23T12:00Z', 'cy')).toBe(
    'Byddwn yn eich ffonio ar {to} yfory, ddydd Mawrth 24 Tachwedd, o hanner dydd ymlaen.',
  );
});

test('Polish weekdays are in the accusative, and Spanish has one o’clock in the singular', () => {
  const polish = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day, index) => {
    const at = new Date(Date.UTC(2026, 10, 23 + index - 3)).toISOString();
    return describeAt(parseHours({ [day]: ['08:00-09:00'] }, 'UTC'), at, 'pl')
      ?.later?.split(' ')
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
  expect(sayAt(parseHours({ tue: ['01:30-09:00'] }, 'UTC'), '2026-11-23T12:00Z', 'es')).toMatch(
    /a partir de la 1:30\.$/,
  );
});

test.each<[string, string]>([
  ['cy-GB', 'Byddwn yn eich ffonio ar {to} heddiw, ddydd Llun 23 Tachwedd.'],
  ['qaa', 'We’ll call you on {to} today, Monday 23 November.'],
  ['constructor', 'We’ll call you on {to} today, Monday 23 November.'],
  ['', 'We’ll call you on {to} today, Monday 23 November.'],
])('a region is ignored, and another language is answered in English: "%s"', (language, sentence) => {
  expect(sayAt(parseHours(office), '2026-11-23T12:00Z', language)).toBe(sentence);
});

// The second implementation walks from half hour to half hour, and looks only at what the clocks show.
describe('for every half hour of a year, a walk over the half hours finds the same sentence', () => {
  const halfHourMs = 1_800_000;
  const [start, days] = [Date.UTC(2026, 0, 1), 365];
  const maxDaysAhead = 30;

  /** What the clocks show at each half hour. */
  function listHalfHours(timeZone: string) {
    const numbers = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    return Array.from({ length: (days + maxDaysAhead) * 48 }, (_, index) => {
      const [date = '', time = ''] = numbers.format(start + index * halfHourMs).split(' ');
      return { date, time };
    });
  }
  const written = new Intl.DateTimeFormat('en', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  /** A date in words, such as Monday 23 November. */
  function write(date: string): string {
    const { weekday, day, month } = Object.fromEntries(
      written.formatToParts(Date.parse(date)).map(({ type, value }) => [type, value]),
    );
    return `${weekday} ${day}\u00a0${month}`;
  }

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
  ];

  // The clocks change on Sundays: forward from 1:00, 2:00 and 2:00, and back from 2:00.
  // In Cairo, they change at midnight before a Friday.
  test.each<[string, Record<string, string[]>]>([
    ['Europe/London', { sun: ['00:00-01:30'] }],
    ['Europe/London', { sun: ['01:00-01:30', '01:30-03:00'] }],
    ['America/New_York', { sun: ['00:30-01:30', '01:30-02:30'] }],
    ['America/New_York', { sun: ['02:00-03:00', '04:00-05:30'] }],
    ['Australia/Lord_Howe', { sun: ['00:30-02:00'] }],
    ['Australia/Lord_Howe', { sun: ['02:00-03:30'] }],
    ['Africa/Cairo', { fri: ['00:00-04:00'] }],
  ])('in %s, with %j', (zone, changing) => {
    const week: Record<string, string[]> = { ...otherDays, ...changing };
    const halfHours = listHalfHours(zone);
    const isOpen = halfHours.map(({ date, time }) => {
      const isClosed = closed.some(each => date.endsWith(each));
      const ranges = isClosed ? [] : (week[write(date).slice(0, 3).toLowerCase()] ?? []);
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
      if (last + 1 - index >= 2) return `today, ${write(dates[today]!)}`;
      const next = dates.findIndex((date, position) => position > today && openOn.get(date));
      const opening = halfHours[openOn.get(dates[next]!)!.first]!;
      const { time } = opening;
      const [hour = 0, minutes] = time.split(':').map(Number);
      // No-break spaces keep the time on one line.
      const clock = `${hour === 0 || hour === 12 ? 12 : hour % 12}${minutes ? `:${minutes}` : ''}`;
      const from = time === '00:00' ? '' : `, from ${clock}\u00a0${hour < 12 ? 'am' : 'pm'}`;
      return `${next === today + 1 ? 'tomorrow,' : 'on'} ${write(opening.date)}${from}`;
    }

    const hours = parseHours(week, zone, closed);
    const differences = Array.from({ length: days * 48 }, (_, index) => index).flatMap(index => {
      const at = start + index * halfHourMs;
      const { promise } = wordCallBack(planCallBack(hours, at, telephone)!, 'en', at);
      const said = promise!.text.replace('{date}', promise!.date!);
      const expected = `We’ll call you on {to} ${describeSlowly(index)}.`;
      return said === expected ? [] : [{ at: new Date(at).toISOString(), said, expected }];
    });
    expect(differences).toEqual([]);
  });
});
