import { expect, test } from 'vitest';
import {
  classifyResponse,
  computeBackoffMs,
  computePauseMs,
  type FailedOutcome,
  type Outcome,
} from './api-outcome.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const created = JSON.stringify({ code: 201, status: 'Created enquiry', result: 4711 });
const message = 'The parameter `surname` is missing or empty';
const named = JSON.stringify({ code: 400, status: message, result: false });

const failedWith = (status: number, says: FailedOutcome['says'] = 'nothing') =>
  ({ failure: { cause: 'responded', status }, says }) as const;
const withoutResult = (status: number, said?: string): Outcome => ({
  kind: 'unknown',
  failure: { cause: 'responded_without_result', status },
  says: 'nothing',
  hasSuccessStatus: true,
  ...(said && { message: said }),
});
const longName = 'Accident Date? '.padEnd(200, 'x');

test.each<[string, 'create' | 'upload', number, string | undefined, Outcome]>([
  ['created', 'create', 201, created, { kind: 'delivered', enquiryApiId: 4711 }],
  ['created with another 2xx', 'create', 200, created, { kind: 'delivered', enquiryApiId: 4711 }],
  ['another code in the body', 'create', 201, '{"code":200,"status":"","result":1}', withoutResult(201)],
  ['no number', 'create', 201, '{"code":201,"status":""}', withoutResult(201)],
  ['the number of nothing', 'create', 201, '{"code":201,"status":"","result":"0"}', withoutResult(201)],
  ['any number for a file', 'upload', 201, '{"code":201,"result":0}', { kind: 'delivered', enquiryApiId: 0 }],
  ['false as number', 'create', 201, '{"code":201,"status":"","result":false}', withoutResult(201)],
  ['no content', 'create', 204, '', withoutResult(204)],
  ['a huge number', 'create', 201, '{"code":201,"status":"","result":9007199254740993}', withoutResult(201)],
  ['a huge number as text', 'create', 201, '{"code":201,"result":"9007199254740993"}', withoutResult(201)],
  ['a text with a number', 'create', 201, '{"code":201,"result":"4711 "}', withoutResult(201)],
  [
    'created, with a server error',
    'create',
    500,
    created,
    { kind: 'unknown', ...failedWith(500), message: 'Created enquiry', hasSuccessStatus: false },
  ],
  ['no created, with success', 'create', 200, named, withoutResult(200, message)],
  ['HTML', 'create', 200, '<html>', withoutResult(200)],
  ['a status that is none', 'create', 0, '', { kind: 'unknown', ...failedWith(0), hasSuccessStatus: false }],
  ['an incomplete response', 'create', 201, undefined, withoutResult(201)],
  [
    'a field',
    'create',
    400,
    named,
    { kind: 'refused', ...failedWith(400, 'decided'), message, field: 'surname' },
  ],
  [
    'a field with a long name of the back office',
    'create',
    400,
    named.replace('surname', longName),
    {
      kind: 'refused',
      ...failedWith(400, 'decided'),
      message: message.replace('surname', longName),
      field: longName,
    },
  ],
  ['no field', 'create', 422, '{}', { kind: 'refused', ...failedWith(422, 'decided') }],
  ['a page', 'create', 413, '<html>', { kind: 'refused', ...failedWith(413) }],
  [
    'wrong credentials',
    'create',
    401,
    '{"code":401}',
    { kind: 'misconfigured', ...failedWith(401, 'login') },
  ],
  ['forbidden', 'upload', 403, '', { kind: 'misconfigured', ...failedWith(403) }],
  ['wrong address', 'create', 404, '', { kind: 'misconfigured', ...failedWith(404) }],
  ['wrong method', 'create', 405, '', { kind: 'misconfigured', ...failedWith(405) }],
  ['an unknown enquiry', 'upload', 404, '{}', { kind: 'refused', ...failedWith(404, 'decided') }],
  ['a redirect', 'create', 308, '', { kind: 'misconfigured', ...failedWith(308) }],
  [
    'an internal error',
    'create',
    500,
    named,
    { kind: 'unknown', ...failedWith(500), message, hasSuccessStatus: false },
  ],
  ...[502, 504].map((status): [string, 'create', number, string, Outcome] => [
    `a gateway without the enquiry API (${status})`,
    'create',
    status,
    '<html>',
    { kind: 'unknown', ...failedWith(status, 'unreachable'), hasSuccessStatus: false },
  ]),
])('%s has the right outcome', (_, operation, status, body, outcome) => {
  expect(classifyResponse(operation, { status, body }, now)).toEqual(outcome);
});

