import { dayMs, hourMs } from '../contract/durations.ts';

const minuteMs = 60_000;
const integers = new Intl.NumberFormat('en-GB');
const decimals = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 2 });

/** Formats a whole number: `100,000`. */
export const formatNumber = (value: number) => integers.format(value);

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
export function formatAge(ms: number): string {
  if (ms < minuteMs) return 'just now';
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`;
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h ago`;
  return `${formatNumber(Math.floor(ms / dayMs))} days ago`;
}

/** Formats a size: `0 B`, `340 KiB`, `1.2 GiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), units.length - 1);
  const value = bytes / 1_024 ** power;
  return `${value < 10 ? decimals.format(value) : formatNumber(Math.round(value))} ${units[power]}`;
}

/** Lists words: `a, b and c`. */
export const listOf = (words: string[]) => new Intl.ListFormat('en-GB').format(words);

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
