import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAttachment, newEnquiry, visitor } from '../../tools/testing/proxy/outbox.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import { openPostgres } from '../database/postgres.ts';
import { openSqlite } from '../database/sqlite.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import type { NewEnquiry } from './deliveries.ts';
import { createOutbox, type Outbox } from './outbox.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' });
}, 60_000);
afterAll(() => postgres.destroy());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const openInPostgres = async () => {
  databases += 1;
  return await openPostgres(await postgres.database(`counts_${databases}`), pino({ level: 'silent' }));
};

describe.each([
  ['SQLite', () => openSqlite(folder, Date.now, 2 ** 16)],
  ['PostgreSQL', openInPostgres],
])('counts on %s', (_, open) => {
  let database: OutboxDatabase;
  let outbox: Outbox;
  beforeEach(async () => {
    database = await open();
    outbox = createOutbox(database);
    outbox.claims.setListener({ isReady: () => true, wake: () => {}, reserve: () => undefined });
  });
  afterEach(() => outbox.close());

  let added = 0;
  const add = (fields: Partial<CreateBody> = {}, own: Partial<NewEnquiry> = {}) => {
    added += 1;
    const enquiry = newEnquiry(added);
    const content = { ...enquiry.content, case_type: 'The name that is sent', ...fields };
    return outbox.intake.add({ ...enquiry, ...own, content });
  };
  const report = async (by: Parameters<typeof outbox.operator.report>[0], sinceDay = 0) =>
    (await outbox.operator.report(by, sinceDay)).map(({ value, enquiries }) => `${value} ${enquiries}`);
  const makeOlder = (days: number) => sql`update enquiry_counts set day = day - ${days}`.execute(database.db);
  const countRows = async () =>
    (await database.db.selectFrom('enquiry_counts').select('day').execute()).length;

  test('have the site, case type, campaign and referer of each enquiry', async () => {
    const today = new Date(await outbox.archive.readClock()).toISOString().slice(0, 10);
    await Promise.all([
      add({ marketing_campaign: 'spring', marketing_lead_referer: 'https://search.example/?q=x' }),
      add({ marketing_campaign: 'spring' }, { case_type: 'injury', site: 'https://www.example.org' }),
      add(),
    ]);
    expect(await report('day')).toEqual([`${today} 3`]);
    expect(await report('site')).toEqual(['https://www.example.com 2', 'https://www.example.org 1']);
    expect(await report('case_type')).toEqual(['injury 1', 'other 2']);
    expect(await report('campaign')).toEqual(['spring 2', ' 1']);
    expect(await report('referer')).toEqual([' 2', 'search.example 1']);
    expect(await report('day', 1_000_000)).toEqual([]);
  });

  test("don't include repeated requests, attachments, or enquiries that couldn't be stored", async () => {
    const enquiry = newEnquiry(1);
    await Promise.all([outbox.intake.add(enquiry), outbox.intake.add(enquiry)]);
    await outbox.intake.add(enquiry);
    await outbox.intake.add(newAttachment(1, 1));
    const invalid = { ...newEnquiry(2), digest: null as unknown as string };
    await expect(outbox.intake.add(invalid)).rejects.toThrow();
    expect(await report('case_type')).toEqual(['other 1']);
  });

  test('don’t include an enquiry that the visitor has to correct', async () => {
    const content = { ...newEnquiry(1).content, case_type: 'The name that is sent' };
    await outbox.intake.add({ ...newEnquiry(1), content }, { visitor: visitor(['surname']) });
    await add();
    const claimed = await outbox.claims.claim(2, 60_000);
    const first = claimed.find(({ reference }) => reference === 'REFER-00001');
    expect(
      await outbox.claims.refuse(first!, { field: 'surname', failure: { cause: 'responded', status: 400 } }),
    ).toBe('refused');
    expect(await report('case_type')).toEqual(['other 1']);
  });

  test('stay after the tombstones are purged', async () => {
    await add();
    const [claim] = await outbox.claims.claim(1, 60_000);
    await outbox.claims.markDelivered(claim!, 4711);
    await outbox.archive.purge(-60_000);
    expect(await report('case_type')).toEqual(['other 1']);
  });

  test('are folded when the day is over, without a change of the report', async () => {
    for (const campaign of ['spring', 'spring', 'summer']) await add({ marketing_campaign: campaign });
    const other = createOutbox(database);
    await other.intake.add({ ...newEnquiry(99), idempotency_key: 'other process' });
    const before = await Promise.all([report('campaign'), report('site')]);
    await outbox.archive.foldCounts(0);
    expect(await countRows()).toBe(3);
    await makeOlder(1);
    await outbox.archive.foldCounts(0);
    expect(await Promise.all([report('campaign'), report('site')])).toEqual(before);
    // A count that arrives late is added.
    await add({ marketing_campaign: 'summer' });
    await sql`update enquiry_counts set day = day - 1 where shard <> ''`.execute(database.db);
    await outbox.archive.foldCounts(0);
    expect(await countRows()).toBe(3);
    expect(await report('campaign')).toEqual(['spring 2', 'summer 2', ' 1']);
  });

  test('keep the 200 most frequent values of a day, before and after folding', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `campaign ${1_000 + n}`);
    await Promise.all([...names, ...names.slice(100)].map(name => add({ marketing_campaign: name })));
    const kept = [...names.slice(100).map(name => `${name} 2`), 'other 100'];
    expect(await report('campaign')).toEqual(kept);
    await makeOlder(1);
    await Promise.all([outbox.archive.foldCounts(0), createOutbox(database).archive.foldCounts(0)]);
    expect(await report('campaign')).toEqual(kept);
    expect(await countRows()).toBe(201);
    await add({ marketing_campaign: 'late' });
    await sql`update enquiry_counts set day = day - 1 where shard <> ''`.execute(database.db);
    await outbox.archive.foldCounts(0);
    expect(await report('campaign')).toEqual([...kept.slice(0, -1), 'other 101']);
  });

  test('are deleted after three years', async () => {
    await add();
    await makeOlder(1_096);
    await outbox.archive.foldCounts(0);
    expect(await report('day')).toHaveLength(1);
    await makeOlder(1);
    await outbox.archive.foldCounts(0);
    expect(await report('day')).toEqual([]);
  });
});