const notice = '<br />\n<b>Warning</b>: Undefined variable $x in {closure}() on line <b>7</b><br />\n';
const fatal =
  '\nFatal error: Uncaught Error: x in /a.php:3\nStack trace:\n#0 {closure:f():7}\n#1 {main}\n  thrown';
const comment = '\n<!-- Page cached in 0.2 s -->\n';

test.each([
  ['a byte order mark', (json: string) => `\ufeff${json}`],
  ['two of them, and white space', (json: string) => `\ufeff\r\n\ufeff${json} \n`],
  ['a notice of PHP', (json: string) => notice + json],
  ['a comment of a cache plugin', (json: string) => json + comment],
  ['a stack trace of PHP', (json: string) => `${json}${fatal}`],
  ['one behind a notice', (json: string) => `${notice}\ufeff${json}`],
  ['all of these', (json: string) => `\ufeff${notice}${json}${comment}${fatal}`],
  ['digits as text', (json: string) => json.replaceAll(/(201|400|4711)(?=[,}])/g, '"$1"')],
])('%s with the JSON changes nothing', (_, change) => {
  expect(classifyResponse('create', { status: 201, body: change(created) }, now)).toEqual({
    kind: 'delivered',
    enquiryApiId: 4711,
  });
  expect(classifyResponse('create', { status: 400, body: change(named) }, now)).toEqual({
    kind: 'refused',
    ...failedWith(400, 'decided'),
    message,
    field: 'surname',
  });
});

test.each([
  ['two objects', created + created],
  ['an object in a comment', `${created}<!-- {"code":201,"result":4712} -->`],
  ['an object without a code', `${notice}{"status":"Created enquiry","result":4711}`],
  ['an object without a result', `${notice}{"code":201}`],
  ['an object in an object', `${notice}{"enquiry":${created}}`],
  ['the start of an object', `${notice}${created.slice(0, -1)}`],
  ['an object that an error quotes', `${notice}Fatal error: Can't save ${created} in /a.php:3\n#0 {main}`],
  ['an object at the beginning of a sentence', `${notice}${created} can't be saved`],
  ['braces that hold no object', 'main{color:red} }"{'],
])('%s in a text says nothing', (_, body) => {
  expect(classifyResponse('create', { status: 201, body }, now)).toEqual(withoutResult(201));
  expect(classifyResponse('create', { status: 400, body }, now)).toMatchObject({ says: 'nothing' });
});

test('of a message, the beginning is kept in one line that every database can store', () => {
  const body = JSON.stringify({ code: 400, status: ` a\n\0 b\ud800${'x'.repeat(9_999)}`, result: false });
  const outcome = classifyResponse('create', { status: 400, body }, now);
  expect(outcome).toMatchObject({ message: expect.stringMatching(/^a b\ufffdx{1990,}$/) });
});

test.each([408, 421, 425, 429, 503])('%d means that a request was not processed', status => {
  for (const operation of ['create', 'upload'] as const) {
    expect(classifyResponse(operation, { status, body: named, retryAfter: '7' }, now)).toEqual({
      kind: 'unavailable',
      ...failedWith(status, status === 503 ? 'unreachable' : 'nothing'),
      message,
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
  computePauseMs(outcome, { attempts, unknown_outcomes }, 0.5);

test('attempts with an unknown outcome are 1, 10 and 60 minutes after the first, and then an hour apart', () => {
  const pauses = [1, 2, 3, 4, 9].map(n => pause(noResponse, 9, n) / minuteMs);
  expect(pauses).toEqual([1, 9, 50, 60, 60]);
});

test('after a response that may be about one delivery alone, it is attempted again in 1 and then 3 minutes', () => {
  const pauses = [1, 2, 3, 9].map(n => pause(refusedAccess, n) / minuteMs);
  expect(pauses).toEqual([1, 3, 3, 3]);
});

test('a delivery that could not be sent is due again within seconds, and after many attempts within a minute', () => {
  expect([1, 2, 9].map(n => pause(unavailable, n))).toEqual([1_000, 2_000, 30_000]);
});

test.each([noResponse, refusedAccess, unavailable])(
  'a delivery is never sent before the time that the enquiry API asked for: $kind',
  outcome => {
    const asked = { ...outcome, retryAfterMs: 3_600_000 };
    expect(pause(asked, 1, 1)).toBe(3_600_000);
  },
);

test('the backoff is between 0 and a maximum', () => {
  expect([1, 2, 3, 99].map(attempts => computeBackoffMs(attempts, 0.5, 900_000))).toEqual([
    1_000, 2_000, 4_000, 450_000,
  ]);
  expect(computeBackoffMs(99, 0, 900_000)).toBe(0);
});
