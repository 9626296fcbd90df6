import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';

const launcher = join(import.meta.dirname, 'launcher.js');

/** The versions of Node on the path of this machine that can't run the proxy, by their programs. */
const olderNodes = (process.env.PATH ?? '').split(delimiter).flatMap(folder => {
  try {
    const version = execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).trim().slice(1);
    return Number.parseInt(version, 10) < 24 ? [[join(folder, 'node'), version] as const] : [];
  } catch {
    return []; // The folder has no Node.
  }
});

/** Pretends to be another version. Whether that version can parse the launcher, only the real one tells. */
const pretend = (version: string) =>
  `--import=data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;

test.each<[program: string, version: string, ...options: string[]]>([
  ...olderNodes.map(([program, version]): [string, string] => [program, version]),
  ...['20.20.2', '22.21.1', '23.11.1'].map((version): [string, string, string] => [
    process.execPath,
    version,
    pretend(version),
  ]),
])('says which version of Node the proxy needs: %s %s', (program, version, ...options) => {
  const { status, stdout, stderr } = spawnSync(program, [...options, launcher, '--help'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      `enquiry-form needs Node 24 for the proxy; this is ${version}. With npm, this runs it with Node 24:\n` +
      'npx -p node@24 -p enquiry-form enquiry-form --help\n',
  });
});
