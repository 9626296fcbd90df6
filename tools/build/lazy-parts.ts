import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const litForParts = fileURLToPath(new URL('../../widget/lit-for-parts.ts', import.meta.url));

const separator = '?part=';

/** The module through which a part calls functions of the entry. */
const entryFunctions = '\0entry-functions';

/** The functions that a part takes from the entry. */
interface SharedFunctions {
  /** The part. The entry calls its `create` with an object whose `functions` are the list. */
  part: string;
  /** The file with the list. The functions have the names that the entry's modules export. */
  list: string;
}

/** The code of a module that exports another function under this name, if it exports one. */
function replaceExport(code: string, name: string, replacement: string): string {
  const exported = new RegExp(`\\bexport (?=(?:const|function) ${name}\\b)`);
  if (!exported.test(code)) return code;
  return `${code.replace(exported, '')}const ${name}Here = ${replacement}; export { ${name}Here as ${name} };`;
}

/** Bundles each lazy part, which is a module that `import()` loads, with its own copies of everything it imports, except
 * functions that are `shared`. A part thus takes one request and never imports another chunk. Above all, it never imports
 * the entry: the page loaded that as `enquiry-form.js?case-type=…`, so `../enquiry-form.js` would be evaluated as a second
 * module.
 *
 * Modules of a part have the id `<file>?part=<name>`, and their imports inherit the name. The build fails if the entry
 * and a part would share a module that `mayBeCopied` doesn't match. List only modules of which two copies do no harm:
 * they keep no state, and nobody compares their classes or symbols. */
export function lazyParts(mayBeCopied: RegExp, shared?: SharedFunctions): Plugin {
  const [, list = ''] = shared ? /= \[([^\]]*)\]/.exec(readFileSync(shared.list, 'utf8'))! : []; // It has one.
  const names = list.match(/\w+/g) ?? [];
  return {
    name: 'lazy-parts',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '', { kind }) {
      if (source === entryFunctions) return source;
      const [file = '', inherited] = importer.split(separator);
      const isPart = kind === 'dynamic-import';
      if (!inherited && !isPart) return null;
      if (source === 'lit' || source === '#html') return litForParts + separator + inherited;
      const resolved = await this.resolve(source, file, { skipSelf: true });
      if (!resolved) return null; // Vite reports it.
      if (this.getModuleInfo(resolved.id)?.isEntry) this.error(`${file} imports the entry`);
      const part = isPart ? basename(resolved.id, '.ts') : inherited;
      return resolved.id + separator + part;
    },
    async load(id) {
      if (id === entryFunctions)
        return 'export let entry; export const take = ({ functions }) => { entry = functions; };';
      const [file = '', part] = id.split(separator);
      if (!part) return null;
      let code = await readFile(file, 'utf8');
      if (/\bcss`[^`]*\$\{/.test(code))
        this.error(`${file} has an expression in a style sheet, which the part would lack`);
      if (part === shared?.part) {
        const isRoot = basename(file, '.ts') === part;
        if (isRoot) code = replaceExport(code, 'create', '(...args) => (take(args[0]), create(...args))');
        else if (mayBeCopied.test(file))
          for (const [at, name] of names.entries())
            code = replaceExport(code, name, `(...args) => entry[${at}](...args)`);
        code = `import { entry, take } from '${entryFunctions}';${code}`;
      }
      return { code, moduleType: file.endsWith('.ts') ? 'ts' : 'js' };
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
      const entry = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ moduleIds }) => moduleIds));
      for (const { fileName, isEntry, imports, moduleIds } of chunks) {
        if (imports.length) this.error(`${fileName} imports ${imports.join(' and ')}`);
        if (isEntry) continue;
        for (const [file = ''] of moduleIds.map(id => id.split(separator))) {
          if (entry.has(file) && !mayBeCopied.test(file)) {
            this.error(`${fileName} would have a second copy of ${file}, which is in the entry`);
          }
        }
      }
    },
  };
}
