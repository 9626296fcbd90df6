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
    };
  } catch (cause) {
    throw new Error('the widget is not built: run "npm run build"', { cause });
  }
}

/** The start and end of a statement that is appended to the script and gives it definitions, which stand between them. */
export const provideStart = '\ncustomElements.get(`enquiry-form`)?.provide?.(import.meta.url,[';
export const provideEnd = ']);\n';

/** Returns the script with every part of the form, its texts in this language, and these definitions. Its name, which contains
 * its hash, is that of an asset. */
export async function completeScript(
  folder: string,
  lang: string,
  definitions: Definition[],
): Promise<{ name: string; content: string; integrity: string }> {
  const code = readFileSync(join(folder, 'enquiry-form.complete.js'), 'utf8');
  const translation = readdirSync(join(folder, 'assets')).find(name => name.startsWith(`${lang}-`));
  const { messages } = translation
    ? await import(pathToFileURL(join(folder, 'assets', translation)).href)
    : { messages: undefined };
  const list = definitions.map(each => JSON.stringify(each)).toSorted();
  const texts = JSON.stringify({ [lang]: messages });
  // The build leaves this variable undeclared.
  const content = `const enquiryTranslations=${texts};\n${code}${provideStart}${list}${provideEnd}`;
  const name = `enquiry-form.${lang}-${sha256(content).slice('sha256-'.length, 'sha256-'.length + 16)}.js`;
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  return { name, content, integrity };
}
