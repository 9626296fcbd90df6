// A sample of `npm run faults`: some operations, each with a fault at a message or a system call that the seed determines.
// `npm run test:all` tries every operation with every kind of fault.
import { expect, test } from 'vitest';
import { postgresForAllTests } from '../testing/proxy/outbox.ts';
import { isComplete, seed } from '../testing/random.ts';
import { openFaultyDisk } from './disk-faults.ts';
import { databaseSeries, diskSeries, type Report } from './series.ts';

const sample = { seed, sampleSize: 1, ...(!isComplete && { kinds: 1, operationCount: 20 }) };
const postgres = postgresForAllTests();

/** A series without faults would find nothing, either. */
function expectFaultsWithoutViolations({ runs, unreached, violations }: Report): void {
  expect(violations).toEqual([]);
  expect(runs).toBeGreaterThan(30);
  expect(unreached).toBeLessThan(runs / 10);
}

test('nothing acknowledged is lost when a database message is lost, frozen or late', async () => {
  const urls = await Promise.all(['a', 'b', 'c', 'd'].map(name => postgres.database(`faults_${name}`)));
  expectFaultsWithoutViolations(await databaseSeries(urls, sample));
}, 240_000);

test('nothing acknowledged is lost when a system call fails', async () => {
  expectFaultsWithoutViolations(await diskSeries(sample));
}, 240_000);

test('a starting proxy syncs what a killed one wrote before acknowledging any of it', async () => {
  const disk = await openFaultyDisk();
  const { points } = await disk.rehearse('open');
  await disk.close();
  expect(points).toContainEqual({ name: 'fsync', path: 'outbox.db-wal', nth: 1 });
});
