import { dayMs } from '../contract/durations.ts';
import type { Enquiry, Receipt } from '../contract/enquiry.ts';
import type { OpeningHours } from '../settings/hours-config.ts';
import { primaryLanguage } from '../settings/texts.ts';
import { clockAt, findNextContact } from './opening-hours.ts';

/** How a language says when the firm will call or reply. */
interface Wording {
  /** `to` and `when` may be empty. */
  call(to: string, when: string): string;
  reply(to: string, when: string): string;
  today: string;
  tomorrow: string;
  /** Between today or tomorrow, the date and the time. Default: `, `. */
  comma?: string;
  /** After a date that explains today or tomorrow. Default: nothing. */
  closing?: string;
  /** Before a date in a sentence. */
  on: string;
  /** The name of the month has the case that it has beside a day. */
  date(weekday: string, day: number, month: string): string;
  /** Between a date and its year. Default: a space. */
  ofYear?: string;
  /** After a date. `minutes` has two digits. */
  from(hour: number, minutes: string): string;
}

/** A sentence of these parts, without those that are empty. */
const sentence = (...parts: string[]) => `${parts.filter(Boolean).join(' ')}.`;

/** The time on a clock with twelve hours, without the minutes if they are zero. It isn't broken over two lines. */
const onTwelveHourClock = (hour: number, minutes: string, period: string) =>
  `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${period}`.replaceAll(' ', '\u00a0');

const english: Wording = {
  call: (to, when) => sentence('We’ll call you', to && `on ${to}`, when),
  reply: (to, when) => sentence('We’ll reply', to && `to ${to}`, when),
  today: 'today',
  tomorrow: 'tomorrow',
  on: 'on ',
  date: (weekday, day, month) => `${weekday} ${day}\u00a0${month}`,
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
      call: (to, when) => sentence('سنتصل بك', to && `على الرقم ${to}`, when),
      reply: (to, when) => sentence('سنرد عليك', to && `على العنوان ${to}`, when),
      today: 'اليوم',
      tomorrow: 'غدًا',
      comma: '، ',
      on: 'يوم ',
      date: (weekday, day, month) => `${weekday} ${day}\u00a0${month}`,
      from: (hour, minutes) => {
        const period = hour < 12 ? 'صباحًا' : hour < 13 ? 'ظهرًا' : hour < 18 ? 'بعد الظهر' : 'مساءً';
        return `ابتداءً من الساعة ${onTwelveHourClock(hour, minutes, period)}`;
      },
    },
  ],
  [
    'cy',
    {
      call: (to, when) => sentence('Byddwn yn eich ffonio', to && `ar ${to}`, when),
      reply: (to, when) => sentence('Byddwn yn ateb', to && `i ${to}`, when),
      today: 'heddiw',
      tomorrow: 'yfory',
      on: '',
      // The soft mutation, because it says when.
      date: (weekday, day, month) => `${weekday.replace('Dydd', 'ddydd')} ${day}\u00a0${month}`,
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
      call: (to, when) => sentence('Wir rufen Sie', when, to && `unter ${to}`, 'an'),
      reply: (to, when) => sentence('Wir antworten Ihnen', when, to && `an ${to}`),
      today: 'heute',
      tomorrow: 'morgen',
      closing: ',',
      on: 'am ',
      date: (weekday, day, month) => `${weekday}, ${day}.\u00a0${month}`,
      from: (hour, minutes) => `ab ${hour}${minutes === '00' ? '' : `:${minutes}`}\u00a0Uhr`,
    },
  ],
  [
    'es',
    {
      call: (to, when) => sentence('Le llamaremos', to && `al ${to}`, when),
      reply: (to, when) => sentence('Le responderemos', to && `a ${to}`, when),
      today: 'hoy',
      tomorrow: 'mañana',
      on: 'el ',
      date: (weekday, day, month) => `${weekday} ${day} de\u00a0${month}`,
      ofYear: ' de ',
      from: (hour, minutes) => `a partir de ${hour === 1 ? 'la' : 'las'} ${hour}:${minutes}`,
    },
  ],
  [
    'fr',
    {
      call: (to, when) => sentence('Nous vous appellerons', to && `au ${to}`, when),
      reply: (to, when) => sentence('Nous vous répondrons', to && `à ${to}`, when),
      today: 'aujourd’hui',
      tomorrow: 'demain',
      on: 'le ',
      date: (weekday, day, month) => `${weekday} ${day === 1 ? '1er' : day}\u00a0${month}`,
      from: (hour, minutes) => `à partir de ${hour}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`,
    },
  ],
  [
    'pl',
    {
      call: (to, when) => sentence('Zadzwonimy', to && `pod numer ${to}`, when),
      reply: (to, when) => sentence('Odpowiemy', to && `na adres ${to}`, when),
      today: 'dzisiaj',
      tomorrow: 'jutro',
      on: '',
      // In the accusative: w środę, we wtorek.
      date: (weekday, day, month) =>
        `${weekday.startsWith('wt') ? 'we' : 'w'} ${weekday.replace(/a$/, 'ę')} ${day}\u00a0${month}`,
      // "After", because `od` would need a verb that lasts.
      from: (hour, minutes) => `po ${hour}:${minutes}`,
    },
  ],
]);

