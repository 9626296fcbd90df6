/** For languages that the browser doesn't know, such as Welsh. Otherwise Intl would write dates the American way. */
const fallback = 'en-GB';

/** The time of day, such as `14:02`. */
export function formatTime(locale: string, ms: number): string {
  return new Intl.DateTimeFormat([locale, fallback], { timeStyle: 'short' }).format(ms);
}

/** The day and the time, such as `1 February 2026 at 14:02`. */
export function formatDateTime(locale: string, ms: number): string {
  return new Intl.DateTimeFormat([locale, fallback], { dateStyle: 'long', timeStyle: 'short' }).format(ms);
}
