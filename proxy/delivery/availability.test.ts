import { beforeEach, expect, test } from 'vitest';
import { createAvailability } from './availability.ts';
import type { Outcome } from './outcome.ts';

const delivered: Outcome = { kind: 'delivered', enquiryApiId: 1 };
const unavailable: Outcome = { kind: 'unavailable', reason: 'responded 503' };
const misconfigured = (cause: 'login' | 'access' | 'redirect'): Outcome => ({
  kind: 'misconfigured',
  reason: 'responded 4xx',
  cause,
});
let now: number;
let availability: ReturnType<typeof createAvailability>;
beforeEach(() => {
  now = 0;
  availability = createAvailability(
    8,
    () => now,
    () => 0.5,
  );
});
const note = (outcome: Outcome, times = 1) =>
  Array.from({ length: times }, () => availability.noteOutcome(outcome, false));

test('while the enquiry API responds, the full number of requests may be in flight', () => {
  expect(availability.allowance(0)).toBe(8);
  expect(availability.allowance(5)).toBe(3);
  expect(note(delivered)).toEqual([undefined]);
  expect(note({ kind: 'refused', reason: 'responded 400' })).toEqual([undefined]);
  expect(note({ kind: 'unknown', reason: 'responded 200', hasSuccessStatus: true })).toEqual([undefined]);
  expect(availability.isDown()).toBe(false);
});

test.each<[string, Outcome]>([
  ['refused connections', { kind: 'unavailable', reason: 'no connection (ECONNREFUSED)' }],
  ['unknown outcomes', { kind: 'unknown', reason: 'no response', hasSuccessStatus: false }],
  ['refused access', misconfigured('access')],
])('three failures in a row count as an outage: %s', (_, outcome) => {
  expect(note(outcome, 2)).toEqual(['failed', 'failed']);
  expect(availability.allowance(0)).toBe(8);
  note(delivered);
  expect(note(outcome, 3)).toEqual(['failed', 'failed', 'down']);
  expect(availability.allowance(0)).toBe(0);
});

test('a refused login counts as an outage at once', () => {
  expect(note(misconfigured('login'))).toEqual(['down']);
});

test('deliveries that a firewall blocks never count as an outage', () => {
  for (let n = 0; n < 50; n++) expect(availability.noteOutcome(misconfigured('access'), true)).toBe('failed');
  expect(availability.allowance(0)).toBe(8);
});

test('a blocked probe is followed by the next one after the usual delay', () => {
  note(misconfigured('access'), 3);
  now = 1_000;
  expect(availability.noteOutcome(misconfigured('access'), true)).toBe('failed');
  expect(availability.untilProbeMs()).toBe(1_000);
});

test('while the enquiry API is down, one probe is sent at a time, with growing delays', () => {
  note(unavailable, 3);
  expect(availability.allowance(0)).toBe(0);
  expect(availability.untilProbeMs()).toBe(1_000);
  now = 1_000;
  expect(availability.allowance(0)).toBe(1);
  expect(availability.probe()).toEqual({ isUntriedOnly: false });
  expect(availability.allowance(1)).toBe(0);
  expect(note(unavailable)).toEqual([undefined]);
  expect(availability.untilProbeMs()).toBe(2_000);
});

test('Retry-After delays probes by at most a minute', () => {
  note({ ...unavailable, retryAfterMs: 30_000 }, 3);
  expect(availability.untilProbeMs()).toBe(30_000);
  note({ ...unavailable, retryAfterMs: 3_600_000 });
  expect(availability.untilProbeMs()).toBe(60_000);
});

test('when the enquiry API is up again, each success doubles the number of requests in flight', () => {
  note(unavailable, 3);
  expect(note(delivered)).toEqual(['up']);
  expect(availability.allowance(0)).toBe(2);
  note(delivered);
  expect(availability.allowance(0)).toBe(4);
  note(delivered, 9);
  expect(availability.allowance(0)).toBe(8);
});

test('probes are at most 15 minutes apart with wrong credentials, and at most a minute otherwise', () => {
  note(misconfigured('login'), 20);
  expect(availability.untilProbeMs()).toBe(450_000);
  note(unavailable, 20);
  expect(availability.untilProbeMs()).toBe(60_000);
});

test('after refused access, deliveries that have not been tried are probed within 5 seconds', () => {
  note(misconfigured('access'), 20);
  expect(availability.untilProbeMs()).toBe(5_000);
  now = 5_000;
  expect(availability.allowance(0)).toBe(1);
  expect(availability.probe()).toEqual({ isUntriedOnly: true });
  now = 450_000;
  expect(availability.probe()).toEqual({ isUntriedOnly: false });
});

test('after a redirect, all deliveries are probed slowly', () => {
  note(misconfigured('redirect'), 20);
  expect(availability.untilProbeMs()).toBe(450_000);
});
