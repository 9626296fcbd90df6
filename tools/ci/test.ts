// `npm test`: runs everything that every commit needs, even after a failure. With --all, everything that a release needs.
// Its last line is the count over all suites.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { allCitedTags } from '../../docs/cited-tags.ts';
import { type Counts, readPlaywrightReport, readVitestReport } from './reports.ts';

/** Every run keeps its logs, and the evidence of what failed, in a folder of its own; the oldest are removed. */
const root = resolve('test-results');
const folder = join(root, new Date().toISOString().replaceAll(/[:.]/g, '-'));
const maxRuns = 10;
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(root).sort().slice(0, -maxRuns)) rmSync(join(root, name), { recursive: true });

// Most tests wait for a disk to sync what they store, which one in memory does at once. No test cuts the power.
const memory = '/dev/shm';
const minFreeBytes = 3 * 2 ** 30;
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize >= minFreeBytes) testInMemory();
}

function testInMemory(): void {
  const temporary = mkdtempSync(join(memory, 'tests-'));
  chmodSync(temporary, 0o755); // PostgreSQL has a user of its own.
  process.env.TMPDIR = temporary;
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
}

// The tests start hundreds of processes, which start in half the time with compiled code.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node-compile-cache');

const isComplete = process.argv.includes('--all');
if (isComplete) process.env.TESTS = 'all';
process.env.SEED ??= String(isComplete ? randomInt(1_000_000) : 1);
console.log(`Seed: ${process.env.SEED}. The variable SEED sets another one.`);

let passed = 0;
/** The tags that the tests carry. */
const tags: string[] = [];
/** A line for each failure. They are printed last, because some CI services show only the end of the output. */
const failures: string[] = [];
const skipped: string[] = [];

interface Run {
  isGreen: boolean;
  /** The file with everything that it printed. */
  log: string;
}

/** Runs a command. Its output goes to a file, and, unless it is quiet, to the terminal. */
async function run(
  title: string,
  [command = '', ...words]: string[],
  env = {},
  isQuiet = false,
): Promise<Run> {
  console.log(`\n— ${title}`);
  const log = join(folder, `${title.replaceAll(/\W+/g, '-')}.log`);
  const file = createWriteStream(log);
  const child = spawn(command, words, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(file, { end: false });
    if (!isQuiet) stream.pipe(process.stdout, { end: false });
  }
  const [code] = await once(child, 'close');
  file.end();
  await finished(file);
  return { isGreen: code === 0, log };
}

async function check(title: string, ...words: string[]): Promise<void> {
  const { isGreen } = await run(title, words);
  if (isGreen) passed += 1;
  else failures.push(title);
}

/** Counts a suite that wrote its result as JSON. A suite without a result, or with a failure outside of its tests,
 * counts as one failure. */
function count<Report>(
  title: string,
  isGreen: boolean,
  file: string,
  read: (report: Report) => Counts,
): void {
  const counts = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')) as Report)
    : { passed: 0, failures: [`${title}: ${file} was not written`], skipped: [], tags: [] };
  passed += counts.passed;
  tags.push(...counts.tags);
  failures.push(...counts.failures);
  skipped.push(...counts.skipped);
  if (!counts.failures.length && !(isGreen && counts.passed > 0)) {
    failures.push(`${title}: a failure outside of its tests`);
  }
}

await check('format and lint', 'biome', 'ci', '.');
await check('types', 'tsc', '-b');
await check('the reference of the element is current', 'node', 'tools/build/reference.ts', '--check');
await check('the widget and the package build', 'node', 'tools/build/package.ts');
await check('the widget is small', 'node', 'tools/build/size.ts');

// Side by side: unit tests mostly wait for processes and disks, browsers mostly compute.
const results = { unit: join(folder, 'unit.json'), e2e: join(folder, 'e2e.json') };
const [unit, e2e] = await Promise.all([
  run(
    'unit',
    ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${results.unit}`],
    {},
    true,
  ),
  run('e2e', ['playwright', 'test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: results.e2e,
    EVIDENCE: join(folder, 'e2e'),
  }),
]);
console.log(`\n${readFileSync(unit.log, 'utf8')}`);
count('unit', unit.isGreen, results.unit, readVitestReport);
count('e2e', e2e.isGreen, results.e2e, readPlaywrightReport);
for (const tag of allCitedTags())
  if (!tags.includes(tag)) failures.push(`docs: no test carries the tag ${tag}, which a document cites`);

console.log(`\nLogs and evidence: ${folder}`);
for (const each of skipped) console.log(`Skipped: ${each}`);
for (const failure of failures) console.log(`Failed: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
