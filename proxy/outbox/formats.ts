import { dayMs, hourMs, minuteMs } from '../contract/durations.ts';
import { deskTexts } from '../contract/languages/desk-texts.ts';

/** Formats a whole number: `100,000`. */
export const formatNumber = (value: number, { lang } = deskTexts.en) => value.toLocaleString(lang);

/** Formats a time, in milliseconds since 1970, for a person in this time zone (default: UTC, in ISO 8601). */
export const formatTime = (
  ms: number,
  reader?: { texts: { lang: string }; timeZone?: string | undefined },
) =>
  reader?.timeZone === undefined
    ? new Date(ms).toISOString()
    : new Date(ms).toLocaleString(reader.texts.lang, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: reader.timeZone,
      });

/** Formats a count with its noun: `1 file`, `2 files`, `1,200 deliveries`. `many` is the plural; default: with an "s". */
export const countOf = (value: number, one: string, many = `${one}s`) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

export const countDeliveries = (value: number) => countOf(value, 'delivery', 'deliveries');
/** Formats a count of enquiries. `adjective` precedes the noun: `2 held enquiries`. */
export const countEnquiries = (value: number, adjective?: string) => {
  const prefix = adjective === undefined ? '' : `${adjective} `;
  return countOf(value, `${prefix}enquiry`, `${prefix}enquiries`);
};

/** Formats how long ago something happened, from milliseconds: `just now`, `11 min ago`, `3 h ago`, `2 days ago`. */
export function formatAge(ms: number, texts = deskTexts.en): string {
  const { now, minutes, hours, days } = texts.ago; // The age is negative when the clock was stepped back.
  if (ms < minuteMs) return now;
  if (ms < hourMs) return minutes(Math.floor(ms / minuteMs));
  if (ms < 2 * dayMs) return hours(Math.floor(ms / hourMs));
  return days(formatNumber(Math.floor(ms / dayMs), texts));
}

/** Formats a size: `0 B`, `340 KiB`, `1.2 GiB`. */
export function formatBytes(bytes: number, { lang } = deskTexts.en): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), units.length - 1);
  const value = bytes / 1_024 ** power;
  const digits = value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
  return `${value.toLocaleString(lang, digits)} ${units[power]}`;
}

/** Lists words: `a, b and c`. */
export const listOf = (words: string[], lang = 'en-GB') => new Intl.ListFormat(lang).format(words);

/** Makes a text that others have written harmless for a terminal: without control characters, and without those that
 * change the direction of what follows. `toEscape` writes such a character; by default as `\u{202e}`. */
export const toPrintable = (
  text: string,
  toEscape = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
) => text.replaceAll(/[\p{C}\u2028\u2029]/gu, toEscape);

/** Formats a value as JSON that is harmless in the same way. */
export const toPrintableJson = (value: unknown) =>
  toPrintable(JSON.stringify(value), character =>
    character.replaceAll(/./gs, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
