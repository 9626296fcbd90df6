import { randomUUID } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { openStore } from '../outbox/outbox.ts';

const program = programForEachTest();
const data = () => join(program.folder, 'data');
const open = () => openStore(program.storeSettings(), Date.now, pino({ level: 'silent' }));
const files = () => readdirSync(data(), { recursive: true }).sort();

/** Leaves an outbox with an enquiry, and a file that was acknowledged. */
async function leaveFile() {
  const { outbox, spool } = await open();
  await outbox.intake.add(newEnquiry(1));
  const owner = { reference: '7K2PQ-2M9XD', key: randomUUID() };
  const { name } = await spool.save(Readable.from([Buffer.from('letter')]), owner);
  await spool.keep(name);
  await outbox.close();
  // The file is days old, because age alone must never make a start erase a file.
  utimesSync(join(data(), 'spool', name), 0, 0);
  return name;
}
const removeOutbox = () => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(data(), `outbox.db${end}`), { force: true });
};

test.each([
  ['emptied', 'the spool', () => truncateSync(join(data(), 'outbox.db'))],
  ['gone', 'the spool', removeOutbox],
  [
    'gone, but for its log',
    'the write-ahead log',
    () => {
      rmSync(join(data(), 'outbox.db'));
      writeFileSync(join(data(), 'outbox.db-wal'), 'frames');
    },
  ],
  [
    'gone with the spool, but not the secret',
    'the secret',
    () => {
      removeOutbox();
      rmSync(join(data(), 'spool'), { recursive: true });
      writeFileSync(join(data(), 'secret'), 's'.repeat(43));
    },
  ],
])('a start refuses an outbox that is %s, and changes nothing', async (_, trace, damage) => {
  await leaveFile();
  damage();
  const before = files();
  for (const _ of [1, 2]) await expect(open()).rejects.toThrow(`there is ${trace} of an earlier one`);
  expect(files()).toEqual(before);
});

const path = (name: string) => join(data(), name);
test.each<[string, () => void]>([
  ['the outbox is deleted', removeOutbox],
  [
    'the outbox is replaced by a copy',
    () => {
      cpSync(path('outbox.db'), path('copy'));
      renameSync(path('copy'), path('outbox.db'));
    },
  ],
  ['the write-ahead log is deleted', () => rmSync(path('outbox.db-wal'))],
  [
    'the spool is replaced',
    () => {
      rmSync(path('spool'), { recursive: true });
      mkdirSync(path('spool'));
    },
  ],
])('a proxy acknowledges nothing once %s, and saves what it has', async (_, damage) => {
  const lines: string[] = [];
  const replaced = Promise.withResolvers<void>();
  const log = pino({}, { write: line => lines.push(line) });
  const { outbox } = await openStore(program.storeSettings(), Date.now, log, replaced.resolve);
  await outbox.intake.add(newEnquiry(1));
  damage();
  await expect(outbox.intake.add(newEnquiry(2))).rejects.toThrow('not confirmed');
  await expect(outbox.archive.probe()).rejects.toThrow('not confirmed');
  await replaced.promise;
  await outbox.close();
  const [line, ...others] = lines.map(each => JSON.parse(each) as { saved: string });
  expect([line, others]).toMatchObject([{ level: 60, msg: 'outbox deleted or replaced' }, []]);
  mkdirSync(join(program.folder, 'saved'));
  renameSync(line!.saved, join(program.folder, 'saved', 'outbox.db'));
  const saved = await openSqliteOutbox(join(program.folder, 'saved'));
  expect((await saved.operator.list()).map(({ reference }) => reference)).toContain('REFER-00001');
  await saved.close();
});

test('commands say that the outbox was lost', async () => {
  await leaveFile();
  truncateSync(join(data(), 'outbox.db'));
  for (const command of ['check', 'status', 'outbox list']) {
    const { code, out, err } = await program.run(command);
    expect([code > 0, out + err]).toEqual([true, expect.stringContaining('move everything in this folder')]);
  }
});

test('a truncated outbox is refused', async () => {
  const name = await leaveFile();
  truncateSync(join(data(), 'outbox.db'), 20_000);
  await expect(open()).rejects.toThrow('damaged');
  expect(readdirSync(join(data(), 'spool'))).toEqual([name]);
});
