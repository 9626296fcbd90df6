/** Milliseconds. */
export const minuteMs = 60_000;
/** Milliseconds. */
export const hourMs = 3_600_000;
/** Milliseconds. */
export const dayMs = 24 * hourMs;
