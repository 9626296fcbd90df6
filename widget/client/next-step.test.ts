import { describe, expect, test } from 'vitest';
import { type AttemptHistory, nextStep, uploadRetryDelay } from './next-step.ts';

const response = (status: number, retryAfterMs?: number, code = 'x') => ({ status, code, retryAfterMs });

describe('an enquiry', () => {
  const first: AttemptHistory = {
    enquiry: { case_type: 'injury', attribution: {} },
    attempts: 1,
    requests: 1,
    challenges: 0,
    isUnsolved: false,
    isOutdated: false,
    isMisconfigured: false,
  };
  const refused = (field: string) => ({ problems: [{ field, rule: 'unknown' as const }] });
  const challenge = response(403, undefined, 'proof-required');
  const receipt = {
    body: {
      reference: '7K2PQ-2M9XD',
      status: 'accepted' as const,
      upload_token: 't',
      attachments: { max_files: 0, max_bytes: 0, strip_metadata: 'all' as const },
    },
  };
  const told = (failure: string, delayMs?: number) => ({
    action: 'tell',
    failure,
    ...(delayMs && { delayMs }),
  });
  const busy = (delayMs: number) => ({ action: 'wait', delayMs });
  const done = { action: 'done' };

  test.each([
    ['is done once it is accepted', { ...response(202), ...receipt }, {}, done],
    [
      'is done once it is accepted, whatever the visitor has typed since',
      { ...response(202), ...receipt },
      { isOutdated: true },
      done,
    ],
    ['is done when it has problems', { ...response(422), ...refused('email') }, {}, done],
    [
      'is sent without an addition that the proxy doesn’t know',
      { ...response(422), ...refused('attribution') },
      {},
      { action: 'send', without: ['attribution'] },
    ],
    [
      'is done when the proxy refuses an addition that it doesn’t have',
      { ...response(422), ...refused('client') },
      {},
      done,
    ],
    [
      'is sent again when the visitor comes back to the page',
      response(0, undefined, 'returned'),
      {},
      { action: 'send' },
    ],
    ['is sent with a solution', challenge, {}, { action: 'send', answer: 'solution' }],
    [
      'is sent with a solution of a second challenge',
      challenge,
      { challenges: 1 },
      { action: 'send', answer: 'solution' },
    ],
    [
      'is sent without a solution of a third challenge',
      challenge,
      { challenges: 2 },
      { action: 'send', answer: 'unsolved' },
    ],
    ['isn’t repeated when the proxy insists on a proof', challenge, { isUnsolved: true }, told('other')],
    [
      'waits silently while its first request is under way',
      response(409, 2_000, 'in-progress'),
      {},
      busy(2_000),
    ],
    ['waits silently when the proxy is busy', response(429, 5_000), {}, busy(5_000)],
    ['waits silently when the proxy can’t store it', response(503, 0), { requests: 4 }, busy(0)],
    [
      'waits for a countdown after five silent attempts',
      response(503, 1_000),
      { requests: 5 },
      told('other', 4_000),
    ],
    ['waits for a countdown without a Retry-After', response(503), {}, told('other', 4_000)],
    ['waits for a countdown when the connection was lost', response(0), {}, told('other', 4_000)],
    ['waits longer when it was lost again', response(0), { attempts: 2 }, told('gave-up', 8_000)],
    ['waits for a minute after a while', response(0), { attempts: 11 }, told('gave-up', 60_000)],
    ['isn’t repeated after twelve attempts', response(0), { attempts: 12 }, told('gave-up')],
    ['waits for a countdown when the proxy fails', response(500), {}, told('other', 4_000)],
    ['waits for a countdown when it is one of too many', response(429), {}, told('other', 4_000)],
    [
      'waits for a countdown while its first request is under way, if nothing says how long that takes',
      response(409, undefined, 'in-progress'),
      {},
      told('other', 4_000),
    ],
    [
      'waits for a countdown when the response can’t be read',
      response(202, undefined, 'unreadable'),
      {},
      told('other', 4_000),
    ],
    ['waits for a countdown when a captive portal has responded', response(200), {}, told('other', 4_000)],
    ['waits for a countdown when a gateway has waited too long', response(408), {}, told('other', 4_000)],
    [
      'waits for a countdown when a gateway says that it is too early',
      response(425),
      {},
      told('other', 4_000),
    ],
    ['waits as long as the proxy says', response(429, 20_000), {}, told('other', 20_000)],
    ['waits for five minutes at most', response(503, 3_600_000), {}, told('other', 300_000)],
    ['isn’t repeated when the visitor has edited it', response(0), { isOutdated: true }, told('edited')],
    [
      'isn’t repeated when the questions have changed',
      response(409, undefined, 'definition-changed'),
      {},
      told('definition-changed'),
    ],
    [
      'isn’t repeated when its test link isn’t valid',
      response(403, undefined, 'test-link-invalid'),
      {},
      told('test-link-invalid'),
    ],
    [
      'isn’t repeated when the page may not post',
      response(403, undefined, 'origin-not-allowed'),
      {},
      told('misconfigured'),
    ],
    [
      'isn’t repeated when the case type is gone',
      response(404, undefined, 'unknown-case-type'),
      {},
      told('misconfigured'),
    ],
    [
      'isn’t repeated when the page is known to be misconfigured',
      response(0),
      { isMisconfigured: true },
      told('misconfigured'),
    ],
    ['isn’t repeated when it is too large', response(413), {}, told('other')],
    ['isn’t repeated when a firewall has refused it', response(403), {}, told('other')],
  ])('%s', (_, given, history, step) => {
    const complete = { problems: [], body: undefined, ...given };
    expect(nextStep(complete, { ...first, ...history }, 0.5)).toEqual(step);
  });

  test('is repeated at different times in different forms', () => {
    const lost = { ...response(0), problems: [], body: undefined };
    expect(nextStep(lost, first, 0)).toMatchObject({ delayMs: 3_000 });
    expect(nextStep(lost, first, 1)).toMatchObject({ delayMs: 5_000 });
  });
});

describe('a file is sent again', () => {
  test.each([
    ['when the connection was lost', response(0), 1, 3_000],
    ['when it was lost again', response(0), 2, 9_000],
    ['but not after three attempts', response(0), 3, undefined],
    ['when the proxy fails', response(502), 1, 3_000],
    ['when its response can’t be read', response(201, undefined, 'unreadable'), 1, 3_000],
    ['when a captive portal has responded', response(200), 1, 3_000],
    ['when the proxy says', response(503, 7_000), 1, 7_000],
    ['after half a minute at most', response(429, 900_000), 1, 30_000],
    ['while its first request is under way', response(409, 1_000, 'in-progress'), 1, 1_000],
    ['but not when there are too many', response(409, undefined, 'too-many-attachments'), 1, undefined],
    ['but not when it is too large', response(413), 1, undefined],
  ])('%s', (_, given, attempts, delayMs) => {
    expect(uploadRetryDelay(given, attempts)).toBe(delayMs);
  });
});
