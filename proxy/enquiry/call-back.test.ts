import { describe, expect, test } from 'vitest';
import { type OpeningHours, openingHours } from '../settings/hours-config.ts';
import { planCallBack, wordCallBack } from './call-back.ts';

const telephone = { telephone_mobile: '07700 900123' };
const address = { email: 'ada@example.com' };
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
    day: promise!.day,
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

  test('is none if there is neither a phone number nor an email address', () => {
    expect(planCallBack(undefined, 0, { telephone_mobile: ' ', email: '' })).toBeUndefined();
  });

  test('is about a reply if there is no phone number, or if the visitor prefers an email', () => {
    for (const contact of [address, { ...address, telephone_mobile: ' ' }])
      expect(describeAt(hours, '2026-11-23T12:00Z', 'en', contact)).toEqual({
        today: 'We’ll reply to {to} today, Monday 23 November.',
        later: 'We’ll reply on Monday 23 November 2026.',
        to: 'email',
        day: 'today, {date}',
      });
  });

  test('has no date without opening hours, and then nothing is said on another day', () => {
    expect(describeAt(undefined, '2026-11-23T12:00Z')).toEqual({
      today: 'We’ll call you on {to}.',
      later: undefined,
      to: 'telephone_mobile',
      day: undefined,
    });
    expect(sayAt(undefined, '2026-11-23T12:00Z', 'de', address)).toBe('Wir antworten Ihnen an {to}.');
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
    sayAt(hours, '2026-11-23T12:00Z', language, address),
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

// The clocks change on Sundays: forward from 1:00, 2:00 and 2:00, and back from 2:00. In Cairo, they change at midnight before
// a Friday.
test.each<[zone: string, week: object, at: string, when: string]>([
  ['Europe/London', { sun: ['00:00-01:30'] }, '2026-03-29T00:00Z', 'today, Sunday 29 March'],
  ['Europe/London', { sun: ['00:00-01:30'] }, '2026-03-29T00:31Z', 'on Sunday 5 April'],
  ['Europe/London', { sun: ['00:00-01:30'] }, '2026-10-24T23:30Z', 'today, Sunday 25 October'],
  ['Europe/London', { sun: ['00:00-01:30'] }, '2026-10-24T23:31Z', 'on Sunday 1 November'],
  ['Europe/London', { sun: ['01:00-03:00'] }, '2026-03-28T12:00Z', 'tomorrow, Sunday 29 March, from 2 am'],
  ['Europe/London', { sun: ['01:00-03:00'] }, '2026-10-24T12:00Z', 'tomorrow, Sunday 25 October, from 1 am'],
  [
    'America/New_York',
    { sun: ['02:00-03:00', '04:00-05:30'] },
    '2026-03-07T12:00Z',
    'tomorrow, Sunday 8 March, from 4 am',
  ],
  ['America/New_York', { sun: ['00:30-02:30'] }, '2026-03-08T06:31Z', 'on Sunday 15 March, from 12:30 am'],
  ['America/New_York', { sun: ['00:30-02:30'] }, '2026-11-01T06:30Z', 'today, Sunday 1 November'],
  [
    'Australia/Lord_Howe',
    { sun: ['02:00-03:30'] },
    '2026-10-03T12:00Z',
    'tomorrow, Sunday 4 October, from 2:30 am',
  ],
  ['Australia/Lord_Howe', { sun: ['00:30-02:00'] }, '2026-04-04T14:30Z', 'today, Sunday 5 April'],
  ['Africa/Cairo', { fri: ['00:00-04:00'] }, '2026-04-23T12:00Z', 'tomorrow, Friday 24 April, from 1 am'],
  ['Africa/Cairo', { fri: ['00:00-04:00'] }, '2026-10-30T01:00Z', 'today, Friday 30 October'],
  ['Africa/Cairo', { fri: ['00:00-04:00'] }, '2026-10-30T01:30Z', 'on Friday 6 November'],
])('where the clocks change in %s, with %j, at %s: %s', (zone, week, at, when) => {
  expect(sayAt(parseHours(week, zone), at)).toBe(`We’ll call you on {to} ${when}.`);
});

test('closed days are skipped, whether or not they recur every year, and a day may have several opening times', () => {
  const week = { mon: ['09:00-12:30', '13:30-17:30'], fri: ['22:00-24:00'], sat: ['00:00-02:00'] };
  const hours = parseHours(week, 'UTC', ['12-25', '2026-12-26', '2026-12-28']);
  expect(sayAt(hours, '2026-12-21T12:45Z')).toBe('We’ll call you on {to} today, Monday 21 December.');
  expect(sayAt(hours, '2026-12-21T17:00Z')).toBe('We’ll call you on {to} on Friday 1 January, from 10 pm.');
});
