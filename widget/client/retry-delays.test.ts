import { describe, expect, test } from 'vitest';
import { silentRetryDelay, uploadRetryDelay, visibleRetryDelay } from './retry-delays.ts';

const response = (status: number, retryAfterMs?: number, code = 'x') => ({ status, code, retryAfterMs });

describe('an enquiry is repeated silently', () => {
  test.each([
    ['while its first request is under way', response(409, 2_000, 'in-progress'), 1, 2_000],
    ['when the proxy is busy', response(429, 5_000), 1, 5_000],
    ['when the proxy cannot store it', response(503, 0), 4, 0],
    ['but not after five attempts', response(503, 1_000), 5, undefined],
    ['but not without a Retry-After', response(503), 1, undefined],
    ['but not when the wait is long', response(429, 60_000), 1, undefined],
    ['but not when the connection was lost', response(0), 1, undefined],
    ['but not when the questions have changed', response(409, undefined, 'definition-changed'), 1, undefined],
    ['but not when it has problems', response(422, 1_000), 1, undefined],
  ])('%s', (_, given, attempts, delayMs) => {
    expect(silentRetryDelay(given, attempts)).toBe(delayMs);
  });
});

describe('an enquiry is repeated with a countdown', () => {
  test.each([
    ['when the connection was lost', response(0), 1, 4_000],
    ['when it was lost again', response(0), 2, 8_000],
    ['each minute after a while', response(0), 11, 60_000],
    ['but not after twelve attempts', response(0), 12, undefined],
    ['when the proxy fails', response(500), 1, 4_000],
    ['when its response can’t be read', response(202, undefined, 'unreadable'), 1, 4_000],
    ['when the proxy says', response(429, 20_000), 1, 20_000],
    ['after five minutes at most', response(503, 3_600_000), 1, 300_000],
    ['but not when the questions have changed', response(409, undefined, 'definition-changed'), 1, undefined],
    ['but not when the page may not post', response(403), 1, undefined],
  ])('%s', (_, given, attempts, delayMs) => {
    expect(visibleRetryDelay(given, attempts, 0.5)).toBe(delayMs);
  });

  test('at different times in different forms', () => {
    expect(visibleRetryDelay(response(0), 1, 0)).toBe(3_000);
    expect(visibleRetryDelay(response(0), 1, 1)).toBe(5_000);
  });
});

describe('a file is sent again', () => {
  test.each([
    ['when the connection was lost', response(0), 1, 3_000],
    ['when it was lost again', response(0), 2, 9_000],
    ['but not after three attempts', response(0), 3, undefined],
    ['when the proxy fails', response(502), 1, 3_000],
    ['when its response can’t be read', response(201, undefined, 'unreadable'), 1, 3_000],
    ['when the proxy says', response(503, 7_000), 1, 7_000],
    ['after half a minute at most', response(429, 900_000), 1, 30_000],
    ['while its first request is under way', response(409, 1_000, 'in-progress'), 1, 1_000],
    ['but not when there are too many', response(409, undefined, 'too-many-attachments'), 1, undefined],
    ['but not when it is too large', response(413), 1, undefined],
  ])('%s', (_, given, attempts, delayMs) => {
    expect(uploadRetryDelay(given, attempts)).toBe(delayMs);
  });
});
