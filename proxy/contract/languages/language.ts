/** A text with placeholders such as `{name}`; or a text for each plural form (CLDR) or exact value of `{count}`. */
export type Message = string | Record<string, string>;

/** What the proxy writes in forms, enquiries and receipts. */
export interface EnquiryTexts {
  /** The labels of contact fields, and the title of their step. */
  contact: Record<'forename' | 'surname' | 'telephone_mobile' | 'email' | 'heading', string>;
  entryLabels: EntryLabels;
  /** Before a telephone number below Send, if the site's owner has no text for it. */
  orCall: string;
  callBack: CallBackTexts;
}

/** The labels of the `meta` entries that the proxy adds to an enquiry. */
interface EntryLabels {
  form_version: string;
  site: string;
  /** A server application. */
  client: string;
  language: string;
  landing_page: string;
  parameter: (name: string) => string;
  first_landing_page: string;
  first_referrer: string;
  /** A parameter of the first visit. */
  first_parameter: (name: string) => string;
  sources: string;
  possible_duplicate_of: string;
  suspected_spam: string;
  received: string;
  /** What the receipt promises. */
  promised: string;
  /** How the firm will answer. */
  channel: string;
}

/** How a language says when the firm will call or reply. */
export interface CallBackTexts {
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
export const sentence = (...parts: string[]) => `${parts.filter(Boolean).join(' ')}.`;

/** The time on a clock with twelve hours, without the minutes if they are zero. It isn't broken over two lines. */
export const onTwelveHourClock = (hour: number, minutes: string, period: string) =>
  `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${period}`.replaceAll(' ', '\u00a0');
