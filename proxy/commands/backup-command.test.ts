import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { extract, list } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdOne, newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { stageBackup } from '../database/sqlite-copy.ts';
import { openStore, type Store } from '../outbox/outbox.ts';

const log = pino({ level: 'silent' });
const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);
let dataFolder: string;
let store: Store;
const open = (folder = dataFolder) =>
  openStore({ ...program.storeSettings(), dataFolder: folder }, Date.now, log);
beforeEach(async () => {
  dataFolder = join(program.folder, 'data');
  store = await open();
  writeFileSync(join(dataFolder, 'secret'), 's'.repeat(40), { mode: 0o600 });
});
afterEach(async () => {
  await store.outbox.close();
});

const contentOf = async ({ spool }: Store, name: string) =>
  spool.read(name, async chunks => {
    let text = '';
    for await (const chunk of chunks) text += chunk;
    return text;
  });
async function* bytesOf(content: string) {
  yield Buffer.from(content);
}
/** Adds an attachment of an enquiry with this content. Resolves with the name of its file. */
async function addFile(n: number, content: string): Promise<string> {
  const owner = { reference: `REFER-0000${n}`, key: `file-${content}` };
  const { name } = await store.spool.save(bytesOf(content), owner);
  await store.outbox.intake.add({
    ...newAttachment(n, 1),
    idempotency_key: owner.key,
    spool_file: name,
  });
  await store.spool.keep(name);
  return name;
}
async function deliver({ claims }: Store['outbox'], count: number): Promise<void> {
  for (const claim of await claims.claim(count, 60_000)) await claims.markDelivered(claim, claim.id);
}
/** Unpacks a backup into a folder. */
async function unpack(file: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await extract({ file, cwd: folder });
  return folder;
}
const file = () => join(program.folder, 'copy.tar');

test('a restored backup has every enquiry and file of its moment, and marks what may have been sent since', async () => {
  const { outbox } = store;
  for (const n of [1, 2, 3]) await outbox.intake.add(newEnquiry(n));
  await deliver(outbox, 1);
  const [name, later] = [await addFile(2, 'photo'), await addFile(3, 'scan')];
  const { out, code } = await run(['backup', file()]);
  expect([code, out]).toEqual([0, expect.stringMatching(/copy\.tar is written: 4 files, .*, as of 20/)]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataFolder)).not.toContain('backup.part');

  // Afterwards, an enquiry arrives, and everything is delivered: the file is erased.
  await outbox.intake.add(newEnquiry(4));
  await deliver(outbox, 9);
  await store.spool.erase(name);

  const folder = await unpack(file(), join(program.folder, 'restored-machine'));
  const unpacked = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(unpacked.filter(each => statSync(join(folder, each)).mode & 0o077)).toEqual([]);
  const restored = await open(folder);
  const rows = await restored.outbox.operator.list();
  expect(rows.map(({ reference, kind }) => [reference, kind])).toEqual([
    ['REFER-00002', 'enquiry'],
    ['REFER-00003', 'enquiry'],
    ['REFER-00002', 'attachment'],
    ['REFER-00003', 'attachment'],
  ]);
  const claims = await restored.outbox.claims.claim(9, 60_000);
  expect(claims.map(({ unknown_outcomes, isInterrupted }) => [unknown_outcomes, isInterrupted])).toEqual(
    claims.map(() => [1, true]),
  );
  expect(claims).not.toHaveLength(0);
  expect([await contentOf(restored, name), await contentOf(restored, later)]).toEqual(['photo', 'scan']);
  expect(await restored.spool.countOrphans()).toBe(0);
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('s'.repeat(40));
  expect(existsSync(join(folder, 'restored'))).toBe(false);
  await restored.outbox.close();
});

test('held enquiries stay so in a restored backup, and are marked once they are released', async () => {
  const { intake } = store.outbox;
  await intake.add(newEnquiry(1));
  await holdOne(store.outbox);
  await intake.add({ ...newEnquiry(2), state: 'held' });
  await run(['backup', file()]);
  const restored = await open(await unpack(file(), join(program.folder, 'other')));
  const rows = await restored.outbox.operator.list({ state: 'held' });
  expect(rows.map(({ held_cause, unknown_outcomes }) => [held_cause, unknown_outcomes])).toEqual([
    ['refused', 1],
    ['suspect', 1],
  ]);
  await restored.outbox.close();
});

