import { pino } from 'pino';
import { expect, test } from 'vitest';
import { describeOnEachStore } from '../../tools/testing/proxy/outbox.ts';
import { dayMs, hourMs } from '../contract/durations.ts';
import { openFleetStore } from './outbox.ts';

describeOnEachStore('the counts of an hour', store => {
  const [one, two] = ['https://www.example.com', 'https://shop.example.com'] as const;
  const counts = () => store.outbox.hourlyCounts;
  const list = async (filter = {}) =>
    (await counts().list(filter)).map(({ step, count }) => `${step} ${count}`);
  const pass = (ms: number) => store.execute(`update hourly_counts set hour = hour - ${ms}`);

  test('add up over writes and processes, and can be filtered by case type and site', async () => {
    counts().count('served', 'injury', one);
    counts().count('served', 'injury', one);
    counts().count('served', 'other', two);
    await counts().write();
    await store.reopen();
    counts().count('served', 'injury', two);
    counts().count('accepted', 'injury', two);
    await counts().write();
    await counts().write();
    // The hour may have changed in between.
    await store.execute(`update hourly_counts set hour = ${hourMs} where step = 'accepted'`);
    const total = async (filter = {}) =>
      (await counts().list(filter))
        .filter(({ step }) => step === 'served')
        .reduce((sum, { count }) => sum + count, 0);
    expect([await total(), await total({ case_type: 'injury' }), await total({ site: two })]).toEqual([
      4, 3, 2,
    ]);
    expect((await counts().list())[0]).toEqual({ hour: hourMs, step: 'accepted', count: 1 });
    expect((await counts().list({ site: two })).at(-1)!.hour % hourMs).toBe(0);
  });

  if (store.isShared)
    test('add up over processes that write at the same time', async () => {
      const other = (await openFleetStore(store.variables.DATABASE_URL!, pino({ level: 'silent' }))).outbox;
      for (const { hourlyCounts } of [store.outbox, other])
        for (const site of [one, two]) hourlyCounts.count('accepted', 'injury', site);
      other.hourlyCounts.count('served', 'injury', one);
      await Promise.all([counts().write(), other.hourlyCounts.write()]);
      await other.close();
      await store.execute('update hourly_counts set hour = 0'); // The hour may have changed in between.
      expect(await list()).toEqual(['accepted 4', 'served 1']);
    });

  test('list a site with a page that can’t send for a week, or until it can send again', async () => {
    const sites = async () => (await counts().listBlocking()).map(({ origin }) => origin);
    for (const site of [one, one, two]) counts().count('blocked', 'injury', site);
    counts().count('served', 'injury', 'https://other.example.com');
    await counts().write();
    await pass(7 * dayMs - 2 * hourMs);
    expect(await sites()).toEqual([two, one]);
    await counts().forgetBlocking(two);
    expect(await sites()).toEqual([one]);
    await pass(2 * hourMs);
    expect(await sites()).toEqual([]);
    for (let n = 0; n < 51; n++) counts().count('blocked', '', `https://${n}.example.com`);
    await counts().write();
    expect(await sites()).toHaveLength(50);
  });

  test('are kept for 90 days', async () => {
    counts().count('refused', 'injury', one);
    await counts().write();
    await pass(89 * dayMs);
    counts().count('served', 'injury', one);
    await counts().write();
    expect(await list()).toEqual(['refused 1', 'served 1']);
    await pass(2 * dayMs);
    counts().count('served', 'injury', one);
    await counts().write();
    expect(await list()).toEqual(['served 1', 'served 1']);
  });

  test('are written later if the store fails', async () => {
    await store.execute('alter table hourly_counts rename to away');
    counts().count('served', 'injury', one);
    await expect(counts().write()).rejects.toThrow();
    await store.execute('alter table away rename to hourly_counts');
    counts().count('served', 'injury', one);
    await counts().write();
    expect(await list()).toEqual(['served 2']);
  });
});
