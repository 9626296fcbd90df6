import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import type { DeliveryRow } from '../database/tables.ts';
import { packCopy, writeCopy } from './copies.ts';

const rowOf = (id: number, own: ReturnType<typeof newEnquiry> | ReturnType<typeof newAttachment>) =>
  ({
    ...own,
    id,
    state: 'held',
    created_at: 0,
    suspicion: null,
    last_failure: null,
    held_cause: 'refused',
    content: JSON.stringify(own.content),
  }) as unknown as DeliveryRow; // What a copy reads.

/** An enquiry whose files have these names and contents. Chunks are valid only until the next one, as in a spool. */
function createCopied(files: Record<string, Buffer>) {
  const rows = Object.keys(files).map((name, index) => {
    const attachment = newAttachment(1, index + 1);
    attachment.content.file.name = name;
    return rowOf(index + 2, { ...attachment, spool_file: name });
  });
  async function* chunksOf(content: Buffer) {
    for (let start = 0; start < content.length; start += 1_000) {
      const chunk = Buffer.from(content.subarray(start, start + 1_000));
      yield chunk;
      chunk.fill(0);
    }
  }
  const read = vi.fn((name: string, use: (chunks: AsyncIterable<Buffer>) => Promise<unknown>) =>
    use(chunksOf(files[name]!)),
  );
  return {
    store: { spool: { read } } as unknown as Parameters<typeof packCopy>[0],
    read,
    rows: [rowOf(1, newEnquiry(1)), ...rows],
  };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const contents = {
  'empty.txt': Buffer.alloc(0),
  'block.txt': Buffer.alloc(512, 'a'),
  'large.pdf': Buffer.from('1234567'.repeat(9_999)),
  [`${'ü'.repeat(90)}\u202e.pdf`]: Buffer.from('long name'),
};

test('an archive has the same files as a folder, whatever their sizes and names', async () => {
  const folder = makeFolder();
  const { store, rows } = createCopied(contents);
  await writeCopy(store, rows, join(folder, 'written'));
  writeFileSync(join(folder, 'archive.tar'), await buffer(await packCopy(store, rows)));
  await extract({ file: join(folder, 'archive.tar'), cwd: folder, strict: true });
  const readAll = (name: string) =>
    readdirSync(join(folder, name)).map(each => [each, readFileSync(join(folder, name, each), 'utf8')]);
  expect(readAll('REFER-00001')).toEqual(readAll('written'));
  expect(readAll('written')).toHaveLength(9);
});

test('an archive is made while it is read, and no longer once nobody reads it', async () => {
  const { store, rows, read } = createCopied({
    'large.pdf': Buffer.alloc(1_000_000),
    'next.pdf': Buffer.from('x'),
  });
  const archive = await packCopy(store, rows);
  const readBefore = read.mock.calls.length;
  archive.once('data', () => archive.destroy());
  await new Promise(resolve => archive.once('close', resolve));
  expect(read.mock.calls.length - readBefore).toBeLessThanOrEqual(1);
});

test('an archive fails if a file disappears while it is written, and isn’t begun if a file can’t be read', async () => {
  const files: Record<string, Buffer> = { 'letter.pdf': Buffer.from('before') };
  const { store, rows } = createCopied(files);
  const archive = await packCopy(store, rows);
  delete files['letter.pdf'];
  await expect(buffer(archive)).rejects.toThrow();
  await expect(packCopy(store, rows)).rejects.toThrow();
});
