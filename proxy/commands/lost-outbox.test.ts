import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newEnquiry } from '../../tools/testing/proxy/outbox.ts';
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