/** What the firm will do, as the outbox keeps it until it is worded: `call` or `reply`, and with opening hours the day,
 * perhaps the time at which the firm opens, and the time zone, such as `call 2026-11-24T09:00 Europe/London`. Undefined if
 * the firm doesn't open within a year. */
export function planCallBack(
  hours: OpeningHours | undefined,
  now: number,
  { telephone_mobile, channel }: Pick<Enquiry, 'telephone_mobile' | 'channel'>,
): string | undefined {
  const kind = telephone_mobile?.trim() && channel !== 'email' ? 'call' : 'reply';
  if (!hours) return kind;
  const next = findNextContact(hours, now);
  if (!next) return undefined;
  const [date, time] = new Date(next.opensAt).toISOString().split(/T|:00\.000Z/);
  // The day says it all today, and if the firm opens at midnight.
  const when = next.daysAhead === 0 || time === '00:00' ? date : `${date}T${time}`;
  return `${kind} ${when} ${hours.time_zone}`;
}

/** Formatters by language. Creating one takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Words what the firm will do, in a language (a BCP 47 tag) or in English, for a receipt that is sent now. */
export function wordCallBack(
  plan: string,
  language: string,
  now: number,
): Pick<Receipt, 'call_back' | 'promise'> {
  const primary = primaryLanguage(language);
  const known = wordings.has(primary) ? primary : 'en';
  const wording = wordings.get(known)!;
  const { comma = ', ', closing = '', ofYear = ' ', on } = wording;
  const [kind, when, timeZone] = plan.split(' ');
  const to = kind === 'call' ? 'telephone_mobile' : 'email';
  const say = kind === 'call' ? wording.call : wording.reply;
  if (!when || !timeZone) return { promise: { to, text: say('{to}', '') } };
  const opening = new Date(when.includes('T') ? `${when}Z` : when);
  const from = when.includes('T')
    ? wording.from(opening.getUTCHours(), String(opening.getUTCMinutes()).padStart(2, '0'))
    : '';
  const date = dateOf(opening, wording, known);
  const today = new Date(clockAt(timeZone, now)).toISOString().slice(0, 10);
  const daysAhead = (Date.parse(when.slice(0, today.length)) - Date.parse(today)) / dayMs;
  const relative = [wording.today, wording.tomorrow][daysAhead];
  const fullDate = `${date}${ofYear}${opening.getUTCFullYear()}`;
  return {
    call_back: say('', on + [fullDate, from].filter(Boolean).join(' ')),
    promise: {
      to,
      text: say('{to}', relative ? `${relative}${comma}{date}${closing}` : `${on}{date}`),
      date: [date, from].filter(Boolean).join(comma),
    },
  };
}

function dateOf(opening: Date, { date }: Wording, language: string): string {
  const formatter =
    formatters.get(language) ??
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
  formatters.set(language, formatter);
  // Beside a day, the name of the month has the case that Polish needs.
  const name = (wanted: 'weekday' | 'month') =>
    formatter.formatToParts(opening).find(({ type }) => type === wanted)!.value;
  return date(name('weekday'), opening.getUTCDate(), name('month'));
}
