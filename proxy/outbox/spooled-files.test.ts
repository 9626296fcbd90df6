// What a start does with the files of a spool and an outbox that are from different moments.
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import { ada, createProxyUnderTest, json } from '../../tools/testing/proxy/proxy.ts';
import { png } from '../../tools/testing/proxy/sample-files.ts';
import { respond } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../contract/enquiry.ts';
import { attachmentsRoute } from './deliveries.ts';
import { openStore } from './outbox.ts';

/** The moments in the life of a file, in this order. It is acknowledged once it is kept. */
const moments = ['not uploaded', 'saved', 'committed', 'kept', 'delivered', 'purged'] as const;
type Moment = (typeof moments)[number];

const reference = '7K2PQ-2M9XD';
let root: string;
let name: string;
const snapshotAt = (moment: Moment) => join(root, moment);
const open = (dataFolder: string) =>
  openStore(
    { databaseUrl: undefined, dataFolder, maxReserveBytes: 2 ** 16 },
    Date.now,
    pino({ level: 'silent' }),
  );

/** Lives through all moments and takes a snapshot of the data folder at each, as of a disk. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'moments-'));
  const live = join(root, 'live');
  const { outbox, spool } = await open(live);
  const deliver = async () => {
    const [claim] = await outbox.claims.claim(1, 60_000);
    await outbox.claims.markDelivered(claim!, 4711);
  };
  await outbox.intake.add({ ...newEnquiry(1), reference });
  await deliver();
  const key = randomUUID();
  const steps: Record<Moment, () => Promise<unknown>> = {
    'not uploaded': async () => {},
    async saved() {
      ({ name } = await spool.save(Readable.from([Buffer.from('letter')]), { reference, key }));
    },
    committed: () =>
      outbox.intake.add({
        ...newAttachment(1, 1),
        route: attachmentsRoute(reference),
        idempotency_key: key,
        reference,
        spool_file: name,
      }),
    kept: () => spool.keep(name),
    async delivered() {
      await deliver();
      await spool.erase(name);
      await outbox.archive.noteFilesErased([name]);
    },
    purged: () => outbox.archive.purge('tombstones', -60_000),
  };
  for (const moment of moments) {
    await steps[moment]();
    cpSync(live, snapshotAt(moment), { recursive: true });
  }
  await outbox.close();
});
afterAll(() => rmSync(root, { recursive: true }));

/** Starts with the outbox and the spool of these moments. Resolves with where the file is then. */
async function start(outboxMoment: Moment, spoolMoment: Moment) {
  const folder = mkdtempSync(join(root, 'restored-'));
  cpSync(snapshotAt(outboxMoment), folder, { recursive: true });
  rmSync(join(folder, 'spool'), { recursive: true });
  cpSync(join(snapshotAt(spoolMoment), 'spool'), join(folder, 'spool'), { recursive: true });
  await (await open(folder)).outbox.close();
  const places = { kept: name, provisional: `${name}.provisional`, orphaned: join('..', 'orphaned', name) };
  const found = Object.entries(places).filter(([, path]) => existsSync(join(folder, 'spool', path)));
  return found.map(([place]) => place).join() || 'gone';
}

describe('a file, after a start', () => {
  test.each<[Moment, string]>([
    ['not uploaded', 'gone'],
    ['saved', 'gone'],
    ['committed', 'kept'],
    ['kept', 'kept'],
    ['delivered', 'gone'],
    ['purged', 'gone'],
  ])('of everything as a crash has left it when the file was %s, is %s', async (moment, place) => {
    expect(await start(moment, moment)).toBe(place);
  });

  test.each<[Moment, Moment, string]>([
    ['not uploaded', 'saved', 'gone'],
    ['not uploaded', 'committed', 'gone'],
    ['not uploaded', 'kept', 'orphaned'],
    ['saved', 'kept', 'orphaned'],
    ['committed', 'kept', 'kept'],
    ['kept', 'delivered', 'gone'],
  ])(
    'with an outbox from when it was %s, and a later spool from when it was %s, is %s',
    async (outbox, spool, place) => {
      expect(await start(outbox, spool)).toBe(place);
    },
  );

  test.each<[Moment, Moment, string]>([
    ['committed', 'not uploaded', 'gone'],
    ['committed', 'saved', 'kept'],
    ['kept', 'saved', 'kept'],
    ['kept', 'committed', 'kept'],
    ['delivered', 'saved', 'gone'],
    ['delivered', 'kept', 'gone'],
    ['purged', 'committed', 'gone'],
    ['purged', 'kept', 'orphaned'],
  ])(
    'with an outbox from when it was %s, and an earlier spool from when it was %s, is %s',
    async (outbox, spool, place) => {
      expect(await start(outbox, spool)).toBe(place);
    },
  );
});

test('after a restore of an earlier outbox, every acknowledged file is orphaned, and no other', async () => {
  const proxy = await createProxyUnderTest();
  onTestFinished(() => proxy.stop());
  proxy.enquiryApi.otherwise = respond(503, '', { 'retry-after': '3600' });
  const receipt = await json<Receipt>(proxy.postEnquiry(ada));
  const backup = mkdtempSync(join(root, 'backup-'));
  const copyOutbox = () => {
    const database = new DatabaseSync(join(proxy.folder, 'outbox.db'));
    database.exec(`vacuum into '${join(backup, 'outbox.db')}'`);
    database.close();
  };
  copyOutbox();
  for (const _ of [1, 2])
    expect((await proxy.postAttachment(receipt, new Uint8Array(png()))).status).toBe(202);
  const acknowledged = readdirSync(join(proxy.folder, 'spool'));
  await proxy.spool.save(Readable.from([Buffer.from('letter')]), {
    reference: receipt.reference,
    key: randomUUID(),
  });
  cpSync(join(proxy.folder, 'spool'), join(backup, 'spool'), { recursive: true });
  const { outbox, spool } = await open(backup);
  expect(readdirSync(join(backup, 'orphaned')).sort()).toEqual(acknowledged.sort());
  expect(await spool.countOrphans()).toBe(2);
  expect(await spool.filesOlderThan(-1_000)).toEqual([]);
  await outbox.close();

  // With the outbox that was thought lost, its files are in the spool again.
  for (const end of ['', '-wal', '-shm']) rmSync(join(backup, `outbox.db${end}`), { force: true });
  copyOutbox();
  await (await open(backup)).outbox.close();
  expect(readdirSync(join(backup, 'spool')).sort()).toEqual(acknowledged.sort());
  expect(readdirSync(join(backup, 'orphaned'))).toEqual([]);
});
