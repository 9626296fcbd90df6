// Runs everything that CI checks, whatever fails on the way, and ends with the count over all suites.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

// Playwright would take a relative path from the folder of its config.
const cache = resolve('node_modules/.cache/test-results');
let passed = 0;
let failed = 0;

/** Runs a command; true when it succeeded. */
function run(title: string, command: string, words: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n— ${title}`);
  return spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function check(title: string, command: string, ...words: string[]): void {
  if (run(title, command, words)) passed += 1;
  else failed += 1;
}

/** Runs a suite that writes its result as JSON to `file`; one that wrote none, or that failed outside a test,
 * has failed once. */
function suite(
  title: string,
  [command = '', ...words]: string[],
  env: Record<string, string>,
  file: string,
  count: (report: never) => [number, number],
): void {
  rmSync(file, { force: true });
  const isGreen = run(title, command, words, env);
  let counted: [number, number] = [0, 0];
  try {
    counted = count(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    console.error(`${title}: no result`);
  }
  passed += counted[0];
  failed += counted[1] || (isGreen && counted[0] > 0 ? 0 : 1);
}

check('format and lint', 'biome', 'ci', '.');
check('types', 'tsc', '-b');
check('the reference of the element is current', 'node', '.ci/reference.ts', '--check');
check('the widget builds', 'vite', 'build', '--logLevel=warn');
check('the widget is small', 'node', 'widget/size.ts');
suite(
  'unit',
  ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${cache}/unit.json`],
  {},
  `${cache}/unit.json`,
  (report: { numPassedTests: number; numFailedTests: number }) => [
    report.numPassedTests,
    report.numFailedTests,
  ],
);
suite(
  'e2e',
  ['playwright', 'test', '-c', 'e2e', '--reporter=list,json'],
  { PLAYWRIGHT_JSON_OUTPUT_FILE: `${cache}/e2e.json` },
  `${cache}/e2e.json`,
  ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => [
    stats.expected,
    stats.unexpected + stats.flaky,
  ],
);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
