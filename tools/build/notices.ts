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
      const notices = [...new Set(folders)].map(readNotice).sort();
      this.emitFile({ type: 'asset', fileName, source: joinNotices(notices) });
    },
  };
}

/** Joins the notices of several packages, or the texts of several bundles, leaving out repetitions. */
export function joinNotices(texts: string[]): string {
  const line = `\n${'-'.repeat(80)}\n\n`;
  return [...new Set(texts.flatMap(text => text.split(line)))].join(line);
}

/** Reads the notice of the package in a folder. Throws if it has neither a licence file nor a licence in its README. */
function readNotice(folder: string): string {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const { name, version, license } = JSON.parse(read('package.json')) as Record<string, string>;
  const files = readdirSync(folder);
  const file = files.find(each => /^licen[cs]e/i.test(each));
  const readme = files.find(each => /^readme/i.test(each));
  const text = file ? read(file) : readme && /^#+ licen[cs]e\n(.+)/ims.exec(read(readme))?.[1];
  if (!text) throw new Error(`${name} has no licence text`);
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
