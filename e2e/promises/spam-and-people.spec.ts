// Bots and people send enquiries at the same time; the short form of `npm run bench -- spam`, without times.

import { expect, test } from '../test.ts';
import { sendAll, startSpammedStack } from '../tools/spam/run.ts';

/** No kind of bot is stopped by the overall rate. */
const unlimited = 1_000_000;

test('five kinds of bots are challenged or quarantined, and everyone whom filters hurt gets a receipt', async () => {
  const stack = await startSpammedStack(unlimited);
  try {
    const { bots, visits, quarantined, lostOrDoubled } = await sendAll(stack, {
      posts: 600,
      people: 144,
      perSecond: Number.POSITIVE_INFINITY,
    });
    // A repeated text is recognised from the fourth sender on.
    for (const { kind, missed, texts } of bots) expect.soft(missed, kind).toBe(3 * texts);
    const missed = bots.reduce((sum, each) => sum + each.missed, 0);
    expect(missed / 600).toBeLessThanOrEqual(0.01);
    expect(visits.filter(({ reference }) => reference === undefined)).toEqual([]);
    expect(visits.filter(({ wasChallenged }) => wasChallenged).length).toBeGreaterThan(24);
    // The operator releases it, so everybody's enquiry arrives once.
    expect(quarantined).toMatchObject([{ kind: 'one office behind one address' }]);
    expect(lostOrDoubled).toEqual([]);
  } finally {
    await stack.stop();
  }
});