test("proxies that count the same values at the same time don't wait for each other or deadlock", async () => {
  const url = await postgres.database('counts_fleet');
  const stores = await Promise.all(
    Array.from({ length: 4 }, () => openPostgres(url, pino({ level: 'silent' }))),
  );
  const outboxes = stores.map(createOutbox);
  await outboxes[0]!.intake.add({ ...newEnquiry(0), idempotency_key: 'first' });
  // Locks that outlast the proxy's connection.
  const locks = await stores[0]!.db.startTransaction().execute();
  await sql`select * from enquiry_counts for update`.execute(locks);
  await expect(outboxes[0]!.intake.add(newEnquiry(0))).rejects.toThrow('lock timeout');
  const count = 100; // All of them wait for connections, for at most five seconds.
  await Promise.all(
    outboxes.flatMap((outbox, process) =>
      Array.from({ length: count }, (_, n) =>
        outbox.intake.add({
          ...newEnquiry(n),
          idempotency_key: `${process} ${n}`,
          content: { ...newEnquiry(n).content, marketing_campaign: `campaign ${(n * (process + 1)) % 7}` },
        }),
      ),
    ),
  );
  await locks.rollback().execute();
  expect(await outboxes[0]!.operator.report('case_type', 0)).toEqual([
    { value: 'other', enquiries: 4 * count + 1 },
  ]);
  await Promise.all(outboxes.map(outbox => outbox.close()));
}, 60_000);
