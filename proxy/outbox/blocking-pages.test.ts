import { expect, test } from 'vitest';
import { describeOnEachStore } from '../../tools/testing/proxy/outbox.ts';
import { dayMs } from '../contract/durations.ts';

describeOnEachStore('a page that can’t send', store => {
  const [one, two] = ['https://www.example.com', 'https://shop.example.com'] as const;
  const pages = () => store.outbox.blockingPages;
  const list = async () => (await pages().list()).map(({ origin }) => origin);
  const pass = (ms: number) => store.execute(`update blocking_pages set noted_at = noted_at - ${ms}`);

  test('is noted once a day by all processes together, and after a restart', async () => {
    expect(await Promise.all([pages().note(one), pages().note(two)])).toEqual([true, true]);
    await store.reopen();
    await pass(dayMs - 60_000);
    expect(await pages().note(one)).toBe(false);
    await pass(60_000);
    expect(await Promise.all([pages().note(one), pages().note(one)])).toEqual([true, false]);
  });

  test('is listed for a week, or until it can send again', async () => {
    for (const each of [one, two]) await pages().note(each);
    await pass(7 * dayMs - 60_000);
    expect(await list()).toEqual([two, one]);
    await pages().forget(two);
    expect(await list()).toEqual([one]);
    await pass(60_000);
    expect(await list()).toEqual([]);
  });

  test('is listed if it is one of the fifty latest', async () => {
    await pages().note(one);
    await pass(60_000);
    for (let n = 0; n < 50; n++) await pages().note(`https://${n}.example.com`);
    expect(await list()).toHaveLength(50);
    expect(await list()).not.toContain(one);
  });
});
