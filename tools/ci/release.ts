// `npm run release -- minor`: makes a release of the checked out main branch. Writes the version and the changelog, runs
// all checks, writes the package, the list of its components and the plugin for WordPress to the folder `release`,
// commits and tags. Publishes nothing: it prints the commands that publish the release. `--dry-run` restores the files
// and doesn't commit.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nextVersion, releaseChangelog } from './release-notes.ts';
import { releasedMigrations, releaseMigrations } from './released-migrations.ts';

const folder = 'release';
/** This file contains the version of the image. */
const kustomization = 'docs/deploy/kubernetes/kustomization.yaml';
/** WordPress shows the version of this file. */
const plugin = 'widget/wordpress/enquiry-form.php';
const changed = [
  ...[releasedMigrations, 'CHANGELOG.md', 'package.json', 'package-lock.json'],
  ...[kustomization, plugin],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: 'inherit' });
const read = (command: string, ...words: string[]) => execFileSync(command, words, { encoding: 'utf8' });

async function release(wanted: string): Promise<void> {
  if (read('git', 'status', '--porcelain') !== '') throw new Error('commit or discard your changes first');
  const branch = read('git', 'branch', '--show-current').trim();
  if (branch !== 'main') throw new Error(`check out main first: this is ${branch}`);
  const current = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
  const version = nextVersion(current, wanted);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, date);

  try {
    writeFileSync('CHANGELOG.md', changelog);
    const images = readFileSync(kustomization, 'utf8').replace(/newTag: .*/, `newTag: ${version}`);
    writeFileSync(kustomization, images);
    writeFileSync(plugin, readFileSync(plugin, 'utf8').replace(/^( \* Version: +).*/m, `$1${version}`));
    await releaseMigrations();
    run('npm', 'version', version, '--no-git-tag-version');
    run('npm', 'run', 'test:all');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    run('npm', 'pack', '--pack-destination', folder, '--loglevel=error');
    writeFileSync(join(folder, `enquiry-form-${version}.cdx.json`), listComponents());
    copyFileSync(plugin, join(folder, basename(plugin)));
    writeSums();
  } catch (error) {
    run('git', 'checkout', '--quiet', '--', ...changed);
    throw error;
  }
  if (values['dry-run']) {
    run('git', 'checkout', '--quiet', '--', ...changed);
    console.log(`\nThe dry run of ${version} succeeded. The files are in the folder ${folder}.`);
    return;
  }
  run('git', 'commit', '--quiet', `--message=Release ${version}`, '--', ...changed);
  run('git', 'tag', '--annotate', `--message=${version}`, `v${version}`);
  console.log(`
${version} is committed and tagged. Publish it with:
  git push --follow-tags
  npm publish ${folder}/enquiry-form-${version}.tgz --provenance --access public   # only in CI, which attests the commit
  docker build -f Containerfile -t enquiry-form:${version} .
Attach the files of the folder ${folder} to the release.`);
}

/** Lists all installed packages: those that are bundled are among the development dependencies. */
function listComponents(): string {
  const components = JSON.parse(read('npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'));
  components.metadata.component.name = 'enquiry-form'; // npm takes the name of the folder.
  return JSON.stringify(components, undefined, 2);
}

/** Writes the digests of the files in the format of sha256sum. */
function writeSums(): void {
  const lines = readdirSync(folder).map(
    name =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

try {
  await release(positionals[0] ?? '');
} catch (error) {
  console.error(`The release failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
