import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEnquiry, openSqliteOutbox, visitor } from '../../tools/testing/proxy/outbox.ts';
import { addTombstonesToSqlite } from '../../tools/testing/proxy/tombstones.ts';
import { dayMs } from '../contract/durations.ts';
import { openStore } from './outbox.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A clock that a test can move, in milliseconds. */
function movableClock() {
  const clock = { shiftMs: 0, now: () => Date.now() + clock.shiftMs };
  return clock;
}

test('two proxies cannot use the same data folder', async () => {
  const outbox = await openSqliteOutbox(folder);
  await expect(openSqliteOutbox(folder)).rejects.toThrow('in use by another proxy');
  await outbox.close();
  await (await openSqliteOutbox(folder)).close();
});

test('requests are read between the batches of a long purge', async () => {
  const outbox = await openSqliteOutbox(folder);
  addTombstonesToSqlite(join(folder, 'outbox.db'), 2_000);
  await outbox.intake.add(newEnquiry(1)); // Tombstones are old if a later enquiry has arrived.
  let turns = 0;
  let immediate: NodeJS.Immediate;
  const countTurn = () => {
    turns += 1;
    immediate = setImmediate(countTurn);
  };
  countTurn();
  await outbox.archive.purge('tombstones', -60_000);
  clearImmediate(immediate!);
  expect(turns).toBeGreaterThan(3);
  await outbox.close();
});

test('a clock that is a year ahead purges no tombstone, so a repeat is still recognised', async () => {
  const clock = movableClock();
  const outbox = await openSqliteOutbox(folder, clock.now);
  const deliver = async (n: number) => {
    await outbox.intake.add(newEnquiry(n));
    const [claim] = await outbox.claims.claim(1, 60_000);
    await outbox.claims.markDelivered(claim!, n);
  };
  await deliver(1);
  clock.shiftMs = 400 * dayMs;
  await outbox.archive.purge('tombstones', 7 * dayMs);
  expect(await outbox.intake.add(newEnquiry(1))).toMatchObject({ isNew: false });
  clock.shiftMs = dayMs;
  await deliver(2);
  clock.shiftMs = 8 * dayMs + 1_000;
  await outbox.archive.purge('tombstones', 7 * dayMs);
  expect(await outbox.intake.enquiry('REFER-00001')).toMatchObject({ state: 'delivered' });
  await deliver(3);
  await outbox.archive.purge('tombstones', 7 * dayMs);
  expect(await outbox.intake.enquiry('REFER-00001')).toBeUndefined();
  await outbox.close();
});

test('a lease that was interrupted by a restart is an unknown outcome and due immediately', async () => {
  const killed = await openSqliteOutbox(folder);
  await killed.intake.add(newEnquiry(1));
  await killed.claims.claim(1, 1_000_000);
  await killed.close();
  const outbox = await openSqliteOutbox(folder);
  expect(await outbox.claims.claim(1, 60_000)).toMatchObject([{ attempts: 2, unknown_outcomes: 1 }]);
  await outbox.close();
});

test('when the clock is stepped back, everything can be made due again, even with leases of a dead process', async () => {
  const clock = movableClock();
  const outbox = await openSqliteOutbox(folder, clock.now);
  const { intake, claims } = outbox;
  claims.setListener({ isReady: () => true, wake: () => {}, reserve: () => undefined });
  for (const n of [1, 2]) await intake.add(newEnquiry(n));
  const { row } = await intake.add(newEnquiry(3), { visitor: { ...visitor(), waitMs: 5_000 } });
  const [one, ...others] = await claims.claim(3, 60_000);
  await claims.retry(one!, { delayMs: 0, failure: { cause: 'responded', status: 503 }, isUnknown: false });
  clock.shiftMs = -10_800_000;
  expect(await claims.claim(3, 60_000)).toEqual([]);
  expect(await claims.untilDue()).toBeGreaterThan(10_000_000);

  await claims.makeAllDue(60_000);
  expect((await claims.claim(3, 60_000)).map(({ id }) => id)).toEqual([one!.id]);
  // The leases of the others are shortened, and they are due when these end.
  expect(await claims.untilDue()).toBeLessThanOrEqual(60_000);
  expect(others).toHaveLength(2);
  // Otherwise repeated requests would be refused as in progress for three hours.
  expect(await intake.confirm(row.id)).toMatchObject({ state: 'waiting' });
  await outbox.close();
});

