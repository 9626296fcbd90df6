/** Parses a time in UTC, such as `2026-02-01T14:30`. Returns milliseconds since 1970, or undefined for a time that
 * doesn't exist, such as 30 February. */
export function parseUtcTime(time: string): number | undefined {
  const ms = Date.parse(`${time}Z`);
  // Node reads 30 February as 2 March.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(time);
  return exists ? ms : undefined;
}
