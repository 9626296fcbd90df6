import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { exampleCreateBody, newAttachment } from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { openStore } from '../outbox/outbox.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

const data = () => join(program.folder, 'data');
const spool = () => readdirSync(join(data(), 'spool'), { recursive: true }).sort();

/** Leaves a spooled file of a delivered enquiry whose outbox knows nothing of the file. */
async function leaveOrphan() {
  const settings = program.storeSettings();
  const log = pino({ level: 'silent' });
  const { outbox, spool } = await openStore(settings, Date.now, log);
  const reference = '7K2PQ-2M9XD';
  await outbox.intake.add({
    kind: 'enquiry',
    route: '/enquiries',
    idempotency_key: 'a',
    digest: 'x',
    reference,
    case_type: exampleCreateBody.case_type,
    content: exampleCreateBody,
  });
  const [claim] = await outbox.claims.claim(1, 60_000);
  await outbox.claims.markDelivered(claim!, 4711);
  async function* letter() {
    yield Buffer.from('%PDF-1.4 letter');
  }
  const { name, sha256 } = await spool.save(letter(), { reference, key: randomUUID() });
  await spool.keep(name);
  await outbox.close();
  // The file is days old, because age alone must never make a start erase a file.
  utimesSync(join(data(), 'spool', name), 0, 0);
  return { settings, log, name, sha256, reference };
}

test('a lost outbox is not replaced until the operator adopts a new one', async () => {
  const { settings, log, name } = await leaveOrphan();
  for (const end of ['', '-wal', '-shm']) rmSync(join(data(), `outbox.db${end}`), { force: true });
  await expect(openStore(settings, Date.now, log)).rejects.toThrow('outbox adopt');
  await expect(openStore(settings, Date.now, log)).rejects.toThrow('outbox adopt');
  expect(await run('check')).toMatchObject({ code: 1, out: expect.stringContaining('outbox adopt') });
  expect(spool()).toEqual([name]);

  expect((await run('outbox adopt')).code).toBe(0);
  expect(await run('outbox adopt')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not lost'),
  });
});

test('adopting a new outbox sets the files of the lost one aside', async () => {
  const { settings, log, name } = await leaveOrphan();
  for (const end of ['', '-wal', '-shm']) rmSync(join(data(), `outbox.db${end}`), { force: true });
  expect((await run('outbox adopt')).code).toBe(0);
  await (await openStore(settings, Date.now, log)).outbox.close();
  expect(spool()).toEqual(['orphaned', join('orphaned', name)]);
});

test('a crash between the commit of a file and its acknowledgement keeps it', async () => {
  const { settings, log, reference } = await leaveOrphan();
  rmSync(join(data(), 'spool'), { recursive: true });
  const { outbox, spool: files } = await openStore(settings, Date.now, log);
  const { name } = await files.save(Readable.from([Buffer.from('letter')]), { reference, key: randomUUID() });
  await outbox.intake.add({ ...newAttachment(1, 1), reference, spool_file: name });
  await outbox.close();
  await (await openStore(settings, Date.now, log)).outbox.close();
  expect(spool()).toEqual([name]);
});

