import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Definition } from '../../contract/definition.ts';
import type { PageModule } from '../../contract/page-module.ts';
import { sha256 } from '../../enquiry/identifiers.ts';
import { packageRoot } from '../../settings/read-settings.ts';

/** The folder that the widget is built into. */
export const builtWidget = fileURLToPath(new URL('widget/dist', packageRoot));

export type WidgetBuild = ReturnType<typeof readBuild>;

/** Loads the widget's templates for pages. */
export async function loadPageModule(folder: string): Promise<PageModule> {
  return await import(pathToFileURL(join(folder, 'page.js')).href);
}

/** Reads the files of the built widget. Throws if there is none. */
export function readBuild(folder: string) {
  try {
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    const entry = read('enquiry-form.js');
    const lazy = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
      /^assets[\\/].+\.js$/.test(path),
    );
    /** The lazy parts by name. */
    const parts = new Map(lazy.map(path => [path.slice('assets/'.length), read(path)]));
    const filesScript = [...parts.keys()].find(name => name.startsWith('files-page-'));
    if (filesScript === undefined) throw new Error('the script of the page that adds files is missing');
    /** The entry under a name that contains its hash, for the folder of the lazy parts. */
    const pinnedEntry = {
      name: `enquiry-form-${shortHash(entry)}.js`,
      content: entry.replaceAll('./assets/', './'),
    };
    return {
      attributionScript: read('attribution.js'),
      heightScript: read('measure-heights.js'),
      /** The script of the form's own page. It is inline, so that it needs no request. */
      pageScript: read('form-page.js').trim(),
      notices: read('assets/licences.txt'),
      entry,
      parts,
      /** The name of the part that is the script of the page that adds files. */
      filesScript,
      pinnedEntry,
    };
  } catch (cause) {
    throw new Error('the widget is not built: run "npm run build"', { cause });
  }
}

/** The start and end of a statement that is appended to the entry and gives it definitions, which stand between them. */
export const provideStart = '\ncustomElements.get(`enquiry-form`)?.provide?.(import.meta.url,[';
export const provideEnd = ']);\n';

/** The script that is appended to a pinned entry, so that the form needs no further request. The hash is that of the
 * script. The hash of the definition wouldn't identify the bytes: it is the same for all languages, and another release
 * may write the same definition in another way. */
export function definitionScript(definition: Definition): { hash: string; content: string } {
  const content = provideStart + JSON.stringify(definition) + provideEnd;
  return { hash: shortHash(content), content };
}

/** The name under which a definition script is archived. */
export function definitionScriptName(hash: string): string {
  return `definition-${hash}.js`;
}

/** The immutable address of the pinned entry with these definitions, relative to the proxy's, and its integrity. */
export function pinnedScript({ pinnedEntry }: WidgetBuild, definitions: Definition[]) {
  const scripts = definitions.map(definitionScript).sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return {
    path: `assets/${pinnedEntry.name}?${scripts.map(({ hash }) => `definition=${hash}`).join('&')}`,
    integrity: integrityOf([pinnedEntry, ...scripts].map(({ content }) => content).join('')),
  };
}

/** The value of the `integrity` attribute for a script. */
export function integrityOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

/** The first 96 bits of a hash, for addresses. */
function shortHash(script: string): string {
  return sha256(script).slice('sha256-'.length, 'sha256-'.length + 16);
}
