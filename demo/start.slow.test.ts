import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-owner-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm start` with these arguments, as from the site owner's folder. It ends before anything starts. */
function start(...args: string[]) {
  return startWith({}, ...args);
}

function startWith(variables: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, INIT_CWD: folder, ...variables };
  return spawnSync(process.execPath, ['demo/start.ts', ...args], { cwd: root, env, encoding: 'utf8' });
}

test('help is printed before anything is installed', () => {
  // As with another Node than the installed one.
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'demo/start.mjs'), '--help'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  for (const option of ['--config', '--origin', '--no-build']) expect(stdout).toContain(option);
});

test('a misuse is reported with the way to the help', () => {
  const { status, stderr } = start('--colour');
  expect(status).toBe(2);
  expect(stderr).toMatch(/--colour.*npm start -- --help/s);
});

test('a folder that can’t be written is reported in one line that says what to do', () => {
  writeFileSync(join(folder, 'file'), '');
  const { status, stderr } = startWith({ DEMO_DATA: join(folder, 'file/demo') }, '--no-build');
  expect(status).toBe(1);
  expect(stderr).toBe(
    `${join(folder, 'file/demo')} can’t be written (ENOTDIR). Start the demo in a folder that you may write, or set DEMO_DATA to one.\n`,
  );
});
