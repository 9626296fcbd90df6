// The npm package as a site owner installs it: packed, and installed without a network into a new project.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startDemo } from './demo.ts';

const run = promisify(execFile);

/** What npm would download. Offline it takes the packages that are installed here. */
const dependencies = [
  'lit',
  'lit-html',
  'lit-element',
  '@lit/reactive-element',
  '@lit-labs/ssr-dom-shim',
  '@types/trusted-types',
];

/** Other packages that the projects use. They needn't be installed, because they aren't the package's. */
const linked = [
  'hono',
  '@hono/node-server',
  'react',
  'react-dom',
  'scheduler',
  '@types/react',
  '@types/react-dom',
  'csstype',
];

/** A new project with the package in it. */
export interface InstalledPackage {
  /** The project's folder. */
  folder: string;
  /** The package as npm publishes it. */
  tarball: string;
  /** The packages that npm would download, and this one. */
  tarballs: string[];
  /** The path of the installed program. */
  program: string;
  /** Writes a file of the project. Returns its path. */
  write(path: string, text: string): string;
  /** Runs the installed program in the project's folder. Rejects if it fails. */
  command(words: string[], variables?: Record<string, string>): Promise<{ stdout: string; stderr: string }>;
  /** Runs the installed demo in another folder. */
  startDemo(cwd: string): ReturnType<typeof startDemo>;
  remove(): void;
}

/** Packs `dist`, which `npm run build:package` has built, and installs it. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'site-with-package-'));
  const tarballs = join(folder, 'tarballs');
  const npm = (cwd: string, ...words: string[]) => run('npm', [...words, '--loglevel=error'], { cwd });
  const write = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    return join(folder, path);
  };
  write('package.json', '{ "name": "site", "private": true, "type": "module" }');
  const packages = ['.', ...dependencies.map(name => `./node_modules/${name}`)];
  await run('mkdir', [tarballs]);
  await npm('.', 'pack', '--ignore-scripts', `--pack-destination=${tarballs}`, ...packages);
  const paths = readdirSync(tarballs).map(name => join(tarballs, name));
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', ...paths);
  for (const name of linked) {
    await run('mkdir', ['-p', dirname(join(folder, 'node_modules', name))]);
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  const { bin } = JSON.parse(readFileSync(join(folder, 'node_modules/enquiry-form/package.json'), 'utf8'));
  const program = join(folder, 'node_modules/enquiry-form', bin['enquiry-form']);
  return {
    folder,
    tarball: paths.find(path => /\/enquiry-form-[^/]*$/.test(path)) ?? '',
    tarballs: paths,
    program,
    write,
    command: (words, variables = {}) =>
      run(process.execPath, [program, ...words], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...variables },
      }),
    startDemo: cwd => startDemo([program, 'demo'], { cwd, env: { PATH: process.env.PATH } }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