test('the operator drops a file whose enquiry was lost with the outbox', async () => {
  const { settings, log, name } = await leaveOrphan();
  for (const end of ['', '-wal', '-shm']) rmSync(join(data(), `outbox.db${end}`), { force: true });
  expect((await run('outbox adopt')).code).toBe(0);
  await (await openStore(settings, Date.now, log)).outbox.close();
  expect(await run(`outbox adopt ${name}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('its enquiry is not in the outbox'),
  });
  expect((await run(`outbox drop ${name}`, {}, 'no\n')).code).toBe(1);
  expect((await run(`outbox drop ${name} --yes`)).code).toBe(0);
  expect((await run('outbox orphans')).out).toContain('There are no orphaned files');
});

test.each([
  ['emptied', () => truncateSync(join(data(), 'outbox.db'))],
  [
    'gone, but for its log',
    () => {
      rmSync(join(data(), 'outbox.db'));
      writeFileSync(join(data(), 'outbox.db-wal'), 'frames');
    },
  ],
])('a lost outbox is noticed when it was %s', async (_, damage) => {
  const { settings, log } = await leaveOrphan();
  damage();
  await expect(openStore(settings, Date.now, log)).rejects.toThrow('outbox adopt');
  expect((await run('outbox adopt')).code).toBe(0);
  await (await openStore(settings, Date.now, log)).outbox.close();
  expect(spool()).toHaveLength(2);
});

test('the log of a lost outbox is kept until the operator drops it', async () => {
  const { settings, log } = await leaveOrphan();
  rmSync(join(data(), 'outbox.db'));
  writeFileSync(join(data(), 'outbox.db-wal'), 'frames');
  expect((await run('outbox adopt')).code).toBe(0);
  await (await openStore(settings, Date.now, log)).outbox.close();
  const name = 'outbox.db-wal.orphaned';
  expect((await run('outbox orphans')).out).toContain(`${name}  log of a lost outbox`);
  expect(await run('check')).toMatchObject({ code: 1, out: expect.stringContaining('2 orphaned files') });
  expect((await run(`outbox adopt ${name}`)).code).toBe(1);
  expect((await run(`outbox drop ${name} --yes`)).code).toBe(0);
  expect(readdirSync(data())).not.toContain(name);
  expect((await run('outbox orphans')).out).not.toContain(name);
});

test('a truncated outbox is refused', async () => {
  const { settings, log, name } = await leaveOrphan();
  truncateSync(join(data(), 'outbox.db'), 20_000);
  await expect(openStore(settings, Date.now, log)).rejects.toThrow('damaged');
  expect(spool()).toEqual([name]);
});

test('the secret alone shows that an outbox was lost', async () => {
  const { settings, log } = await leaveOrphan();
  for (const name of ['outbox.db', 'spool']) rmSync(join(data(), name), { recursive: true });
  writeFileSync(join(data(), 'secret'), 's'.repeat(43));
  await expect(openStore(settings, Date.now, log)).rejects.toThrow('the secret of an earlier one');
});

test('a file whose adoption failed half-way and was repeated is attached once', async () => {
  const { settings, log, name, reference } = await leaveOrphan();
  await (await openStore(settings, Date.now, log)).outbox.close();
  const orphaned = join(data(), 'spool', 'orphaned', name);
  const inTheWay = join(data(), 'spool', name);
  mkdirSync(inTheWay);
  expect((await run(`outbox adopt ${name}`)).code).toBe(1);
  expect(existsSync(orphaned)).toBe(true);
  rmdirSync(inTheWay);
  expect((await run(`outbox adopt ${name}`)).code).toBe(0);
  const { outbox, spool } = await openStore(settings, Date.now, log);
  const rows = await outbox.operator.list({ reference });
  expect(rows.filter(({ kind }) => kind === 'attachment')).toHaveLength(1);
  expect(await spool.has(name)).toBe(true);
  await outbox.close();
});

test('files without a delivery are set aside for the operator to adopt', async () => {
  const { settings, log, name, sha256, reference } = await leaveOrphan();
  await (await openStore(settings, Date.now, log)).outbox.close();
  expect(await run('check')).toMatchObject({ code: 1, out: expect.stringContaining('1 orphaned file') });
  expect((await run('outbox orphans')).out).toContain(`${name}  ${reference}`);
  expect(await run('outbox adopt nothing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no orphaned file'),
  });
  expect((await run(`outbox adopt ${name}`)).code).toBe(0);

  const store = await openStore(settings, Date.now, log);
  const [claim] = await store.outbox.claims.claim(1, 60_000);
  expect(claim).toMatchObject({ kind: 'attachment', enquiry_id: 4711, spool_file: name });
  expect(JSON.parse(claim!.content)).toMatchObject({
    file: { name: 'recovered.pdf', mime: 'application/pdf' },
    bytes: 15,
    sha256,
  });
  expect(await store.spool.has(name)).toBe(true);
  await store.outbox.close();
});
