import { expect, test } from 'vitest';
import { ada, createProxyUnderTest, origin } from '../../tools/testing/proxy/proxy.ts';
import { hourMs } from '../contract/durations.ts';
import { sumUp, toCsv } from '../outbox/hourly-counts.ts';

const hour = 491_234 * hourMs;

test('each hour has its counts, and how soon most enquiries were delivered', () => {
  const counts = [
    { hour, step: 'served', count: 9 },
    { hour, step: 'accepted', count: 21 },
    { hour, step: 'delivered 5', count: 10 },
    { hour, step: 'delivered 60', count: 9 },
    { hour, step: 'delivered Infinity', count: 1 },
    { hour: hour - hourMs, step: 'served', count: 1 },
    { hour: hour - 8 * 24 * hourMs, step: 'served', count: 5 },
  ];
  const hours = sumUp(counts, { days: 7 }, hour + 59 * 60_000);
  expect(hours).toHaveLength(7 * 24);
  const none = { served: 0, challenged: 0, refused: 0, accepted: 0, delivered: 0 };
  expect(hours.at(-1)).toEqual({ ...none, hour, served: 9, accepted: 21, delivered: 20, half: 0, most: 1 });
  expect(hours.at(-2)).toMatchObject({ served: 1, delivered: 0 });
  expect(hours[0]).toMatchObject({ ...none, hour: hour - 167 * hourMs });
  const days = sumUp(counts, { days: 90 }, hour + 59 * 60_000, 24);
  expect(days.at(-1)).toEqual({ ...hours.at(-1), hour: hour - 23 * hourMs, served: 10 });
  expect(days.map(({ served }) => served).filter(each => each > 0)).toEqual([5, 10]);
  expect(toCsv(hours.slice(-2))).toBe(
    'hour,served,challenged,refused,accepted,delivered,half_within_s,95_percent_within_s\r\n' +
      '2026-01-15T01:00:00.000Z,1,0,0,0,0,,\r\n2026-01-15T02:00:00.000Z,9,0,0,21,20,5,60\r\n',
  );
});

test('a delivery is counted with its case type, its site and its time, and the desk draws it', async () => {
  const proxy = await createProxyUnderTest();
  const desk = await proxy.createDesk();
  expect((await proxy.postEnquiry(ada)).status).toBe(201);
  const only = { case_type: 'injury', site: origin };
  await expect
    .poll(async () => {
      await proxy.outbox.hourlyCounts.write();
      return (await proxy.outbox.hourlyCounts.list(only)).map(({ step }) => step);
    })
    .toEqual(['accepted', 'delivered 5']);
  const open = async (path: string) =>
    (await desk.request(`http://localhost${path}`, { headers: { host: 'localhost' } })).text();
  const rows = async (query: string) =>
    (await open(`/?${query}`)).match(/<tr><th scope="row">/g)?.length ?? 0;
  expect(await rows(`case_type=injury&site=${origin}&days=90`)).toBe(1);
  expect(await rows('case_type=other')).toBe(0);
  expect(await rows('case_type="><script>&days=-1')).toBe(0);
  expect(await open('/counts.csv')).toMatch(/,0,0,0,1,1,5,5\r\n$/);
  await proxy.stop();
});
