import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeOnEachStore, openSqliteOutbox, runningProcess } from '../../tools/testing/proxy/outbox.ts';

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
      login_failure: 'HTTP 401',
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
