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

test('while the enquiry API responds, the full number of requests may be in flight', () => {
  expect(availability.allowance(0)).toBe(8);
  expect(availability.allowance(5)).toBe(3);
  expect(availability.noteOutcome(delivered)).toBeUndefined();
  expect(availability.noteOutcome({ kind: 'refused', reason: 'responded 400' })).toBeUndefined();
  expect(
    availability.noteOutcome({ kind: 'unknown', reason: 'responded 200', hasSuccessStatus: true }),
  ).toBeUndefined();
  expect(availability.isDown()).toBe(false);
});

test('while the enquiry API is down, one probe is sent at a time, with growing delays', () => {
  expect(availability.noteOutcome(unavailable)).toBe('down');
  expect(availability.allowance(0)).toBe(0);
  expect(availability.untilProbeMs()).toBe(1_000);
  now = 1_000;
  expect(availability.allowance(0)).toBe(1);
  expect(availability.allowance(1)).toBe(0);
  expect(availability.noteOutcome(unavailable)).toBeUndefined();
  expect(availability.untilProbeMs()).toBe(2_000);
});

test('an unknown outcome without a response counts as an outage', () => {
  expect(availability.noteOutcome({ kind: 'unknown', reason: 'no response', hasSuccessStatus: false })).toBe(
    'down',
  );
});

test('no probe is sent before the time that the enquiry API asked for', () => {
  availability.noteOutcome({ ...unavailable, retryAfterMs: 60_000 });
  expect(availability.untilProbeMs()).toBe(60_000);
});

test('when the enquiry API is up again, each success doubles the number of requests in flight', () => {
  availability.noteOutcome(unavailable);
  expect(availability.noteOutcome(delivered)).toBe('up');
  expect(availability.allowance(0)).toBe(2);
  availability.noteOutcome(delivered);
  expect(availability.allowance(0)).toBe(4);
  for (let n = 0; n < 9; n++) availability.noteOutcome(delivered);
  expect(availability.allowance(0)).toBe(8);
});

test('probes are at most 15 minutes apart with wrong credentials, and at most a minute otherwise', () => {
  const misconfigured: Outcome = { kind: 'misconfigured', reason: 'responded 401' };
  for (let n = 0; n < 20; n++) availability.noteOutcome(misconfigured);
  expect(availability.untilProbeMs()).toBe(450_000);
  for (let n = 0; n < 20; n++) availability.noteOutcome(unavailable);
  expect(availability.untilProbeMs()).toBe(60_000);
});
