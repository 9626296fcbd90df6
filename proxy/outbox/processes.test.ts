import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeOnEachStore, openSqliteOutbox, runningProcess } from '../../tools/testing/proxy/outbox.ts';
import { findSecretFault, identifyProcess, locateProcess, type ProcessRow } from './processes.ts';

const example = runningProcess(1, 'a');

describeOnEachStore('the list of processes', store => {
  test('shows what a running process has loaded, until it stops', async () => {
    await store.outbox.processes.report(example);
    const aNumber = expect.any(Number);
    const added = { ...example, seen_at: aNumber, hash_since: aNumber, same_hash_ms: aNumber };
    expect(await store.outbox.processes.list()).toEqual([added]);
    await store.reopen();
    const changed = {
      ...runningProcess(1, 'b'),
      loaded_at: 2_000,
      settings: '{"PORT":8080}',
      test_failure: 'HTTP 401',
    };
    await store.outbox.processes.report(changed);
    expect(await store.outbox.processes.list()).toEqual([{ ...added, ...changed }]);

    await store.outbox.processes.remove(example.id);
    expect(await store.outbox.processes.list()).toEqual([]);
  });
});

test('a process that loads the same again has used it since the first time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'));
  let nowMs = Date.now();
  const outbox = await openSqliteOutbox(folder, () => nowMs);
  const report = async (letter: string, loaded_at: number) => {
    nowMs += 60_000;
    await outbox.processes.report({ ...runningProcess(1, letter), loaded_at });
    return (await outbox.processes.list())[0]!.same_hash_ms;
  };
  expect([await report('a', 1_000), await report('a', 2_000), await report('b', 3_000)]).toEqual([
    0, 60_000, 0,
  ]);
  await outbox.close();
  rmSync(folder, { recursive: true });
});

test('a process that was killed is no longer listed after three minutes, or once another one has its data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'));
  let nowMs = Date.now();
  const outbox = await openSqliteOutbox(folder, () => nowMs);
  const list = async () => (await outbox.processes.list()).map(({ id }) => id);
  await outbox.processes.report(example);
  nowMs += 179_000;
  expect(await list()).toEqual([example.id]);
  nowMs += 2_000;
  expect(await list()).toEqual([]);
  await outbox.processes.report(example);
  await outbox.processes.report(runningProcess(2, 'a'));
  expect(await list()).toEqual(['process-2']);
  await outbox.close();
  rmSync(folder, { recursive: true });
});

/** Processes that have loaded these secrets, one after the other. */
const running = (...secrets: string[]) =>
  secrets.map(
    (secret_ids, n) => ({ host: `web-${n + 1}`, pid: n, loaded_at: n, secret_ids }) as ProcessRow, // All that it reads.
  );

test.each([
  [['old', 'old']],
  [[]],
  [['old', 'old', 'old new']],
  [['old new', 'new old']],
  [['new old', 'new']],
])('a rotation that all processes can follow is no fault: %j', secrets => {
  expect(findSecretFault(running(...secrets))).toBeUndefined();
});

test.each([
  ['old', 'new old'],
  ['old', 'new'],
])('a process that signs with what another one can’t read is a fault: %s and %s', (...secrets) => {
  expect(findSecretFault(running(...secrets))).toMatch(
    secrets[1] === 'new' ? /^web-1 \(0\) signs with a secret that web-2 \(1\) can't read/ : /^web-2 .* web-1/,
  );
});

test('a process that was killed counts as ended, although its parent has not collected it', async () => {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(line);
  // Before it becomes `sleep`, the parent is a shell, which may collect its child.
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  const reload = () => {};
  process.on('SIGHUP', reload); // Only a process that handles it says when it was started.
  const [boot, namespace] = identifyProcess().started.split(' ');
  process.off('SIGHUP', reload);
  const start = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21];
  const child = { host: 'web-1', pid, started: `${boot} ${namespace} ${start}` };
  expect(locateProcess(child)).toBe('here');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => locateProcess(child)).toBe('ended');
  expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  parent.kill();
});
