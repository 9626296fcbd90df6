import { createHash } from 'node:crypto';
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postgresForAllTests } from '../../tools/testing/proxy/outbox.ts';
import { openPostgres } from '../database/postgres.ts';
import { openFolderSpool } from './folder-spool.ts';
import {
  checkFile,
  enquiryOf,
  FileDiffers,
  freeBuffer,
  noOwner,
  type Spool,
  type SpooledFile,
} from './spool.ts';
import { createTableSpool } from './table-spool.ts';

const postgres = postgresForAllTests({ fsync: 'off' });
let databases = 0;

async function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'));
  return { spool: await openFolderSpool(folder), close: async () => rmSync(folder, { recursive: true }) };
}
async function openTable() {
  databases += 1;
  const database = await openPostgres(await postgres.database(`s${databases}`), pino({ level: 'silent' }));
  return { spool: createTableSpool(database), close: () => database.db.destroy() };
}
const owner = { reference: 'REFER-00001', key: 'file-1' };

/** A copy of a whole file: a chunk is only valid until the next one is requested. */
async function readContent(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

describe.each([
  ['a folder', openFolder],
  ['PostgreSQL', openTable],
])('the spool in %s', (_, open) => {
  let spool: Spool;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ spool, close } = await open());
  });
  afterEach(() => close());

  test.each([1, 1_048_576, 2_500_000])('stores the %d bytes of a file and returns the same', async bytes => {
    const content = Buffer.alloc(
      bytes,
      Uint8Array.from({ length: 251 }, (_, index) => index),
    );
    const parts = [content.subarray(0, 100_000), content.subarray(100_000)].filter(part => part.length > 0);
    const file = await spool.save(Readable.from(parts), owner);
    expect(file.bytes).toBe(bytes);
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(await spool.read(file.name, readContent)).toEqual(content);
    expect(await spool.bytes()).toBe(bytes);
    await spool.erase(file.name);
    expect(await spool.bytes()).toBe(0);
    await expect(spool.read(file.name, readContent)).rejects.toThrow();
  });

  test('passes a file on to its last byte only if it is what was stored', async () => {
    const whole = await spool.save(Readable.from([Buffer.alloc(1_500_000, 1)]), owner);
    const passedOn = (expected: Pick<SpooledFile, 'bytes' | 'sha256'>) =>
      spool.read(whole.name, chunks => readContent(checkFile(chunks, expected)));
    expect(await passedOn(whole)).toHaveLength(1_500_000);
    for (const changed of [{ bytes: 1_499_999 }, { bytes: 1_500_001 }, { sha256: '0'.repeat(64) }])
      await expect(passedOn({ ...whole, ...changed })).rejects.toThrow(FileDiffers);
  });

  test('finds a file before and after it is kept, under the name of its owner', async () => {
    const file = await spool.save(Readable.from([Buffer.from('letter')]), noOwner);
    expect(await spool.assign(file.name, noOwner)).toBe(file.name);
    const name = await spool.assign(file.name, owner);
    expect([enquiryOf(name), await spool.has(file.name)]).toEqual([owner.reference, false]);
    expect(String(await spool.read(name, readContent))).toBe('letter');
    for (const _ of [1, 2]) expect(await spool.keep(name)).toBe(true);
    expect(String(await spool.read(name, readContent))).toBe('letter');
    expect(await spool.filesOlderThan(-1_000)).toEqual([name]);
    await spool.erase(name);
    expect(await spool.keep(name)).toBe(false);
    const provisional = await spool.save(Readable.from([Buffer.from('letter')]), owner);
    await spool.erase(provisional.name);
    expect(await spool.bytes()).toBe(0);
  });

  test('keeps nothing of a file whose upload fails midway', async () => {
    async function* interrupted() {
      yield Buffer.alloc(2_500_000, 1);
      throw new Error('interrupted');
    }
    await expect(spool.save(interrupted(), owner)).rejects.toThrow('interrupted');
    expect(await spool.bytes()).toBe(0);
  });
});

test('frees the memory of a whole buffer', () => {
  const buffer = Buffer.alloc(65_536, 'x');
  freeBuffer(buffer);
  expect(buffer.length).toBe(0);
});

test('leaves memory alone that other buffers share', () => {
  const whole = Buffer.alloc(10, 'x');
  freeBuffer(whole.subarray(2));
  freeBuffer(Buffer.from('from the pool of small buffers'));
  expect(whole.toString()).toBe('xxxxxxxxxx');
});

test('a folder on a disk without inodes has no room for files', async () => {
  const { spool, close } = await openFolder();
  expect(await spool.roomBytes()).toBeGreaterThan(0);
  const { statfsSync } = fs;
  const measure = (path: string) => ({ ...statfsSync(path), files: 65_536, ffree: 999 });
  fs.statfsSync = measure as typeof statfsSync; // Without options, both return numbers.
  syncBuiltinESMExports();
  expect(await spool.roomBytes()).toBe(0);
  fs.statfsSync = statfsSync;
  syncBuiltinESMExports();
  await close();
});
