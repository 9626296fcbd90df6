import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AlertChannels } from '../outbox/alert-channels.ts';
import type { Finding } from '../outbox/inspection.ts';
import { createAlerts, decide, toFound } from './alerts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const finding = (subject: Finding['subject'], facts: Partial<Finding> = {}): Finding => ({
  subject,
  title: `title of ${subject}`,
  level: 'failed',
  problem: `Problem of ${subject}.`,
  action: 'Do this',
  command: 'npx enquiry-form check',
  ...facts,
});
const encode = (findings: Finding[]) => JSON.stringify(toFound(findings));

/** What is told when `told` was told `minutes` ago, `passing` was found since, and `found` is found now. */
const decideAfter = (minutes: number, told: Finding[], passing: Finding[], found: Finding[]) =>
  decide(
    found,
    { told: encode(told), passing: encode(passing), since_told_ms: minutes * minuteMs },
    'forms.example.com',
  ).message?.text;

const [held, disk] = [finding('held', { count: 2 }), finding('disk')];
const heldLines = '• Problem of held. Do this: npx enquiry-form check';

test.each<[string, number, Finding[], Finding[], Finding[], string | undefined]>([
  ['nothing while nothing is found', 99_999, [], [], [], undefined],
  ['what is new', 15, [], [], [held], `: 1 thing needs you.\n${heldLines}`],
  ['nothing within 15 minutes', 14, [], [], [held], undefined],
  ['nothing while it stays the same', 1_439, [held], [], [{ ...held, oldest_ms: 9 }], undefined],
  ['what lasts, once a day', 1_440, [held], [], [held], `: 1 thing needs you.\n${heldLines}`],
  [
    'more that waits for a person',
    15,
    [held],
    [],
    [{ ...held, count: 3 }],
    `: 1 thing needs you.\n${heldLines}`,
  ],
  ['nothing when less waits for a person', 15, [held], [], [{ ...held, count: 1 }], undefined],
  [
    'nothing when a warning grows',
    15,
    [{ ...held, level: 'warning' }],
    [],
    [{ ...held, level: 'warning', count: 9 }],
    undefined,
  ],
  [
    'a warning that has become urgent',
    15,
    [{ ...disk, level: 'warning' }],
    [],
    [disk],
    ': 1 thing needs you.\n• Problem of disk.',
  ],
  ['that it is over', 15, [held], [], [], ': nothing needs you any more.\nOver: title of held.'],
  [
    'what is over beside what lasts',
    15,
    [held, disk],
    [],
    [held],
    `: 1 thing needs you.\n${heldLines}\nOver: title of disk.`,
  ],
  [
    'what came and went in between',
    15,
    [held],
    [disk],
    [held],
    `: 1 thing needs you.\n${heldLines}\nCame and went: title of disk.`,
  ],
  [
    'each of a subject by its name',
    15,
    [finding('limit', { which: 'a' })],
    [],
    [finding('limit', { which: 'b' })],
    'Over: title of limit.',
  ],
])('tells %s', (_, minutes, told, passing, found, expected) => {
  const text = decideAfter(minutes, told, passing, found);
  if (expected === undefined) expect(text).toBeUndefined();
  else expect(text).toContain(expected);
});

test('tells of more again once less has waited for a person', () => {
  const row = { told: encode([held]), passing: '{}', since_told_ms: 60 * minuteMs };
  const less = decide([{ ...held, count: 1 }], row, 'x');
  expect(less.message).toBeUndefined();
  expect(decide([held], { ...row, ...less }, 'x').message?.text).toContain(heldLines);
});

test('in a day of any changes tells at most four times an hour, and everything that is found and that ends', () => {
  const subjects = ['held', 'disk', 'login', 'hours'] as const;
  const minutes = fc.array(fc.subarray([...subjects]), { minLength: 60, maxLength: 1_440 });
  fc.assert(
    fc.property(minutes, found => {
      let row = { told: '{}', passing: '{}', since_told_ms: Number.MAX_SAFE_INTEGER };
      const toldAt: number[] = [];
      const untold = new Set<string>();
      let last: string[] = [];
      // At the end nothing is found for a quarter of an hour, so that the last message becomes due.
      for (const [minute, names] of [...found, ...Array<[]>(16).fill([])].entries()) {
        for (const name of names) if (!last.includes(name)) untold.add(name);
        last = names;
        const { message, told, passing } = decide(
          names.map(name => finding(name)),
          row,
          'x',
        );
        row = { told, passing, since_told_ms: row.since_told_ms + minuteMs };
        if (!message) continue;
        toldAt.push(minute);
        for (const name of untold)
          expect(message.text).toMatch(new RegExp(`Problem of ${name}|(Over|went): .*title of ${name}`));
        untold.clear();
        row = { told: encode(names.map(name => finding(name))), passing: '{}', since_told_ms: minuteMs };
      }
      expect([...untold]).toEqual([]);
      expect(row.told).toBe('{}');
      for (const at of toldAt)
        expect(toldAt.filter(each => each >= at && each < at + hourMs / minuteMs).length).toBeLessThanOrEqual(
          4,
        );
    }),
    { numRuns: 30 },
  );
});

test.each<[Finding['subject'][], boolean]>([
  [[], true],
  [['blocking'], true],
  [['blocking', 'hours'], false],
])('with the findings %j, the heartbeat says that all is well: %s', async (subjects, isWell) => {
  const beats: boolean[] = [];
  const setFailure = vi.fn(async () => {});
  const alerts = createAlerts({
    channels: [],
    heartbeat: {
      name: 'ENQUIRY_HEARTBEAT_URL',
      async send(sent) {
        beats.push(sent);
        return undefined;
      },
    },
    alertChannels: { setFailure } as Partial<AlertChannels> as AlertChannels,
    inspect: async () => ({ findings: subjects.map(subject => finding(subject)) }),
    async probeStore() {},
    isDelivering: () => true,
    teller: 'one',
    site: 'forms.example.com',
    log: pino({ level: 'silent' }),
  });
  for (const _ of [1, 2]) await alerts.beat();
  expect(beats).toEqual([isWell, isWell]);
  // Otherwise, it would forget that another process can't reach the address.
  expect(setFailure).toHaveBeenCalledTimes(1);
});

test('new enquiries are looked for at the start and every 30 seconds, but not while they are still being told', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: sending, resolve } = Promise.withResolvers<undefined>();
  const rings = vi.fn(async () => [{ reference: 'REFER-00001', promise: '' }]);
  const alertChannels = {
    keepOnly: async () => {},
    rings,
    take: async () => ({ told: '{}', passing: '{}', since_told_ms: 0, failure: null }),
    rung: async () => {},
  } as unknown as AlertChannels;
  const send = vi.fn(() => sending);
  const alerts = createAlerts({
    channels: [{ name: 'ENQUIRY_ALERT_URL', send }],
    heartbeat: undefined,
    alertChannels,
    inspect: async () => ({ findings: [] }),
    probeStore: async () => {},
    isDelivering: () => true,
    teller: 'one',
    site: 'forms.example.com',
    log: pino({ level: 'silent' }),
  });
  const passTo = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await setImmediate(); // Nothing but promises.
    return send.mock.calls.length;
  };
  alerts.start();
  expect(await passTo(0)).toBe(1);
  expect(await passTo(30_000)).toBe(1);
  expect(rings).toHaveBeenCalledTimes(1);
  resolve(undefined);
  expect(await passTo(29_999)).toBe(1);
  expect(await passTo(1)).toBe(2);
  await alerts.stop();
});