test("an enquiry that was confirmed to a repeat can't be refused, although the first visitor is still waiting", async () => {
  const clock = movableClock();
  const outbox = await openSqliteOutbox(folder, clock.now);
  const { intake, claims } = outbox;
  claims.setListener({ isReady: () => true, wake: () => {}, reserve: () => undefined });
  const { row, visitorOutcome } = await intake.add(newEnquiry(1), {
    visitor: { ...visitor(['surname']), waitMs: 50_000 },
  });
  const [claim] = await claims.claim(1, 120_000);
  clock.shiftMs = 60_000;
  expect(await intake.confirm(row.id)).toMatchObject({ state: 'waiting' });
  expect(
    await claims.refuse(claim!, { field: 'surname', failure: { cause: 'responded', status: 400 } }),
  ).toBe('held');
  expect(await visitorOutcome).toEqual({ state: 'accepted' });
  await outbox.close();
});

test("a process whose lease has ended can't change a dropped enquiry", async () => {
  const clock = movableClock();
  const outbox = await openSqliteOutbox(folder, clock.now);
  await outbox.intake.add(newEnquiry(1));
  const [late] = await outbox.claims.claim(1, 1_000);
  clock.shiftMs = 60_000;
  expect((await outbox.operator.drop('REFER-00001')).dropped).toHaveLength(1);
  await outbox.claims.hold(late!, {
    cause: 'refused',
    failure: { cause: 'responded', status: 400 },
    isUnknown: false,
  });
  expect(await outbox.intake.enquiry('REFER-00001')).toMatchObject({ state: 'dropped', content: null });
  await outbox.close();
});

test("another process that is writing doesn't block the event loop", async () => {
  const outbox = await openSqliteOutbox(folder);
  const other = new DatabaseSync(join(folder, 'outbox.db'));
  other.exec('begin immediate');
  const adding = outbox.intake.add(newEnquiry(1));
  let turns = 0;
  while (turns < 20) {
    await new Promise(setImmediate);
    turns += 1;
  }
  other.exec('commit');
  expect(await adding).toMatchObject({ isNew: true });
  other.close();
  await outbox.close();
});

test("a checkpoint empties the write-ahead log, but doesn't wait for a reader", async () => {
  const outbox = await openSqliteOutbox(folder);
  await outbox.intake.add(newEnquiry(1));
  const logBytes = () => readFileSync(join(folder, 'outbox.db-wal')).length;
  const reader = new DatabaseSync(join(folder, 'outbox.db'));
  reader.exec('begin');
  reader.prepare('select * from deliveries').all();
  await outbox.archive.probe();
  const measureCheckpoint = async () => {
    const startedAt = performance.now();
    await outbox.archive.checkpoint();
    return performance.now() - startedAt;
  };
  // Otherwise, each connection waits for 5 s.
  await expect.poll(measureCheckpoint).toBeLessThan(4_000);
  expect(logBytes()).toBeGreaterThan(0);
  reader.close();
  await outbox.archive.checkpoint();
  expect(logBytes()).toBe(0);
  await outbox.close();
});

test('a folder that a newer version has used is refused with advice', async () => {
  await (await openSqliteOutbox(folder)).close();
  const database = new DatabaseSync(join(folder, 'outbox.db'));
  database.exec("INSERT INTO kysely_migration VALUES ('9999_of_another_time', '2999-01-01')");
  database.close();
  await expect(openSqliteOutbox(folder)).rejects.toThrow(
    'a newer version has used the outbox: install that version again',
  );
});

test('what a killed process left of an unfinished upload is erased at the next start', async () => {
  const settings = { databaseUrl: undefined, dataFolder: folder };
  const open = () => openStore(settings, Date.now, pino({ level: 'silent' }));
  await (await open()).outbox.close();
  const unfinished = join(folder, 'spool', 'REFER-00001.key.uuid.part');
  writeFileSync(unfinished, 'a part of a file');
  await (await open()).outbox.close();
  expect(existsSync(unfinished)).toBe(false);
});
