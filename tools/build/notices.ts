import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes the licence notices of the packages in a bundle into a file. */
export function writeNotices(fileName: string): Plugin {
  return {
    name: 'write-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap(each => (each.type === 'chunk' ? each.moduleIds : []));
      const folders = modules.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
      const packages = [...new Set(folders)];
      const notices = packages.map(folder => readNotice(folder, packages)).sort();
      this.emitFile({ type: 'asset', fileName, source: joinNotices(notices) });
    },
  };
}

/** Joins the notices of several packages, or the texts of several bundles, leaving out repetitions. */
export function joinNotices(texts: string[]): string {
  const line = `\n${'-'.repeat(80)}\n\n`;
  return [...new Set(texts.flatMap(text => text.split(line)))].join(line);
}

/** Reads the notice of the package in a folder. If it has neither a licence file nor a licence in its README, its licence is
 * that of another of these packages that comes from the same repository. Otherwise the notice names its author. Throws if
 * that is missing, too. */
function readNotice(folder: string, packages: string[]): string {
  const { name, version, license, repository, author } = readPackage(folder);
  const siblings = packages.filter(each => readPackage(each).repository?.url === repository?.url);
  const text = [folder, ...siblings].map(findLicence).find(found => found !== undefined);
  if (!text && !author) throw new Error(`${name} has neither a licence text nor an author`);
  const by = typeof author === 'object' ? author.name : author;
  const notice = text ?? `The package by ${by} has the licence ${license}, but not its text.`;
  return `${name} ${version} (${license})\n\n${notice.trim()}\n`;
}

interface Package {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
  repository?: { url: string };
}

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;

/** The licence of the package in a folder; undefined if neither a file nor the README has it. */
function findLicence(folder: string): string | undefined {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const files = readdirSync(folder);
  const file = files.find(each => /^licen[cs]e/i.test(each));
  const readme = files.find(each => /^readme/i.test(each));
  if (file) return read(file);
  return readme && /^#+ licen[cs]e\n(.+)/ims.exec(read(readme))?.[1];
}
