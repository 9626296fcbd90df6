import type { Definition } from '../contract/definition.ts';
import { dayMs } from '../contract/durations.ts';
import type { Enquiry, Receipt } from '../contract/enquiry.ts';
import { enquiryTextsIn } from '../contract/languages/enquiry-texts.ts';
import type { CallBackTexts } from '../contract/languages/language.ts';
import { fillIn, sayNext } from '../contract/promise.ts';
import type { OpeningHours } from '../settings/hours-config.ts';
import type { MetaEntry } from './create-body.ts';
import { clockAt, findNextContact } from './opening-hours.ts';

/** What the firm will do, as the outbox keeps it until it is worded: `call` or `reply`, and with opening hours the day,
 * perhaps the time at which the firm opens, and the time zone, such as `call 2026-11-24T09:00 Europe/London`. Undefined if
 * the firm doesn't open within a year, or the visitor has left neither a number nor an address. */
export function planCallBack(
  hours: OpeningHours | undefined,
  now: number,
  { telephone_mobile, email }: Pick<Enquiry, 'telephone_mobile' | 'email'>,
): string | undefined {
  if (!telephone_mobile?.trim() && !email?.trim()) return undefined;
  const kind = telephone_mobile?.trim() ? 'call' : 'reply';
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
  const { callBack: texts, language: known } = enquiryTextsIn(language);
  const { comma = ', ', closing = '', ofYear = ' ', on } = texts;
  const [kind, when, timeZone] = plan.split(' ');
  const to = kind === 'call' ? 'telephone_mobile' : 'email';
  const say = kind === 'call' ? texts.call : texts.reply;
  if (!when || !timeZone) return { promise: { to, text: say('{to}', '') } };
  const opening = new Date(when.includes('T') ? `${when}Z` : when);
  const from = when.includes('T')
    ? texts.from(opening.getUTCHours(), String(opening.getUTCMinutes()).padStart(2, '0'))
    : '';
  const date = dateOf(opening, texts, known);
  const today = new Date(clockAt(timeZone, now)).toISOString().slice(0, 10);
  const daysAhead = (Date.parse(when.slice(0, today.length)) - Date.parse(today)) / dayMs;
  const relative = [texts.today, texts.tomorrow][daysAhead];
  const day = relative ? `${relative}${comma}{date}${closing}` : `${on}{date}`;
  const fullDate = `${date}${ofYear}${opening.getUTCFullYear()}`;
  return {
    call_back: say('', on + [fullDate, from].filter(Boolean).join(' ')),
    promise: { to, text: say('{to}', day), day, date: [date, from].filter(Boolean).join(comma) },
  };
}

function dateOf(opening: Date, { date }: CallBackTexts, language: string): string {
  const formatter =
    formatters.get(language) ??
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
  formatters.set(language, formatter);
  // Beside a day, the name of the month has the case that Polish needs.
  const name = (wanted: 'weekday' | 'month') =>
    formatter.formatToParts(opening).find(({ type }) => type === wanted)!.value;
  return date(name('weekday'), opening.getUTCDate(), name('month'));
}

/** What the visitor is told. */
interface Told {
  /** See `planCallBack`. Undefined: the proxy promises nothing. */
  plan: string | undefined;
  hours: OpeningHours | undefined;
  now: number;
  /** The main language of the config, for the labels. */
  language: string;
}

/** Lists the `meta` entries that tell the back office what the receipt tells the visitor, with the sentence in the definition's
 * language. `promise` is that sentence without the number or address. */
export function listTold(
  definition: Pick<Definition, 'next' | 'lang'>,
  { telephone_mobile, email }: Pick<Enquiry, 'telephone_mobile' | 'email'>,
  { plan, hours, now, language }: Told,
): { entries: MetaEntry[]; promise: string } {
  const labels = enquiryTextsIn(language).entryLabels;
  const said = {
    definition,
    receipt: plan === undefined ? {} : wordCallBack(plan, definition.lang, now),
    to: telephone_mobile ? ('telephone_mobile' as const) : ('email' as const),
    contact: telephone_mobile || email,
    isSameDay: true,
  };
  const { promised, kept } = sayNext(said);
  const channel = telephone_mobile ? 'call' : email && 'email';
  const entries = [
    { id: 'enquiry_received', label: labels.received, value: toZonedTime(now, hours?.time_zone) },
    { id: 'contact_promised', label: labels.promised, value: fillIn(promised || kept, said).join('') },
    { id: 'preferred_channel', label: labels.channel, value: channel ?? '' },
  ].filter(({ value }) => value !== '');
  return { entries, promise: fillIn(promised || kept, { ...said, contact: '…' }).join('') };
}

/** Such as `2026-11-28T10:15:00+00:00`. Default: in UTC. */
function toZonedTime(ms: number, timeZone: string | undefined): string {
  const clock = timeZone === undefined ? ms : clockAt(timeZone, ms);
  const offset = new Date(Math.abs(clock - ms))
    .toISOString()
    .slice('1970-01-01T'.length, '1970-01-01T00:00'.length);
  return `${new Date(clock).toISOString().slice(0, '1970-01-01T00:00:00'.length)}${clock < ms ? '-' : '+'}${offset}`;
}
