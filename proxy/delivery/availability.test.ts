import { beforeEach, expect, test } from 'vitest';
import { type Availability, createAvailability } from './availability.ts';
import type { Outcome } from './outcome.ts';

const delivered: Outcome = { kind: 'delivered', enquiryApiId: 1 };
const unavailable: Outcome = { kind: 'unavailable', reason: 'responded 503' };
let now: number;
let availability: Availability;
beforeEach(() => {
  now = 0;
  availability = createAvailability(
    8,
    () => now,
    () => 0.5,
  );
});

test('as long as it answers, as many go at once as are allowed', () => {
  expect(availability.allowance(0)).toBe(8);
  expect(availability.allowance(5)).toBe(3);
  expect(availability.note(delivered)).toBeUndefined();
  expect(availability.note({ kind: 'refused', reason: 'responded 400' })).toBeUndefined();
  expect(
    availability.note({ kind: 'unknown', reason: 'responded 200', hasSuccessStatus: true }),
  ).toBeUndefined();
  expect(availability.isDown()).toBe(false);
});

test('while it is down one probe goes at a time, ever more rarely', () => {
  expect(availability.note(unavailable)).toBe('down');
  expect(availability.allowance(0)).toBe(0);
  expect(availability.untilProbeMs()).toBe(1_000);
  now = 1_000;
  expect(availability.allowance(0)).toBe(1);
  expect(availability.allowance(1)).toBe(0);
  expect(availability.note(unavailable)).toBeUndefined();
  expect(availability.untilProbeMs()).toBe(2_000);
});

test('a storm of timeouts is an outage, too', () => {
  expect(availability.note({ kind: 'unknown', reason: 'no response', hasSuccessStatus: false })).toBe('down');
});

test('it is not asked before it said', () => {
  availability.note({ ...unavailable, retryAfterMs: 60_000 });
  expect(availability.untilProbeMs()).toBe(60_000);
});

test('when it is back, the first success lets two go, the next four', () => {
  availability.note(unavailable);
  expect(availability.note(delivered)).toBe('up');
  expect(availability.allowance(0)).toBe(2);
  availability.note(delivered);
  expect(availability.allowance(0)).toBe(4);
  for (let n = 0; n < 9; n++) availability.note(delivered);
  expect(availability.allowance(0)).toBe(8);
});

test('a wrong login is tried ever more rarely, up to a quarter of an hour; an outage is looked for each minute', () => {
  const misconfigured: Outcome = { kind: 'misconfigured', reason: 'responded 401' };
  for (let n = 0; n < 20; n++) availability.note(misconfigured);
  expect(availability.untilProbeMs()).toBe(450_000);
  for (let n = 0; n < 20; n++) availability.note(unavailable);
  expect(availability.untilProbeMs()).toBe(60_000);
});