test('a copy is from one moment while enquiries with files arrive, are delivered and are erased', async () => {
  const { outbox, spool } = store;
  let isRunning = true;
  async function work() {
    for (let n = 1; isRunning; n += 1) {
      const owner = { reference: `REFER-${n}`, key: `file-${n}` };
      await outbox.intake.add({ ...newEnquiry(n), idempotency_key: `key-${n}`, reference: owner.reference });
      const { name } = await spool.save(bytesOf(`content ${n}`), owner);
      const route = `/enquiries/${owner.reference}/attachments`;
      await outbox.intake.add({
        ...newAttachment(n, n),
        route,
        reference: owner.reference,
        spool_file: name,
      });
      await spool.keep(name);
      if (n % 2 === 0) continue;
      await deliver(outbox, 4);
      for (const listed of await outbox.archive.filesToErase()) await spool.erase(listed);
    }
  }
  const working = work();
  const codes: number[] = [];
  for (const n of [1, 2, 3, 4, 5]) {
    const path = join(program.folder, `${n}.tar`);
    codes.push((await run(['backup', path])).code, (await run(['backup', '--verify', path])).code);
  }
  isRunning = false;
  await working;
  expect(codes).toEqual(codes.map(() => 0));
});

test('a backup is not restored over an outbox, which may be newer', async () => {
  await store.outbox.intake.add(newEnquiry(1));
  await run(['backup', file()]);
  await store.outbox.intake.add(newEnquiry(2));
  await store.outbox.close();
  await unpack(file(), dataFolder);
  const message = /has an outbox already, and that may be newer: delete .*restored/;
  await expect(open()).rejects.toThrow(message);
  expect((await run('status')).err).toMatch(message);
  expect((await run('check')).out).toMatch(message);
  // A command says so, too.
  expect((await run('outbox list')).out).toContain('REFER-00002');
  rmSync(join(dataFolder, 'restored'), { recursive: true });
  store = await open();
  expect(await store.outbox.operator.list()).toHaveLength(2);
});

test('a crash while a backup is put into place is harmless', async () => {
  await store.outbox.intake.add(newEnquiry(1));
  const name = await addFile(1, 'photo');
  await run(['backup', file()]);
  const folder = await unpack(file(), join(program.folder, 'other'));
  // As a crash leaves it: the file and the secret have moved, and the outbox has not.
  cpSync(join(folder, 'restored', 'spool'), join(folder, 'spool'), { recursive: true });
  rmSync(join(folder, 'restored', 'spool', name));
  const restored = await open(folder);
  expect(await contentOf(restored, name)).toBe('photo');
  expect(await restored.outbox.operator.list()).toHaveLength(2);
  await restored.outbox.close();
});

test.each<[string, string, (restored: string) => void]>([
  ['without its end', 'manifest.json is missing', restored => rmSync(join(restored, 'manifest.json'))],
  ['without a file', 'file-photo', restored => rmSync(join(restored, 'spool'), { recursive: true })],
  [
    'with a shorter outbox',
    'outbox.db is damaged',
    restored => truncateSync(join(restored, 'outbox.db'), 4_096),
  ],
  [
    'with a changed secret',
    'secret is damaged',
    restored => writeFileSync(join(restored, 'secret'), 't'.repeat(40)),
  ],
])('of a backup %s nothing is put into place, unless somebody accepts it', async (_, fault, damage) => {
  await store.outbox.intake.add(newEnquiry(1));
  await addFile(1, 'photo');
  await run(['backup', file()]);
  const folder = await unpack(file(), join(program.folder, 'other'));
  damage(join(folder, 'restored'));
  writeFileSync(join(folder, 'restored', 'notes'), 'mine');
  const list = () =>
    readdirSync(folder, { recursive: true }).filter(name => !/^(lock|outbox\.res)/.test(String(name)));
  const before = list();
  await expect(open(folder)).rejects.toThrow(fault);
  expect(list()).toEqual(before);
  await run('serve --accept-incomplete', { ENQUIRY_DATA: folder, HOST: '192.0.2.1', LOG_LEVEL: 'silent' });
  expect(existsSync(join(folder, 'outbox.db'))).toBe(true);
  expect(readdirSync(join(folder, 'restored'))).toContain('notes');
});

