import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecordingEnquiryApi } from '../../tools/faults/recording-enquiry-api.ts';
import { createSimulatedProxy } from '../../tools/faults/simulated-proxy.ts';
import { measureReadiness } from '../../tools/faults/simulation.ts';
import { newAttachment, newEnquiry, postgresForAllTests } from '../../tools/testing/proxy/outbox.ts';
import { longRunningLimits } from '../database/postgres.ts';
import { isPostgresDiskFull, type Outbox, openFleetStore } from './outbox.ts';

const postgres = postgresForAllTests();

let databases = 0;
let url: string;
let client: pg.Client;
beforeEach(async () => {
  databases += 1;
  url = await postgres.database(`fleet_${databases}`);
  client = new pg.Client(url);
  await client.connect();
});
afterEach(() => client.end());

/** Opens the outboxes of proxies that wait for locks without a time limit. */
async function openOutboxes(count: number): Promise<Outbox[]> {
  const open = () => openFleetStore(url, pino({ level: 'silent' }), { ...longRunningLimits, lockMs: 0 });
  const stores = await Promise.all(Array.from({ length: count }, open));
  return stores.map(({ outbox }) => outbox);
}
const closeAll = (outboxes: Outbox[]) => Promise.all(outboxes.map(outbox => outbox.close()));
const lockEnquiry = "select id from deliveries where reference = 'REFER-00001' for update";

test('several proxies start at the same time on an empty database and share its work', async () => {
  const outboxes = await openOutboxes(3);
  const [one, two] = outboxes;

  const same = await Promise.all(outboxes.map(({ intake }) => intake.add(newEnquiry(1))));
  expect(same.map(({ isNew }) => isNew).sort()).toEqual([false, false, true]);
  expect(new Set(same.map(({ row }) => row.id)).size).toBe(1);

  const files = await Promise.allSettled(
    [1, 2, 3, 4].map(file =>
      (file % 2 ? one! : two!).intake.add(newAttachment(1, file), { maxAttachments: 2 }),
    ),
  );
  expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);

  for (let n = 2; n < 8; n++) await one!.intake.add(newEnquiry(n));
  const claimed = (await Promise.all(outboxes.map(({ claims }) => claims.claim(5, 60_000)))).flat();
  expect(claimed).toHaveLength(7);
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(7);
  await closeAll(outboxes);
});

test('after a server could only be read, as a standby, the next write uses a new connection', async () => {
  const [outbox] = await openOutboxes(1);
  const name = new URL(url).pathname.slice(1);
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  await expect.poll(() => outbox!.intake.add(newEnquiry(1)).catch(({ code }) => code)).toBe('25006');
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter database ${name} reset default_transaction_read_only`);
  expect(await outbox!.intake.add(newEnquiry(1))).toMatchObject({ isNew: true });
  await closeAll([outbox!]);
});

test('a file that arrives at two proxies at the same time is stored once, within the limit', async () => {
  const outboxes = await openOutboxes(2);
  await outboxes[0]!.intake.add(newEnquiry(1));
  // Both proxies wait for the enquiry's row.
  await client.query('begin');
  await client.query(lockEnquiry);
  const adding = Promise.allSettled(
    outboxes.flatMap(({ intake }) =>
      [1, 2].map(file => intake.add(newAttachment(1, file), { maxAttachments: 1 })),
    ),
  );
  await expect
    .poll(
      async () => (await client.query('select count(*)::int as n from pg_locks where not granted')).rows[0].n,
    )
    .toBe(2);
  await client.query('commit');
  const outcomes = (await adding).map(each =>
    each.status === 'fulfilled' ? (each.value.isNew ? 'stored' : 'known') : each.reason.constructor.name,
  );
  expect(outcomes.sort()).toEqual(['TooManyAttachments', 'TooManyAttachments', 'known', 'stored']);
  await closeAll(outboxes);
});

test("a locked row doesn't block other enquiries", async () => {
  const { outbox } = await openFleetStore(url, pino({ level: 'silent' }));
  const { intake } = outbox;
  await intake.add(newEnquiry(1));
  await client.query('begin');
  await client.query(lockEnquiry);
  const [locked, free] = await Promise.allSettled([
    intake.add(newAttachment(1, 1)),
    intake.add(newEnquiry(2)),
  ]);
  expect([locked.status, free.status]).toEqual(['rejected', 'fulfilled']);
  await client.query('rollback');
  expect(await intake.add(newAttachment(1, 1))).toMatchObject({ isNew: true });
  await outbox.close();
});

test('a database that a newer version has used is refused with advice', async () => {
  await closeAll(await openOutboxes(1));
  await client.query('insert into kysely_migration values ($1, $2)', ['9999_of_another_time', '2999-01-01']);
  await expect(openOutboxes(1)).rejects.toThrow(
    'a newer version has used the outbox: install that version again',
  );
});

test('a database in another encoding is refused with advice', async () => {
  const latin = await postgres.database(
    'latin',
    "encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'",
  );
  await expect(openFleetStore(latin, pino({ level: 'silent' }))).rejects.toThrow(
    'the database has the encoding LATIN1: create the database with UTF8',
  );
});

test('ready fails while another program has locked the deliveries', async () => {
  const store = await openFleetStore(url, pino({ level: 'silent' }));
  const { app } = await createSimulatedProxy(store, createRecordingEnquiryApi());
  expect((await measureReadiness({ app })).status).toBe(200);
  await client.query('begin');
  await client.query('lock table deliveries');
  const ready = async () => (await measureReadiness({ app })).status;
  await expect.poll(ready).toBe(503);
  await client.query('rollback');
  await expect.poll(ready).toBe(200);
  await store.outbox.close();
});

test.each([
  ['an insert', ''],
  ['a commit', 'deferrable initially deferred'],
])('a full disk is recognised when %s fails', async (_, timing) => {
  const [outbox] = await openOutboxes(1);
  await client.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await client.query(`create constraint trigger fail after insert on deliveries ${timing}
    for each row execute function fail()`);
  const error = await outbox!.intake.add(newEnquiry(1)).catch(error => error);
  expect(isPostgresDiskFull(error)).toBe(true);
  await client.query('drop trigger fail on deliveries');
  expect(await outbox!.intake.add(newEnquiry(1))).toMatchObject({ isNew: true });
  await outbox!.close();
});

test("a database that doesn't sync its commits is reported", async () => {
  const [outbox] = await openOutboxes(1);
  const { durabilityWarning } = outbox!.archive;
  expect(await durabilityWarning()).toBeUndefined();
  const setFsync = async (value: string) => {
    await client.query(`alter system set fsync = ${value}`);
    await client.query('select pg_reload_conf()');
  };
  await setFsync('off');
  await expect.poll(durabilityWarning).toBe('PostgreSQL has fsync = off');
  await setFsync('on');
  await expect.poll(durabilityWarning).toBeUndefined();
  await outbox!.close();
});
