import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { createDiskReserve, createDiskRoom, DiskFull, type DiskReserve } from './disk-reserve.ts';
import type { OutboxDatabase } from './outbox-database.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-room-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sqliteError = (errcode: number) =>
  Object.assign(new Error('from SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
const reserveBytes = 100_000;

describe('the reserve', () => {
  let reserve: DiskReserve;
  beforeEach(async () => {
    reserve = createDiskReserve(folder, reserveBytes);
    expect(reserve.exists()).toBe(false);
    await reserve.write();
  });

  test('takes its space on the disk', () => {
    const { size, blocks } = statSync(join(folder, 'outbox.reserve'));
    expect(size).toBe(reserveBytes);
    expect(blocks * 512).toBeGreaterThanOrEqual(reserveBytes);
  });

  test.each([
    ['SQLite reports a full disk', sqliteError(13)],
    ['that is the cause of another error', new Error('migration failed', { cause: sqliteError(13) })],
    ['a file can’t be written', Object.assign(new Error(), { code: 'ENOSPC' })],
  ])('is deleted once when %s', (_, error) => {
    expect(reserve.releaseFor(error)).toBe(true);
    expect(reserve.releaseFor(error)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['an I/O error of a disk that has room', sqliteError(10)],
    ['a wrong statement', sqliteError(1)],
    ['a bug', new TypeError('x is not a function')],
  ])('stays after %s', (_, error) => {
    expect(reserve.releaseFor(error)).toBe(false);
    expect(reserve.exists()).toBe(true);
  });

  test('is not complete if the process was killed while writing it', () => {
    reserve.releaseFor(sqliteError(13));
    writeFileSync(join(folder, 'outbox.reserve.part'), 'half');
    expect(reserve.exists()).toBe(false);
    reserve.deleteUnfinished();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('an outbox that can’t grow', () => {
  let database: OutboxDatabase;
  let outbox: Outbox;
  const limitPages = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(database.db);
  const addUntilFull = async () => {
    for (let n = 1; ; n++) {
      const added = await outbox.intake.add(newEnquiry(n)).catch(() => undefined);
      if (added) continue;
      await limitPages(100 + Math.floor(reserveBytes / 4_096)); // Deleting the reserve makes room.
      return n - 1;
    }
  };
  beforeEach(async () => {
    database = await openSqlite(folder, Date.now, { maxReserveBytes: reserveBytes });
    outbox = createOutbox(database);
    await limitPages(100);
  });
  afterEach(() => outbox.close());

  test('stores no new enquiries, delivers what it has, and stores new ones once there is room', async () => {
    const stored = await addUntilFull();
    expect(stored).toBeGreaterThan(10);
    expect(readdirSync(folder)).not.toContain('outbox.reserve');
    await expect(outbox.intake.add(newEnquiry(stored + 1))).rejects.toThrow(DiskFull);
    await expect(outbox.archive.probe()).rejects.toThrow(DiskFull);

    const claims = await outbox.claims.claim(stored + 1, 60_000);
    expect(claims).toHaveLength(stored);
    for (const claim of claims)
      expect(await outbox.claims.markDelivered(claim, claim.id)).toEqual({ state: 'delivered' });
    await limitPages(1_000_000);
    expect(await outbox.archive.restoreRoom()).toBe(true);
    expect((await outbox.intake.add(newEnquiry(stored + 1))).isNew).toBe(true);
    await outbox.archive.probe();
  });

  test('still answers for what it has', async () => {
    const stored = await addUntilFull();
    const first = await outbox.intake.find('/enquiries', newEnquiry(stored).idempotency_key);
    expect(await outbox.intake.confirm(first!.id)).toMatchObject({ reference: newEnquiry(stored).reference });
  });
});

test('an outbox gives the space of delivered enquiries back to a disk without room', async () => {
  const database = await openSqlite(folder, Date.now, { maxReserveBytes: reserveBytes });
  const outbox = createOutbox(database);
  await Promise.all(Array.from({ length: 2_000 }, (_, n) => outbox.intake.add(newEnquiry(n))));
  await database.checkpoint();
  const size = () => statSync(join(folder, 'outbox.db')).size;
  const before = size();
  for (const claim of await outbox.claims.claim(2_000, 60_000))
    await outbox.claims.markDelivered(claim, claim.id);
  await outbox.archive.purge('tombstones', -600_000);
  const reserve = createDiskReserve(folder, reserveBytes);
  reserve.releaseFor(sqliteError(13));
  const room = createDiskRoom(database.db, {
    checkpoint: async mode => void (await sql.raw(`pragma wal_checkpoint(${mode})`).execute(database.db)),
    folder,
    reserve: { ...reserve, hasRoom: () => size() < before / 2 },
  });
  expect(await room.restore()).toBe(true);
  expect(size()).toBeLessThan(before / 2);
  await outbox.close();
});
