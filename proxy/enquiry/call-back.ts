import type { Enquiry } from '../contract/enquiry.ts';
import type { OpeningHours } from '../settings/opening-hours.ts';
import { primaryLanguage } from '../settings/texts.ts';
import { findNextContact, type NextContact } from './opening-hours.ts';

/** How a language says when the firm will call or reply. */
interface Wording {
  call(when: string): string;
  reply(when: string): string;
  today: string;
  tomorrow: string;
  weekday(name: string): string;
  date(day: number, month: string): string;
  /** After a day. `minutes` has two digits. */
  from(hour: number, minutes: string): string;
}

/** The time on a clock with twelve hours, without the minutes if they are zero. It isn't broken over two lines. */
const onTwelveHourClock = (hour: number, minutes: string, period: string) =>
  `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${period}`.replaceAll(' ', '\u00a0');

const english: Wording = {
  call: when => `We’ll call you ${when}.`,
  reply: when => `We’ll reply ${when}.`,
  today: 'today',
  tomorrow: 'tomorrow',
  weekday: name => `on ${name}`,
  date: (day, month) => `on ${day} ${month}`,
  // Many people don't know whether 12 pm is midday or midnight.
  from: (hour, minutes) =>
    hour === 12 && minutes === '00'
      ? 'from midday'
      : `from ${onTwelveHourClock(hour, minutes, hour < 12 ? 'am' : 'pm')}`,
};

const wordings: ReadonlyMap<string, Wording> = new Map([
  ['en', english],
  [
    'ar',
    {
      call: when => `سنتصل بك ${when}.`,
      reply: when => `سنرد عليك ${when}.`,
      today: 'اليوم',
      tomorrow: 'غدًا',
      weekday: name => `يوم ${name}`,
      date: (day, month) => `يوم ${day} ${month}`,
      from: (hour, minutes) => {
        const period = hour < 12 ? 'صباحًا' : hour < 13 ? 'ظهرًا' : hour < 18 ? 'بعد الظهر' : 'مساءً';
        return `ابتداءً من الساعة ${onTwelveHourClock(hour, minutes, period)}`;
      },
    },
  ],
  [
    'cy',
    {
      call: when => `Byddwn yn eich ffonio ${when}.`,
      reply: when => `Byddwn yn ateb ${when}.`,
      today: 'heddiw',
      tomorrow: 'yfory',
      weekday: name => name.replace('Dydd', 'ddydd'), // The soft mutation, because it says when.
      date: (day, month) => `ar ${day} ${month}`,
      from: (hour, minutes) => {
        if (hour === 12 && minutes === '00') return 'o hanner dydd ymlaen';
        const period = hour < 12 ? 'y bore' : hour < 18 ? 'y prynhawn' : 'yr hwyr';
        return `o ${onTwelveHourClock(hour, minutes, period)} ymlaen`;
      },
    },
  ],
  [
    'de',
    {
      call: when => `Wir rufen Sie ${when} an.`,
      reply: when => `Wir antworten Ihnen ${when}.`,
      today: 'heute',
      tomorrow: 'morgen',
      weekday: name => `am ${name}`,
      date: (day, month) => `am ${day}. ${month}`,
      from: (hour, minutes) => `ab ${hour}${minutes === '00' ? '' : `:${minutes}`}\u00a0Uhr`,
    },
  ],
  [
    'es',
    {
      call: when => `Le llamaremos ${when}.`,
      reply: when => `Le responderemos ${when}.`,
      today: 'hoy',
      tomorrow: 'mañana',
      weekday: name => `el ${name}`,
      date: (day, month) => `el ${day} de ${month}`,
      from: (hour, minutes) => `a partir de ${hour === 1 ? 'la' : 'las'} ${hour}:${minutes}`,
    },
  ],
  [
    'fr',
    {
      call: when => `Nous vous appellerons ${when}.`,
      reply: when => `Nous vous répondrons ${when}.`,
      today: 'aujourd’hui',
      tomorrow: 'demain',
      weekday: name => name,
      date: (day, month) => `le ${day === 1 ? '1er' : day} ${month}`,
      from: (hour, minutes) => `à partir de ${hour}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`,
    },
  ],
  [
    'pl',
    {
      call: when => `Zadzwonimy ${when}.`,
      reply: when => `Odpowiemy ${when}.`,
      today: 'dzisiaj',
      tomorrow: 'jutro',
      // In the accusative: w środę, we wtorek.
      weekday: name => `${name.startsWith('wt') ? 'we' : 'w'} ${name.replace(/a$/, 'ę')}`,
      date: (day, month) => `${day} ${month}`,
      // "After", because `od` would need a verb that lasts.
      from: (hour, minutes) => `po ${hour}:${minutes}`,
    },
  ],
]);

/** Formatters by language. Creating one takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The sentence on the receipt about when the firm will call or reply, in a language (a BCP 47 tag) or in English.
 * Undefined if the firm doesn't open within a year. */
export function describeCallBack(
  hours: OpeningHours,
  now: number,
  language: string,
  { telephone_mobile }: Pick<Enquiry, 'telephone_mobile'>,
): string | undefined {
  const next = findNextContact(hours, now);
  if (!next) return undefined;
  const primary = primaryLanguage(language);
  const wording = wordings.get(primary) ?? english;
  const when = describeWhen(next, wording, wordings.has(primary) ? primary : 'en');
  return telephone_mobile?.trim() ? wording.call(when) : wording.reply(when);
}

function describeWhen({ daysAhead, opensAt }: NextContact, wording: Wording, language: string): string {
  if (daysAhead === 0) return wording.today;
  const opening = new Date(opensAt);
  const day = daysAhead === 1 ? wording.tomorrow : describeDay(opening, daysAhead, wording, language);
  const [hour, minutes] = [opening.getUTCHours(), opening.getUTCMinutes()];
  // The day says it all if the firm opens at midnight.
  if (hour === 0 && minutes === 0) return day;
  return `${day} ${wording.from(hour, String(minutes).padStart(2, '0'))}`;
}

function describeDay(opening: Date, daysAhead: number, wording: Wording, language: string): string {
  const formatter =
    formatters.get(language) ??
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
  formatters.set(language, formatter);
  // Beside a day, the name of the month has the case that Polish needs.
  const name = (wanted: 'weekday' | 'month') =>
    formatter.formatToParts(opening).find(({ type }) => type === wanted)!.value;
  return daysAhead < 7 ? wording.weekday(name('weekday')) : wording.date(opening.getUTCDate(), name('month'));
}
