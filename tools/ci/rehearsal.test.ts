import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rehearse, type Step, writeReport } from './rehearsal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A step that notes that it has run, and runs this script. */
const step = (title: string, script: string): Step => ({
  title,
  command: ['sh', '-c', `echo ${title} >> ${folder}/ran; ${script}`],
  quotes: /passed/,
});
/** Rehearses in a process of its own, which can be killed. */
function startRehearsal(steps: Step[]) {
  const withoutQuotes = steps.map(({ title, command }) => ({ title, command }));
  const script = `import { rehearse } from ${JSON.stringify(import.meta.resolve('./rehearsal.ts'))};
    await rehearse(${JSON.stringify(withoutQuotes)}, ${JSON.stringify(folder)}, 'abc');`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
}
/** Waits for this step. Resolves with its process group. */
async function startedGroup(title: string): Promise<number> {
  return await vi.waitFor(() => {
    expect(ran().at(-1)).toBe(title);
    const { group } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
    expect(group).toBeGreaterThan(0);
    return group;
  });
}
const ran = () => readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n');
const figure = '{"benchmark":"b","measure":"m","result":"3 s","target":"≤ 2 s","isMet":false}';

test('a step that failed is run again, what has passed is not, and the others run anyway', async () => {
  const steps = [
    step('first', 'echo 1 passed'),
    step('second', `test -e ${folder}/mended`),
    step('third', 'true'),
  ];
  const { outcomes } = await rehearse(steps, folder, 'abc');
  expect(Object.values(outcomes).map(({ passed }) => passed)).toEqual([true, false, true]);
  writeFileSync(join(folder, 'mended'), '');
  const second = await rehearse(steps, folder, 'abc');
  expect(ran()).toEqual(['first', 'second', 'third', 'second']);
  expect(second.runs).toBe(2);
  expect(second.outcomes.first?.quoted).toEqual(['1 passed']);
  expect(Object.values(second.outcomes).every(({ passed }) => passed)).toBe(true);
});

test('a rehearsal that was killed goes on with the step in which it was', async () => {
  const steps = [step('first', 'true'), step('second', `test -e ${folder}/killed || exec sleep 600`)];
  const child = startRehearsal(steps);
  const group = await startedGroup('second');
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(-group, 'SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(-group, 0)).toThrow('ESRCH'));
  writeFileSync(join(folder, 'killed'), '');
  const { outcomes, runs } = await rehearse(steps, folder, 'abc');
  expect(ran()).toEqual(['first', 'second', 'second']);
  expect(runs).toBe(2);
  expect(Object.values(outcomes).every(({ passed }) => passed)).toBe(true);
});

test('nothing starts beside a step whose run was killed without it', async () => {
  const steps = [step('first', 'exec sleep 600')];
  const child = startRehearsal(steps);
  const group = await startedGroup('first');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(rehearse(steps, folder, 'abc')).rejects.toThrow(`kill -- -${group}`);
  process.kill(-group, 'SIGKILL');
  expect(ran()).toEqual(['first']);
});

test('Ctrl-C ends the step that is running', async () => {
  const child = startRehearsal([step('first', 'sleep 600')]);
  const group = await startedGroup('first');
  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(130);
  expect(() => process.kill(-group, 0)).toThrow('ESRCH');
});

test('a benchmark without a figure and a program that does not exist fail', async () => {
  const steps = [
    { ...step('bench', 'true'), measures: true },
    { title: 'missing', command: ['no-such-program'] },
  ];
  const { outcomes } = await rehearse(steps, folder, 'abc');
  expect(Object.values(outcomes).map(({ passed }) => passed)).toEqual([false, false]);
});

test('another commit begins anew', async () => {
  const steps = [step('first', 'true')];
  await rehearse(steps, folder, 'abc');
  expect((await rehearse(steps, folder, 'def')).runs).toBe(1);
  expect(ran()).toEqual(['first', 'first']);
});

test('the report names what failed, what was missed and what did not run', async () => {
  const steps = [step('bench', `echo '${figure}' >> "$FIGURES"`), step('broken', 'false')];
  const state = await rehearse(steps, folder, 'abc');
  const report = writeReport([...steps, step('late', 'true')], state, ['About.']);
  expect(report).toContain('- The step "broken" failed.\n- b: m: 3 s, target ≤ 2 s\n');
  expect(report).toContain('| b | m | ≤ 2 s | 3 s, missed |');
  expect(report).toMatch(/\| late \| .* \| not run \|/);
});
