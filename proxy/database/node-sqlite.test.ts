import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase, tryLock } from './node-sqlite.ts';

test('a process keeps its lock on a folder when it tries to lock the folder again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'node-sqlite-'));
  const lock = join(folder, 'lock.db');
  const unlock = tryLock(lock);
  expect(tryLock(lock)).toBeUndefined();
  const elsewhere = `import { DatabaseSync } from 'node:sqlite'; new DatabaseSync(process.argv[1]).exec('BEGIN EXCLUSIVE')`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', elsewhere, lock], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('database is locked');
  unlock?.();
  rmSync(folder, { recursive: true });
});

test('only the owner can read the files of the database, whatever the umask', () => {
  const folder = mkdtempSync(join(tmpdir(), 'node-sqlite-'));
  const umask = process.umask(0);
  try {
    const unlock = tryLock(join(folder, 'lock.db'));
    const database = openDatabase(join(folder, 'outbox.db'));
    database.prepare('create table visitors (name text)').run([]);
    const modes = readdirSync(folder).map(name => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]);
    expect(Object.fromEntries(modes)).toEqual({
      'lock.db': '600',
      'lock.db-journal': '600',
      'outbox.db': '600',
      'outbox.db-shm': '600',
      'outbox.db-wal': '600',
    });
    database.close();
    unlock?.();
  } finally {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  }
});

test('a transaction that begins by reading keeps other writers out from its start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'node-sqlite-'));
  const path = join(folder, 'outbox.db');
  const database = openDatabase(path);
  database.prepare('create table visitors (name text)').run([]);
  const other = new DatabaseSync(path, { timeout: 0 });
  database.prepare('begin').run([]);
  expect(() => other.exec('begin immediate')).toThrow('database is locked');
  database.prepare('select * from visitors').all([]);
  database.prepare('rollback').run([]);
  other.exec('begin immediate; rollback');
  other.close();
  database.close();
  rmSync(folder, { recursive: true });
});

test('temporary data stays in memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'node-sqlite-'));
  const database = openDatabase(join(folder, 'outbox.db'));
  expect(database.prepare('pragma temp_store').all([])).toEqual([{ temp_store: 2 }]);
  database.close();
  rmSync(folder, { recursive: true });
});
