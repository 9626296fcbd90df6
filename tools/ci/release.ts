// `npm run release`: rehearses a release of the current commit. Runs everything that a release needs, and goes on where an
// earlier run of the same commit has stopped. Writes `release/release-report.md`, and what would be published to
// `release/files`. Changes no file that is committed.
// `npm run release -- minor`: the same, and if everything has passed, writes the version and the changelog to main, commits and
// tags. Publishes nothing: it prints the commands that publish the release.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { rehearse, type Step, writeReport } from './rehearsal.ts';
import { nextVersion, releaseChangelog } from './release-notes.ts';
import { releasedMigrations, releaseMigrations } from './released-migrations.ts';

const folder = 'release';
const report = `${folder}/release-report.md`;
/** This file contains the version of the image. */
const kustomization = 'docs/deploy/kubernetes/kustomization.yaml';
/** WordPress shows the version of this file. */
const plugin = 'widget/wordpress/enquiry-form.php';
const changed = [
  ...[releasedMigrations, 'CHANGELOG.md', 'package.json', 'package-lock.json'],
  ...[kustomization, plugin],
];

/** What a release needs, in an order that finds most faults first. Nothing runs beside a benchmark. The benchmarks take
 * their short forms. */
const steps: Step[] = [
  { title: 'programs', command: 'node tools/ci/bootstrap.mjs --release --heard --torture' },
  { title: 'tests', command: 'npm run test:all', quotes: /^(\d+ passed, |Failed: |Skipped: )/ },
  {
    title: 'recordings',
    command: 'npm run heard -- --check',
    quotes: /(unchanged|failed)/,
  },
  {
    title: 'torture',
    command: 'npm run torture -- --seconds 20 --acknowledgements 200',
    quotes: /seed|acknowledged:|lost:/,
  },
  ...['widget --rounds 3', 'uploads', 'proxy', 'floods --seconds 6'].map(words => ({
    title: `benchmark: ${words.split(' ')[0]}`,
    command: `npm run bench -- ${words}`,
    measures: true,
  })),
  { title: 'package', command: 'node tools/ci/pack.ts' },
  { title: 'installation', command: 'node tools/ci/try-package.ts', quotes: /^The tarball/ },
].map(step => ({ ...step, command: step.command.split(' ') }));

const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: 'inherit' });
const read = (command: string, ...words: string[]) =>
  execFileSync(command, words, { encoding: 'utf8' }).trim();

/** Runs the steps. Returns whether all have passed and no figure missed its target. */
async function passesEverything(): Promise<boolean> {
  if (read('git', 'status', '--porcelain') !== '') throw new Error('commit or discard your changes first');
  const commit = read('git', 'rev-parse', '--short=12', 'HEAD');
  const state = await rehearse(steps, folder, commit);
  if (
    read('git', 'rev-parse', '--short=12', 'HEAD') !== commit ||
    read('git', 'status', '--porcelain') !== ''
  )
    throw new Error('the commit or its files have changed meanwhile; run the command again');
  writeFileSync(report, writeReport(steps, state, [describeCommit(commit), describeMachine(), rest]));
  console.log(`\nThe report: ${report}`);
  const failed = Object.values(state.outcomes).filter(({ passed }) => !passed).length;
  if (failed) console.log(`${failed} steps failed or missed a target. The same command repeats only these.`);
  return failed === 0;
}

const describeCommit = (commit: string) =>
  `This one is of commit ${commit}, from ${new Date().toISOString().slice(0, 10)}.`;

function describeMachine(): string {
  const programs = [
    ['chromium', '--version'],
    ['firefox-esr', '--version'],
    ['orca', '--version'],
  ].map(([program = '', option = '']) => read('sh', '-c', `${program} ${option} 2>/dev/null | head -1`));
  const system = /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux';
  const gib = Math.round(totalmem() / 2 ** 30);
  return `The machine: ${cpus().length} cores, ${gib} GiB, ${[system, `Node ${process.version}`, ...programs].filter(Boolean).join(', ')}.`;
}

/** Says what the steps leave out. */
const rest =
  'The tests contain a sample of the faults; all of them, `npm run faults -- --all`, take hours. The soak takes 20 minutes and isn’t a step, and nor are measurements of another checkout (`--before`).';

async function release(wanted: string): Promise<void> {
  const branch = read('git', 'branch', '--show-current');
  if (branch !== 'main') throw new Error(`check out main first: this is ${branch}`);
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8'));
  const version = nextVersion(current, wanted);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, date);
  if (!(await passesEverything())) throw new Error('not everything has passed');

  try {
    writeFileSync('CHANGELOG.md', changelog);
    const images = readFileSync(kustomization, 'utf8').replace(/newTag: .*/, `newTag: ${version}`);
    writeFileSync(kustomization, images);
    writeFileSync(plugin, readFileSync(plugin, 'utf8').replace(/^( \* Version: +).*/m, `$1${version}`));
    await releaseMigrations();
    run('npm', 'version', version, '--no-git-tag-version');
    // The steps ran before the version was written. These see it.
    run('npm', 'run', 'check');
    run('node', 'tools/ci/pack.ts');
    run('node', 'tools/ci/try-package.ts');
  } catch (error) {
    run('git', 'checkout', '--quiet', '--', ...changed);
    throw error;
  }
  run('git', 'commit', '--quiet', `--message=Release ${version}`, '--', ...changed);
  run('git', 'tag', '--annotate', `--message=${version}`, `v${version}`);
  console.log(`
${version} is committed and tagged. Publish it with:
  git push --follow-tags   # The workflow "Publish" then publishes the package.
  docker build -f Containerfile -t enquiry-form:${version} --label org.opencontainers.image.version=${version} \\
    --label org.opencontainers.image.revision=$(git rev-parse HEAD) .
Attach the report and the files of the folder ${folder}/files to the release.`);
}

try {
  const [wanted] = process.argv.slice(2);
  if (wanted !== undefined) await release(wanted);
  else if (await passesEverything())
    console.log('Everything has passed. Make the release: npm run release -- minor');
  else process.exitCode = 1;
} catch (error) {
  console.error(`The release failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
