import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failCall, recordCalls } from './failing-syscalls.ts';
import { type OperationsProcess, startOperations } from './operations-process.ts';
import { parseCalls } from './strace.ts';

type Operations = typeof import('./disk-operations.ts');
let operations: OperationsProcess<Operations>;
let folder: string;
let traced: { pid: number; folder: string };
beforeAll(async () => {
  operations = await startOperations(new URL('disk-operations.ts', import.meta.url));
});
afterAll(() => operations.stop());
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'faults-')));
  traced = { pid: operations.pid, folder };
});
afterEach(() => rmSync(folder, { recursive: true }));

const saveFile = () => operations.run('saveFile', folder, 'file');
/** Matches a rejected result with this error code. */
const failedWith = (code: string) => ({ status: 'rejected', reason: expect.objectContaining({ code }) });

describe('a file that the thread pool saves', () => {
  test('takes the same calls each time', async () => {
    const { calls, result } = await recordCalls(traced, saveFile);
    expect(result.status).toBe('fulfilled');
    expect(calls.map(({ name, path, nth }) => `${name} ${path} ${nth}`)).toEqual([
      'openat file.part 1',
      'write file.part 1',
      'write file.part 2',
      'write file.part 3',
      'fsync file.part 1',
      'rename file.part 1',
      'openat  1',
      'fsync  1',
    ]);
    for (let run = 0; run < 5; run++) expect((await recordCalls(traced, saveFile)).calls).toEqual(calls);
  });

  test('fails at each of its calls, after the same calls', async () => {
    const { calls } = await recordCalls(traced, saveFile);
    for (const call of calls) {
      const { reached, injected, result } = await failCall({ ...traced, call, error: 'ENOSPC' }, saveFile);
      expect([call, reached, injected, result]).toEqual([call, call.nth, true, failedWith('ENOSPC')]);
    }
    await saveFile();
  });

  test('isn’t affected when it is in another folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    const call = { name: 'write', path: 'file.part', nth: 1 };
    const { result } = await failCall({ ...traced, call, error: 'EIO' }, () =>
      operations.run('saveInBoth', outside, folder),
    );
    expect(result).toEqual(failedWith('EIO'));
    expect(readdirSync(outside)).toEqual(['file']);
    expect(readdirSync(folder)).toEqual(['file.part']);
    const { calls } = await recordCalls(traced, () => operations.run('saveInBoth', outside, folder));
    expect(calls).toHaveLength(8);
    rmSync(outside, { recursive: true });
  });

  test('has a predictable name instead of a random one', async () => {
    const save = () => operations.run('saveUnderRandomName', folder);
    const { calls } = await recordCalls(traced, save);
    const sync = calls.find(({ name }) => name === 'fsync')!;
    expect(sync.path).toBe('00000000-0000-4000-8000-000000000001.part');
    const { injected } = await failCall({ ...traced, call: sync, error: 'EIO' }, save);
    expect(injected).toBe(true);
  });
});

describe('a commit of SQLite', () => {
  beforeEach(async () => {
    await operations.run('openDatabase', folder);
  });
  afterEach(() => operations.run('closeDatabase'));
  const note = (text: string) => () => operations.run('runSql', `insert into notes values ('${text}')`);

  test('fails when the disk is full at its second write, and the next one succeeds', async () => {
    const call = { name: 'pwrite64', path: 'notes.db-wal', nth: 2 };
    const { reached, injected, result } = await failCall({ ...traced, call, error: 'ENOSPC' }, note('first'));
    expect([reached, injected]).toEqual([2, true]);
    expect(result).toMatchObject({ reason: { message: 'database or disk is full' } });
    await note('second')();
    expect(await operations.run('readNotes')).toEqual(['second']);
  });
});

test('a process is no longer traced afterwards', async () => {
  await recordCalls(traced, saveFile);
  const tasks = `/proc/${operations.pid}/task`;
  for (const thread of readdirSync(tasks)) {
    expect(readFileSync(`${tasks}/${thread}/status`, 'utf8')).toMatch(/^TracerPid:\t0$/m);
  }
});

test('rejects a file that two threads use, because strace counts calls per thread', async () => {
  await expect(recordCalls(traced, () => operations.run('appendOnBothThreads', folder))).rejects.toThrow(
    'two threads call openat on file',
  );
});

test('reports a process that doesn’t exist', async () => {
  await expect(recordCalls({ pid: 2 ** 22 + 1, folder }, saveFile)).rejects.toThrow(
    'strace could not attach',
  );
});

test('joins a call that the trace splits over two lines', () => {
  const lines = [
    '11 fsync(3</folder/a> <unfinished ...>',
    '12 pwrite64(4</folder/b>, ""..., 24, 32)  = 24',
    '11 <... fsync resumed>)                    = -1 EIO (Input/output error) (INJECTED)',
    '12 unlink("/folder/c")               = 0',
    '12 openat(AT_FDCWD</>, "/folder/d", O_RDONLY) = 5</folder/d>',
    '13 +++ exited with 0 +++',
  ];
  expect(parseCalls(lines).map(({ name, path, isInjected }) => [name, path, isInjected])).toEqual([
    ['fsync', '/folder/a', true],
    ['pwrite64', '/folder/b', false],
    ['unlink', '/folder/c', false],
    ['openat', '/folder/d', false],
  ]);
});
