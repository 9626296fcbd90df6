import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { newAttachment, newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { addTombstonesToPostgres, addTombstonesToSqlite } from '../../tools/testing/proxy/tombstones.ts';
import { type Outbox, openFleetStore } from './outbox.ts';

const tombstones = 50_000;
afterEach(() => vi.restoreAllMocks());

/** Calls everything that a proxy does repeatedly. */
async function useEverything({ intake, claims, operator, archive }: Outbox): Promise<void> {
  for (const n of [1, 2, 3]) await intake.add(newEnquiry(n));
  const [one, two] = await claims.claim(2, 60_000);
  await claims.markDelivered(one!, tombstones + 1);
  // The number of a tombstone.
  await claims.markDelivered(two!, 4711);
  const { reference } = one!;
  await intake.add({ ...newAttachment(1, 1), reference }, { maxAttachments: 5 });
  await operator.find(() => true);
  await operator.settle({ reference: 'REFER-00009', state: 'held' }, 99);
  const known = await intake.find('/enquiries', 'key-1');
  await intake.confirm(known!.id);
  await intake.enquiry(reference);
  await claims.untilDue();
  await claims.makeAllDue(60_000);
  await operator.list();
  await operator.list({ reference });
  await operator.list({ state: 'test' });
  await operator.list({ state: 'held' });
  await operator.listHeld(51, {});
  await operator.listHeld(51, { cause: 'suspect', below: { created_at: 1, id: 1 } });
  await operator.status();
  await operator.release('REFER-00002');
  await intake.countUndelivered(1_000);
  await intake.countSuspects();
  await archive.filesNeeded(['spooled-1']);
  await operator.drop('REFER-00003');
  await archive.purge('tombstones', 60_000);
  await archive.purge('tests', 60_000);
}

// Ten million tombstones are a week of 16 enquiries a second. A query that reads all of them would block the proxy.
test('no operation reads all tombstones, on SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tombstones-'));
  const outbox = await openSqliteOutbox(folder);
  addTombstonesToSqlite(join(folder, 'outbox.db'), 10_000); // Its plans don't depend on the number.
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
    // Kysely calls only these two methods.
    return Object.assign(statement, { all: noting(statement.all), run: noting(statement.run) });
  });
  await useEverything(outbox);
  vi.restoreAllMocks();
  const database = new DatabaseSync(join(folder, 'outbox.db'));
  const scans: string[] = [];
  for (const [sql, values] of used) {
    if (!/^(select|insert|update|delete|with)/.test(sql)) continue;
    for (const { detail } of database.prepare(`explain query plan ${sql}`).all(...values))
      if (/^SCAN (deliveries|earlier|other|[deo])\b(?!.* USING )/.test(String(detail)))
        scans.push(`${detail}: ${sql}`);
  }
  const plans = [...used]
    // The files of held enquiries are found by their references.
    .filter(([sql]) => sql.includes('count(*)') && !sql.includes('"reference" in'))
    .map(([sql, values]) => database.prepare(`explain query plan ${sql}`).all(...values))
    .map(steps => steps.map(({ detail }) => String(detail)).find(detail => / deliveries\b/.test(detail)));
  database.close();
  await outbox.close();
  rmSync(folder, { recursive: true });
  expect(used.size).toBeGreaterThan(15);
  expect(scans).toEqual([]);
  // Enquiries and scrapes of the metrics count what is waiting and held, which may be hundreds of thousands.
  expect(plans).toHaveLength(5);
  for (const plan of plans) expect(plan).toContain('USING COVERING INDEX');
});

test('no operation reads all tombstones, on PostgreSQL', async () => {
  const postgres = await startPostgres({ fsync: 'off' });
  const url = await postgres.database('tombstones');
  const { outbox } = await openFleetStore(url, pino({ level: 'silent' }));
  const client = new pg.Client(url);
  await client.connect();
  await addTombstonesToPostgres(client, tombstones);
  const { query } = pg.Client.prototype;
  const used = new Map<string, unknown[]>();
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
    const [sql, values = []] = words as [string, unknown[]?]; // The pool always calls it in this form.
    used.set(sql, values);
    return (query as (...words: unknown[]) => never).apply(this, words);
  });
  // Connections that are already open don't have the spy.
  const spied = await openFleetStore(url, pino({ level: 'silent' }));
  await useEverything(spied.outbox);
  vi.restoreAllMocks();
  const scans: string[] = [];
  for (const [sql, values] of used) {
    if (!/^(select|insert|update|delete|with).* "deliveries"/s.test(sql)) continue;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    // Without its time as a condition, an index is read from one end to the other.
    for (const { 'QUERY PLAN': line } of rows)
      if (/Seq Scan on deliveries|Filter:.*(created_at|settled_at)\b.*clock_timestamp/.test(line))
        scans.push(`${line}: ${sql.slice(0, 300)}`);
  }
  await client.end();
  await Promise.all([outbox.close(), spied.outbox.close()]);
  await postgres.destroy();
  expect(used.size).toBeGreaterThan(15);
  expect(scans).toEqual([]);
});

test('a claim does not sort a backlog that has grown since many were delivered, on PostgreSQL', async () => {
  const postgres = await startPostgres({ fsync: 'off', autovacuum_naptime: '1s' });
  onTestFinished(() => postgres.destroy());
  const url = await postgres.database('backlog');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { outbox } = await openFleetStore(url, pino({ level: 'silent' }));
  onTestFinished(() => outbox.close());
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const addWaiting = (from: number, to: number) =>
    client.query(`
      insert into deliveries (kind, route, idempotency_key, digest, reference, content, due_at, created_at)
      select 'enquiry', '/enquiries', 'waiting-' || n, 'digest', 'W' || n, '{}', n, n from generate_series(${from}, ${to}) as n`);
  await addWaiting(1, 40);
  await addTombstonesToPostgres(client, tombstones);
  await addWaiting(41, 6_000);
  await outbox.claims.claim(4, 60_000);
  const calls = query.mock.calls as unknown as [string, unknown[]?][];
  const [sql, values] = calls.find(([text]) => text.includes('skip locked'))!;
  // PostgreSQL gathers its statistics in the background.
  const plan = async () => JSON.stringify((await client.query(`explain ${sql}`, values)).rows);
  await expect.poll(plan, { timeout: 120_000 }).not.toContain('Sort');
});
