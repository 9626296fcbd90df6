// Bots and people send enquiries at the same time. This is a short form of `npm run bench -- spam`, without times.

import { sendAll, startSpammedStack } from '../../tools/spam/run.ts';
import { beforeRelease, expect, test } from '../test.ts';

/** The overall rate is too high to stop any kind of bot. */
const unlimited = 1_000_000;

test('five kinds of bots are challenged or held, and all people get a receipt', beforeRelease, async () => {
  test.setTimeout(180_000); // A limit for hangs: hundreds of challenges are solved.
  const stack = await startSpammedStack(unlimited);
  try {
    const { bots, visits, suspected, lostOrDoubled } = await sendAll(stack, {
      posts: 600,
      people: 144,
      perSecond: Number.POSITIVE_INFINITY,
    });
    // The first three senders of a repeated text aren't stopped.
    for (const { kind, missed, texts } of bots) expect.soft(missed, kind).toBe(3 * texts);
    const missed = bots.reduce((sum, each) => sum + each.missed, 0);
    expect(missed / 600).toBeLessThanOrEqual(0.01);
    expect(visits.filter(({ reference }) => reference === undefined)).toEqual([]);
    expect(visits.filter(({ wasChallenged }) => wasChallenged).length).toBeGreaterThan(24);
    // The operator releases it, so all people's enquiries arrive once.
    expect(suspected).toMatchObject([{ kind: 'one office behind one address' }]);
    expect(lostOrDoubled).toEqual([]);
  } finally {
    await stack.stop();
  }
});
