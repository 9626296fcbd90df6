// A sample of `npm run faults`: every operation and every kind of fault, at a message, a system call or in an order that
// the seed determines.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { openFaultyDisk } from './disk-faults.ts';
import { databaseSeries, diskSeries, interleavingSeries } from './series.ts';
import { openDatabaseTestStores, openFolderTestStores } from './test-stores.ts';

const seed = Date.now() % 1_000_000;
const sample = { seed, sampleSize: 1 };
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  console.log(`seed ${seed}`);
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.destroy());

test('nothing acknowledged is lost when a database message is lost, frozen or late', async () => {
  const urls = await Promise.all(['a', 'b', 'c', 'd'].map(name => postgres.database(`faults_${name}`)));
  const { runs, violations } = await databaseSeries(urls, sample);
  expect(violations).toEqual([]);
  expect(runs).toBeGreaterThan(100);
}, 240_000);

test('nothing acknowledged is lost when a system call fails', async () => {
  const { runs, violations } = await diskSeries(sample);
  expect(violations).toEqual([]);
  expect(runs).toBeGreaterThan(70);
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
    const { runs, violations } = await interleavingSeries(each, 20, sample);
    expect(violations).toEqual([]);
    expect(runs).toBeGreaterThan(60);
  }
}, 240_000);
