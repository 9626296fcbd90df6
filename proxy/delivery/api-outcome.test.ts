import { expect, test } from 'vitest';
import {
  classifyResponse,
  computeBackoffMs,
  computePause,
  type FailedOutcome,
  type Outcome,
} from './api-outcome.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const created = JSON.stringify({ code: 201, status: 'Created enquiry', result: 4711 });
const named = JSON.stringify({
  code: 400,
  status: 'The parameter `surname` is missing or empty',
  result: false,
});

test.each<[string, 'create' | 'upload', number, string | undefined, Outcome]>([
  ['created', 'create', 201, created, { kind: 'delivered', enquiryApiId: 4711 }],
  ['created with another 2xx', 'create', 200, created, { kind: 'delivered', enquiryApiId: 4711 }],
  [
    'another code in the body',
    'create',
    201,
    '{"code":200,"status":"","result":1}',
    {
      kind: 'unknown',
      failure: { cause: 'responded_without_result', status: 201 },
      says: 'nothing',
      hasSuccessStatus: true,
    },
  ],
  [
    'a number as text',
    'create',
    201,
    '{"code":201,"status":"","result":"4711"}',
    {
      kind: 'unknown',
      failure: { cause: 'responded_without_result', status: 201 },
      says: 'nothing',
      hasSuccessStatus: true,
    },
  ],
  [
    'a number that is not a safe integer',
    'create',
    201,
    '{"code":201,"status":"","result":9007199254740993}',
    {
      kind: 'unknown',
      failure: { cause: 'responded_without_result', status: 201 },
      says: 'nothing',
      hasSuccessStatus: true,
    },
  ],
  [
    'HTML',
    'create',
    200,
    '<html>',
    {
      kind: 'unknown',
      failure: { cause: 'responded_without_result', status: 200 },
      says: 'nothing',
      hasSuccessStatus: true,
    },
  ],
  [
    'an incomplete response',
    'create',
    201,
    undefined,
    {
      kind: 'unknown',
      failure: { cause: 'responded_without_result', status: 201 },
      says: 'nothing',
      hasSuccessStatus: true,
    },
  ],
  [
    'a named field',
    'create',
    400,
    named,
    { kind: 'refused', failure: { cause: 'responded', status: 400 }, says: 'decided', field: 'surname' },
  ],
  [
    'a field with a long name of the back office',
    'create',
    400,
    named.replace('surname', 'Accident Date? '.padEnd(200, 'x')),
    {
      kind: 'refused',
      failure: { cause: 'responded', status: 400 },
      says: 'decided',
      field: 'Accident Date? '.padEnd(200, 'x'),
    },
  ],
  [
    'no field',
    'create',
    422,
    '{}',
    { kind: 'refused', failure: { cause: 'responded', status: 422 }, says: 'decided' },
  ],
  [
    'a page',
    'create',
    413,
    '<html>',
    { kind: 'refused', failure: { cause: 'responded', status: 413 }, says: 'nothing' },
  ],
  [
    'wrong credentials',
    'create',
    401,
    '{"code":401,"message":"","data":{"status":"rest_cannot_access"}}',
    { kind: 'misconfigured', failure: { cause: 'responded', status: 401 }, says: 'login' },
  ],
  [
    'forbidden',
    'upload',
    403,
    '',
    { kind: 'misconfigured', failure: { cause: 'responded', status: 403 }, says: 'nothing' },
  ],
  [
    'wrong address',
    'create',
    404,
    '',
    { kind: 'misconfigured', failure: { cause: 'responded', status: 404 }, says: 'nothing' },
  ],
  [
    'an unknown enquiry',
    'upload',
    404,
    '{}',
    { kind: 'refused', failure: { cause: 'responded', status: 404 }, says: 'decided' },
  ],
  [
    'a redirect',
    'create',
    308,
    '',
    { kind: 'misconfigured', failure: { cause: 'responded', status: 308 }, says: 'nothing' },
  ],
  [
    'overloaded',
    'create',
    503,
    '',
    {
      kind: 'unavailable',
      failure: { cause: 'responded', status: 503 },
      says: 'unreachable',
      retryAfterMs: 90_000,
    },
  ],
  [
    'an internal error',
    'create',
    500,
    named,
    {
      kind: 'unknown',
      failure: { cause: 'responded', status: 500 },
      says: 'nothing',
      hasSuccessStatus: false,
    },
  ],
  [
    'a gateway without the enquiry API',
    'create',
    502,
    '<html>',
    {
      kind: 'unknown',
      failure: { cause: 'responded', status: 502 },
      says: 'unreachable',
      hasSuccessStatus: false,
    },
  ],
])('%s has the right outcome', (_, operation, status, body, outcome) => {
  const retryAfter = status === 503 ? '90' : undefined;
  expect(classifyResponse(operation, { status, body, ...(retryAfter && { retryAfter }) }, now)).toEqual(
    outcome,
  );
});

