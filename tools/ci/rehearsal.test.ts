import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
