import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const containerfile = readFileSync('Containerfile', 'utf8');
const base = /^FROM (\S+)$/m.exec(containerfile)![1]!;
/** Docker, or a Buildah that has the base image. */
const engine = [
  ['docker', 'info'],
  ['buildah', 'inspect', '--type', 'image', base],
].find(([program = '', ...words]) => spawnSync(program, words).status === 0)?.[0];

test('the image links its commands to a program that can be run', () => {
  const target = /ln -s \/opt\/enquiry-form\/dist\/(\S+) /.exec(containerfile)?.[1];
  expect(readFileSync(`tools/package/${target}`, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  const [mode] = execFileSync('git', ['ls-files', '--stage', `tools/package/${target}`], {
    encoding: 'utf8',
  }).split(' ');
  expect(mode).toBe('100755');
});

test.skipIf(!engine || process.env.TESTS !== 'all')(
  'commands run in the image, which is built from the package (needs Docker, or Buildah with the base image)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'image-'));
    const options = { encoding: 'utf8', env: { ...process.env, BUILDAH_ISOLATION: 'chroot' } } as const;
    const run = (program: string, ...words: string[]) => execFileSync(program, words, options).trim();
    run('npm', 'pack', '--ignore-scripts', '--pack-destination', folder, '--loglevel=error');
    const context = join(folder, 'package');
    mkdirSync(context);
    run('sh', '-c', `tar -xzf ${folder}/*.tgz -C ${context} --strip-components=1`);
    run(
      engine!,
      ...(engine === 'docker' ? ['build'] : ['bud', '--pull=never']),
      '-f',
      `${context}/Containerfile`,
      '-t',
      'enquiry-form-test',
      context,
    );
    const inside = (...words: string[]) => {
      if (engine === 'docker')
        return run(
          'docker',
          'run',
          '--rm',
          '--entrypoint',
          words[0]!,
          'enquiry-form-test',
          ...words.slice(1),
        );
      const container = run('buildah', 'from', '--pull=never', 'enquiry-form-test');
      try {
        return run('buildah', 'run', container, '--', ...words);
      } finally {
        run('buildah', 'rm', container);
      }
    };
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(inside('enquiry-form', '--version')).toBe(version);
    expect(inside('enquiry-proxy', '--version')).toBe(version);
    expect(inside('stat', '-c', '%a %u', '/data')).toBe('700 1000');
    rmSync(folder, { recursive: true });
  },
);
