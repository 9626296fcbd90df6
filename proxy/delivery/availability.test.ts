import { beforeEach, expect, test } from 'vitest';
import type { Outcome } from './api-outcome.ts';
import { Availability } from './availability.ts';

const delivered: Outcome = { kind: 'delivered', enquiryApiId: 1 };
const answered: Outcome = { kind: 'refused', failure: { cause: 'responded', status: 400 }, says: 'decided' };
const unavailable: Outcome = {
  kind: 'unavailable',
  failure: { cause: 'responded', status: 503 },
  says: 'unreachable',
};
const noResponse: Outcome = {
  kind: 'unknown',
  failure: { cause: 'interrupted' },
  says: 'unreachable',
  hasSuccessStatus: false,
};
const refusedAccess: Outcome = {
  kind: 'misconfigured',
  failure: { cause: 'responded', status: 403 },
  says: 'nothing',
};
const refusedLogin: Outcome = {
  kind: 'misconfigured',
  failure: { cause: 'responded', status: 401 },
  says: 'login',
};
const minuteMs = 60_000;
let now: number;
let availability: Availability;
beforeEach(() => {
  now = 0;
  availability = new Availability(
    8,
    () => now,
    () => 0.5,
  );
});
const note = (outcome: Outcome, ...ids: number[]) => ids.map(id => availability.noteOutcome(id, outcome));

test('while the enquiry API responds, the full number of requests may be in flight', () => {
  expect(availability.allowance(0)).toBe(8);
  expect(availability.allowance(5)).toBe(3);
  expect(note(delivered, 1)).toEqual([undefined]);
  expect(note(answered, 2)).toEqual([undefined]);
  expect(availability.isDown).toBe(false);
});

test.each([unavailable, noResponse, refusedAccess])(
  'three different deliveries that fail in a row are an outage: $kind',
  outcome => {
    expect(note(outcome, 1, 2)).toEqual(['failed', 'failed']);
    note(delivered, 3);
    expect(note(outcome, 4, 5, 6)).toEqual(['failed', 'failed', 'down']);
    expect(availability.allowance(0)).toBe(0);
  },
);

test('the retries of one delivery are no outage', () => {
  expect(note(unavailable, 1, 1, 1, 2, 2, 1)).not.toContain('down');
});

test('deliveries that fail while others succeed soon count no more', () => {
  for (let n = 0; n < 2; n++) {
    note(refusedAccess, 1, 2);
    note(delivered, 9);
  }
  expect(note(refusedAccess, 1, 2, 3, 4)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(note(refusedAccess, 5)).toEqual(['down']);
});

test('a refused login is an outage at once', () => {
  expect(note(refusedLogin, 1)).toEqual(['down']);
});

test('probes of an enquiry API that is down are 1, 2, 4 and then 5 seconds apart, whatever it asks for', () => {
  note({ ...unavailable, retryAfterMs: 3_600_000 }, 1, 2, 3);
  const pauses = Array.from({ length: 5 }, () => {
    const ms = availability.untilProbeMs;
    now += ms;
    availability.beginProbe();
    expect(availability.noteLoginTest({ ...unavailable, retryAfterMs: 3_600_000 })).toBe(false);
    return ms;
  });
  expect(pauses).toEqual([1_000, 1_000, 2_000, 4_000, 5_000]);
});

test('while the login is refused, probes are rarer and rarer, at most 15 minutes apart', () => {
  note(refusedLogin, 1);
  for (let n = 0; n < 20; n++) availability.noteLoginTest(refusedLogin);
  expect(availability.untilProbeMs).toBe(450_000);
  expect(availability.noteLoginTest(answered)).toBe(true);
});

test('a delivery is probed if the login test gets any response, or else after five minutes', () => {
  note(noResponse, 1, 2, 3);
  expect(availability.noteLoginTest(noResponse)).toBe(false);
  expect(availability.noteLoginTest(refusedAccess)).toBe(true);
  expect(availability.noteLoginTest(noResponse)).toBe(false);
  now = 5 * minuteMs;
  expect(availability.noteLoginTest(noResponse)).toBe(true);
  expect(availability.noteLoginTest(noResponse)).toBe(false);
});

test('two deliveries are probed at once if one has succeeded within the last hour', () => {
  expect(availability.probeSize).toBe(1);
  note(delivered, 1);
  expect(availability.probeSize).toBe(2);
  now = 60 * minuteMs;
  expect(availability.probeSize).toBe(1);
});

test('when the enquiry API is up again, each success doubles the number of requests in flight', () => {
  note(unavailable, 1, 2, 3);
  expect(note(delivered, 1)).toEqual(['up']);
  expect(availability.allowance(0)).toBe(2);
  note(delivered, 2);
  expect(availability.allowance(0)).toBe(4);
  note(delivered, 3, 4, 5);
  expect(availability.allowance(0)).toBe(8);
});

test('an outage that ended without a success begins again with the next failure', () => {
  note(unavailable, 1, 2, 3);
  availability.endOutage();
  expect(availability.allowance(0)).toBe(1);
  expect(note(unavailable, 4)).toEqual(['down']);
});

test.each<[string, () => void, boolean]>([
  ['a delivery that always fails', () => note(refusedAccess, 1, 1, 1), true],
  ['a delivery that succeeds after a failure', () => [note(refusedAccess, 1), note(delivered, 1)], false],
  ['a login test without a response', () => availability.noteLoginTest(unavailable), false],
  ['a login test with a response', () => availability.noteLoginTest(answered), true],
])('%s shows whether the enquiry API is steady', (_, happen, isSteady) => {
  happen();
  expect(availability.isSteady).toBe(isSteady);
  now = 5 * minuteMs;
  expect(availability.isSteady).toBe(true);
});
