// `today` in a question's `max` and `min` is the visitor's own date, where the day may have 23 to 25 hours.
import { afterEach, expect, test, vi } from 'vitest';
import { todayAt } from './values.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});
function inZone(zone: string) {
  vi.stubEnv('TZ', zone);
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
}

test.each<[string, string, string]>([
  // Summer time begins, and ends, in the night.
  ['Europe/London', '2026-03-29T00:00:00Z', '2026-03-29'],
  ['Europe/London', '2026-03-29T23:00:00Z', '2026-03-30'],
  ['Europe/London', '2026-10-24T23:00:00Z', '2026-10-25'],
  ['Europe/London', '2026-10-25T23:59:00Z', '2026-10-25'],
  // 29 February, in the time zones where it starts first and ends last.
  ['Pacific/Kiritimati', '2028-02-28T10:00:00Z', '2028-02-29'],
  ['Pacific/Pago_Pago', '2028-03-01T10:59:00Z', '2028-02-29'],
])('in %s at %s it is %s', (zone, instant, day) => {
  inZone(zone);
  expect(todayAt(new Date(instant))).toEqual({ earliest: day, latest: day });
});

test('wherever the visitor is, today is between the earliest and the latest date on Earth', () => {
  const day = (now: Date, hours: number) =>
    new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10);
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    vi.stubEnv('TZ', zone);
    for (const date of ['2026-03-29', '2026-10-25', '2028-02-28', '2028-02-29']) {
      for (let hour = 0; hour < 24; hour++) {
        const now = new Date(`${date}T${String(hour).padStart(2, '0')}:30:00Z`);
        const today = todayAt(now).latest;
        expect(today >= day(now, -12) && today <= day(now, 14), `${zone} at ${now.toISOString()}`).toBe(true);
      }
    }
  }
});
