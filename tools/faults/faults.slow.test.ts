// A sample of `npm run faults`: every operation with a fault at a message or a system call, and every action with another
// one in an order, that the seed determines. `npm run test:all` tries every kind of fault and every other action.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { isComplete, seed } from '../testing/random.ts';
import { openFaultyDisk } from './disk-faults.ts';
import { databaseSeries, diskSeries, interleavingSeries } from './series.ts';
import { openDatabaseTestStores, openFolderTestStores } from './test-stores.ts';

const sampleOf = (combinations: number) => ({
  seed,
  sampleSize: 1,
  combinations: isComplete ? undefined : combinations,
});
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.destroy());

test('nothing acknowledged is lost when a database message is lost, frozen or late', async () => {
  const urls = await Promise.all(['a', 'b', 'c', 'd'].map(name => postgres.database(`faults_${name}`)));
  const { runs, violations } = await databaseSeries(urls, sampleOf(1));
  expect(violations).toEqual([]);
  expect(runs).toBeGreaterThan(60);
}, 240_000);

test('nothing acknowledged is lost when a system call fails', async () => {
  const { runs, violations } = await diskSeries(sampleOf(1));
  expect(violations).toEqual([]);
  expect(runs).toBeGreaterThan(60);
}, 240_000);

test('a starting proxy syncs what a killed one wrote before acknowledging any of it', async () => {
  const disk = await openFaultyDisk();
  const { points } = await disk.rehearse('open');
  await disk.close();
  expect(points).toContainEqual({ name: 'fsync', path: 'outbox.db-wal', nth: 1 });
}, 60_000);

test('nothing acknowledged is lost in any order of actions by two proxies and an operator', async () => {
  const stage = await openDatabaseTestStores(await postgres.database('orders'));
  for (const each of [openFolderTestStores(), stage]) {
    const { runs, violations } = await interleavingSeries('orders', each, 20, sampleOf(1));
    expect(violations).toEqual([]);
    expect(runs).toBeGreaterThan(20);
  }
}, 240_000);
