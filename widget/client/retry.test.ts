import { describe, expect, test } from 'vitest';
import { pauseBeforeAttachment, pauseBeforeEnquiry, retryAfterMs, waitBeforeEnquiry } from './retry.ts';

const outcome = (status: number, retryAfterMs?: number, code = 'x') => ({ status, code, retryAfterMs });

describe('an enquiry', () => {
  test.each([
    ['its first request is still under way', outcome(409, 2_000, 'in-progress'), 1, 2_000],
    ['the proxy is busy', outcome(429, 5_000), 1, 5_000],
    ['the proxy cannot store just now', outcome(503, 0), 4, 0],
    ['it was busy five times', outcome(503, 1_000), 5, undefined],
    ['nobody says when to come back', outcome(503), 1, undefined],
    ['that would take too long', outcome(429, 60_000), 1, undefined],
    ['the connection was lost', outcome(0), 1, undefined],
    ['the questions have changed', outcome(409, undefined, 'definition-changed'), 1, undefined],
    ['something is wrong with it', outcome(422, 1_000), 1, undefined],
  ])('when %s', (_, answer, attempt, pauseMs) => {
    expect(pauseBeforeEnquiry(answer, attempt)).toBe(pauseMs);
  });
});

describe('an enquiry, before the eyes of the visitor', () => {
  test.each([
    ['the connection was lost', outcome(0), 1, 4_000],
    ['it was lost again', outcome(0), 2, 8_000],
    ['and for long', outcome(0), 11, 60_000],
    ['it was enough', outcome(0), 12, undefined],
    ['the proxy fails', outcome(500), 1, 4_000],
    ['the proxy says when to come back', outcome(429, 20_000), 1, 20_000],
    ['that is far too long', outcome(503, 3_600_000), 1, 300_000],
    ['the questions have changed', outcome(409, undefined, 'definition-changed'), 1, undefined],
    ['the page may not post', outcome(403), 1, undefined],
  ])('when %s', (_, answer, tries, waitMs) => {
    expect(waitBeforeEnquiry(answer, tries, 0.5)).toBe(waitMs);
  });

  test('spreads those who were cut off together', () => {
    expect(waitBeforeEnquiry(outcome(0), 1, 0)).toBe(3_000);
    expect(waitBeforeEnquiry(outcome(0), 1, 1)).toBe(5_000);
  });
});

describe('a file', () => {
  test.each([
    ['the connection was lost', outcome(0), 1, 3_000],
    ['it was lost again', outcome(0), 2, 9_000],
    ['and a third time', outcome(0), 3, undefined],
    ['the proxy fails', outcome(502), 1, 3_000],
    ['the proxy says when to come back', outcome(503, 7_000), 1, 7_000],
    ['that would take too long', outcome(429, 900_000), 1, 30_000],
    ['its first request is still under way', outcome(409, 1_000, 'in-progress'), 1, 1_000],
    ['there are too many', outcome(409, undefined, 'too-many-attachments'), 1, undefined],
    ['it is too large', outcome(413), 1, undefined],
  ])('when %s', (_, answer, attempt, pauseMs) => {
    expect(pauseBeforeAttachment(answer, attempt)).toBe(pauseMs);
  });
});

test.each([
  ['3', 3_000],
  ['0', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(retryAfterMs(header)).toBe(ms);
});