test('the manifest is the last file of a backup', async () => {
  await run(['backup', file()]);
  const names: string[] = [];
  await list({ file: file(), onReadEntry: ({ path }) => names.push(path) });
  expect(names).toEqual([
    'restored/',
    'restored/spool/',
    'restored/outbox.db',
    'restored/secret',
    'restored/manifest.json',
  ]);
});

test('what a killed backup has left is removed by the next start and the next backup', async () => {
  await store.outbox.intake.add(newEnquiry(1));
  const name = await addFile(1, 'photo');
  // As a kill leaves it: a copy of the outbox and links to the files.
  const unfinished = join(dataFolder, 'backup.part');
  const leave = () => {
    for (const each of ['spool', 'outbox.db'])
      cpSync(join(dataFolder, each), join(unfinished, 'restored', each), { recursive: true });
  };
  leave();
  expect((await run(['backup', file()])).code).toBe(0);
  leave();
  await store.outbox.close();
  store = await open();
  expect(existsSync(unfinished)).toBe(false);
  expect(await store.spool.countOrphans()).toBe(0);
  expect(await store.spool.bytes()).toBe('photo'.length);
  expect(await contentOf(store, name)).toBe('photo');
});

test('only one backup runs at a time', async () => {
  const running = stageBackup(dataFolder)!;
  expect((await run(['backup', file()])).err).toContain('another backup is running');
  await store.outbox.close();
  store = await open();
  expect(existsSync(running.staging)).toBe(true);
  running[Symbol.dispose]();
  expect((await run(['backup', file()])).code).toBe(0);
});

test('finds each kind of damage in a backup', async () => {
  await store.outbox.intake.add(newEnquiry(1));
  const name = await addFile(1, 'photo');
  await run(['backup', file()]);
  const good = readFileSync(file());
  expect(await run(['backup', '--verify', file()])).toMatchObject({ code: 0 });
  const damage = async (change: (bytes: Buffer) => Buffer) => {
    writeFileSync(file(), change(Buffer.from(good)));
    const { code, out, err } = await run(['backup', '--verify', file()]);
    expect(code).not.toBe(0);
    return out + err;
  };
  expect(
    await damage(bytes => {
      bytes[bytes.lastIndexOf('photo', bytes.indexOf('restored/manifest'))]! ^= 1;
      return bytes;
    }),
  ).toContain(`${name} is damaged or missing`);
  expect(await damage(bytes => bytes.subarray(0, 1_000))).toContain('incomplete');
  expect(await damage(() => Buffer.from('not a tar archive'))).toContain('no backup');
  expect(await damage(() => Buffer.alloc(0))).toContain('no backup');
  // What this machine can't read may be a good backup.
  expect((await run(['backup', '--verify', program.folder])).err).toMatch(/^enquiry-form: EISDIR/);
});

test('status and check ask for a start while a backup is only unpacked', async () => {
  await run(['backup', file()]);
  await unpack(file(), join(program.folder, 'new'));
  const variables = { ENQUIRY_DATA: join(program.folder, 'new') };
  expect(await run('status', variables)).toMatchObject({
    code: 2,
    err: expect.stringContaining('start the proxy, which puts it into place'),
  });
  expect((await run('check', variables)).out).toContain('start the proxy, which puts it into place');
});

test('refuses what it can’t back up, and leaves nothing behind', async () => {
  const nowhere = join(program.folder, 'none', 'copy.tar');
  expect((await run(['backup', nowhere])).err).toContain(
    `${nowhere} can't be written (ENOENT): choose a folder that exists`,
  );
  writeFileSync(file(), 'mine');
  expect((await run(['backup', file()])).err).toContain('exists already');
  expect(readFileSync(file(), 'utf8')).toBe('mine');
  expect((await run(['backup', join(program.folder, 'none', 'copy.tar')])).code).toBe(1);
  const fleet = { DATABASE_URL: 'postgres://127.0.0.1:9/none', ENQUIRY_SECRET: 's'.repeat(32) };
  expect((await run(['backup', 'x.tar'], fleet)).err).toContain('pg_dump');
  // A file that the outbox needs is gone.
  await store.outbox.intake.add(newEnquiry(1));
  await store.outbox.intake.add(newAttachment(1, 1));
  const missing = join(program.folder, 'missing.tar');
  expect((await run(['backup', missing])).err).toContain('files of the outbox are missing');
  expect(existsSync(missing)).toBe(false);
  expect(readdirSync(dataFolder)).not.toContain('backup.part');
});
