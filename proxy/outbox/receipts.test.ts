import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { openPostgres } from '../database/postgres.ts';
import { startPostgres } from '../database/postgres-under-test.ts';
import { openSqlite } from '../database/sqlite.ts';
import type { NewDelivery, Outbox } from './outbox.ts';
import { addReceiptsToPostgres, addReceiptsToSqlite } from './receipts-under-test.ts';

const receipts = 100_000;
afterEach(() => vi.restoreAllMocks());

const enquiry = (n: number): NewDelivery => ({
  kind: 'enquiry',
  route: '/enquiries',
  idempotency_key: `key-${n}`,
  digest: 'digest',
  reference: `REFER-0000${n}`,
  content: '{}',
});

/** Does everything that a proxy does again and again. */
async function useAll(outbox: Outbox): Promise<void> {
  for (const n of [1, 2, 3]) await outbox.add(enquiry(n));
  const [one, two] = await outbox.claim(2, 60_000);
  await outbox.delivered(one!, 4711);
  await outbox.hold(two!, 'responded 400', false);
  const { reference } = one!;
  const file: NewDelivery = { ...enquiry(4), kind: 'attachment', route: '/a', reference, spooled: 'file' };
  await outbox.add(file, { most: 5 });
  const known = await outbox.find('/enquiries', 'key-1');
  await outbox.confirm(known!.id);
  await outbox.enquiry(reference);
  await outbox.untilDue();
  await outbox.hurry(60_000);
  await outbox.list();
  await outbox.list({ reference });
  await outbox.depth();
  await outbox.needed(['file']);
  await outbox.drop('REFER-00003');
  await outbox.forget(60_000);
}

// Ten million receipts are a week of 16 enquiries a second: what looks at each of them would stop the proxy.
test('no operation reads all receipts, on SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  const outbox = await openSqlite(folder, Date.now);
  addReceiptsToSqlite(join(folder, 'outbox.db'), receipts);
  const { prepare } = DatabaseSync.prototype;
  const used = new Map<string, SQLInputValue[]>();
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    const statement = prepare.call(this, sql);
    const noting =
      <Result>(original: (...values: SQLInputValue[]) => Result) =>
      (...values: SQLInputValue[]) => {
        used.set(sql, values);
        return original.apply(statement, values);
      };
    // Kysely calls them in no other form.
    return Object.assign(statement, { all: noting(statement.all), run: noting(statement.run) });
  });
  await useAll(outbox);
  vi.restoreAllMocks();
  const database = new DatabaseSync(join(folder, 'outbox.db'));
  const scans: string[] = [];
  for (const [sql, values] of used) {
    if (!/^(select|update|delete|with)/.test(sql)) continue;
    for (const { detail } of database.prepare(`explain query plan ${sql}`).all(...values))
      if (/^SCAN (deliveries|[deo])\b(?!.* USING )/.test(String(detail))) scans.push(`${detail}: ${sql}`);
  }
  database.close();
  await outbox.close();
  rmSync(folder, { recursive: true });
  expect(used.size).toBeGreaterThan(15);
  expect(scans).toEqual([]);
});

test('no operation reads all receipts, on PostgreSQL', async () => {
  const postgres = await startPostgres();
  const url = await postgres.database('receipts');
  const { outbox } = await openPostgres(url, pino({ level: 'silent' }));
  const client = new pg.Client(url);
  await client.connect();
  await addReceiptsToPostgres(client, receipts);
  const { query } = pg.Client.prototype;
  const used = new Map<string, unknown[]>();
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
    const [sql, values = []] = words as [string, unknown[]?]; // As the pool calls it.
    used.set(sql, values);
    return (query as (...words: unknown[]) => never).apply(this, words);
  });
  // Connections that are open already were made without the spy.
  const fresh = await openPostgres(url, pino({ level: 'silent' }));
  await useAll(fresh.outbox);
  vi.restoreAllMocks();
  const scans: string[] = [];
  for (const [sql, values] of used) {
    if (!/^(select|update|delete|with).* "deliveries"/s.test(sql)) continue;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    for (const { 'QUERY PLAN': line } of rows)
      if (line.includes('Seq Scan on deliveries')) scans.push(`${line}: ${sql.slice(0, 300)}`);
  }
  await client.end();
  await Promise.all([outbox.close(), fresh.outbox.close()]);
  await postgres.destroy();
  expect(used.size).toBeGreaterThan(15);
  expect(scans).toEqual([]);
}, 60_000);