test.each([408, 421, 425, 429, 503])('%d means that a request was not processed', status => {
  for (const operation of ['create', 'upload'] as const) {
    expect(classifyResponse(operation, { status, body: named, retryAfter: '7' }, now)).toEqual({
      kind: 'unavailable',
      failure: { cause: 'responded', status },
      says: status === 503 ? 'unreachable' : 'nothing',
      retryAfterMs: 7_000,
    });
  }
});

test('Retry-After may be a date', () => {
  const response = { status: 429, body: '', retryAfter: 'Tue, 10 Mar 2026 12:02:00 GMT' };
  expect(classifyResponse('create', response, now)).toMatchObject({ retryAfterMs: 120_000 });
  expect(classifyResponse('create', { ...response, retryAfter: 'soon' }, now)).toEqual({
    kind: 'unavailable',
    failure: { cause: 'responded', status: 429 },
    says: 'nothing',
  });
});

const minuteMs = 60_000;
const noResponse: FailedOutcome = {
  kind: 'unknown',
  failure: { cause: 'interrupted' },
  says: 'unreachable',
  hasSuccessStatus: false,
};
const refusedAccess: FailedOutcome = {
  kind: 'misconfigured',
  failure: { cause: 'interrupted' },
  says: 'nothing',
};
const unavailable: FailedOutcome = {
  kind: 'unavailable',
  failure: { cause: 'interrupted' },
  says: 'unreachable',
};
const pause = (outcome: FailedOutcome, attempts: number, unknown_outcomes = 0) =>
  computePause(outcome, { attempts, unknown_outcomes }, 0.5);

test('attempts with an unknown outcome are 1, 10 and 60 minutes after the first, and then an hour apart', () => {
  const pauses = [1, 2, 3, 4, 9].map(n => pause(noResponse, 9, n).minDelayMs / minuteMs);
  expect(pauses).toEqual([1, 9, 50, 60, 60]);
});

test('after a response that may be about one delivery alone, it is attempted again in 1 and then 3 minutes', () => {
  const pauses = [1, 2, 3, 9].map(n => pause(refusedAccess, n).minDelayMs / minuteMs);
  expect(pauses).toEqual([1, 3, 3, 3]);
});

test('a delivery that was not processed may be sent as a probe at once, and is due after a backoff', () => {
  expect([1, 2, 99].map(n => pause(unavailable, n))).toEqual([
    { minDelayMs: 0, delayMs: 1_000 },
    { minDelayMs: 0, delayMs: 2_000 },
    { minDelayMs: 0, delayMs: 150_000 },
  ]);
});

test.each([noResponse, refusedAccess, unavailable])(
  'a delivery is never sent before the time that the enquiry API asked for: $kind',
  outcome => {
    const asked = { ...outcome, retryAfterMs: 3_600_000 };
    expect(pause(asked, 1, 1)).toEqual({ minDelayMs: 3_600_000, delayMs: 3_600_000 });
  },
);

test('the backoff is between 0 and a maximum', () => {
  expect([1, 2, 3, 99].map(attempts => computeBackoffMs(attempts, 0.5, 900_000))).toEqual([
    1_000, 2_000, 4_000, 450_000,
  ]);
  expect(computeBackoffMs(99, 0, 900_000)).toBe(0);
});
