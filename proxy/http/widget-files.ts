import { defaultParameters } from '../contract/attribution.ts';
import type { Definition } from '../contract/definition.ts';
import { sha256 } from '../enquiry/canonical-json.ts';
import type { Definitions } from '../enquiry/definitions.ts';
import type { AssetArchive } from '../outbox/archive.ts';
import { type CompressibleFile, type Compressor, createCompressor } from './compressor.ts';
import {
  definitionScript,
  definitionScriptName,
  integrityOf,
  provideEnd,
  provideStart,
  readBuild,
} from './widget-build.ts';

/** The files of the widget. */
export interface WidgetFiles {
  /** The entry's immutable path, and the value of a script tag's `integrity` attribute for it. */
  pinned: { path: string; integrity: string };
  /** The script for pages without a form, which contains the names of the config's parameters. */
  attributionScript: CompressibleFile;
  /** The script that site owners run to measure how much height their page should reserve. */
  heightScript: CompressibleFile;
  /** The entry with the definitions of these case types appended. Ignores unknown case types. */
  entry(caseTypes: string[], lang?: string): CompressibleFile;
  /** A lazy part or pinned entry of the current release or an earlier one, by its hashed name. `hashes` are those of the
   * definition scripts to append to a pinned entry. Undefined if anything is unknown. */
  asset(name: string, hashes?: string[]): Promise<CompressibleFile | undefined>;
  /** Resolves with the compressed file; undefined while too much is being compressed. */
  compress: Compressor['compress'];
}

/** Reads the built widget and archives its assets and the current definitions, because open pages still request them
 * after the next release and after a change of the config. Throws if the widget hasn't been built. */
export async function openWidgetFiles(
  folder: string,
  {
    definitions,
    archive,
    parameters,
  }: {
    definitions: Pick<Definitions, 'current' | 'inEveryLanguage'>;
    archive: AssetArchive;
    parameters: string[];
  },
): Promise<WidgetFiles> {
  const { attributionScript, heightScript, entry, parts, pinnedEntry } = readBuild(folder);
  const definitionScripts = definitions.inEveryLanguage().map(definitionScript);
  const assets = new Map([
    ...parts,
    [pinnedEntry.name, pinnedEntry.content],
    ...definitionScripts.map(({ hash, content }) => [definitionScriptName(hash), content] as const),
  ]);
  await Promise.all([...assets].map(([name, content]) => archive.keepAsset(name, content)));
  const readAsset = async (name: string) => {
    // PostgreSQL fails on NUL, and clients can send anything.
    if (!/^[\w.-]+$/.test(name)) return undefined;
    return assets.get(name) ?? (await archive.asset(name));
  };
  const { compress } = createCompressor();
  const entryFile = toFile(entry);
  const definitionFiles = new WeakMap<Definition, CompressibleFile>();
  const toDefinitionFile = (definition: Definition) => {
    const file = definitionFiles.get(definition) ?? toFile(JSON.stringify(definition));
    definitionFiles.set(definition, file);
    return file;
  };

  return {
    pinned: { path: `/assets/${pinnedEntry.name}`, integrity: integrityOf(pinnedEntry.content) },
    compress,
    attributionScript: toFile(withParameters(attributionScript, parameters)),
    heightScript: toFile(heightScript),
    entry(caseTypes, lang) {
      const found = [...new Set(caseTypes)].sort().flatMap(name => definitions.current(name, lang) ?? []);
      if (found.length === 0) return entryFile;
      const files = found.map(toDefinitionFile);
      return {
        // The hash is known before the content, which isn't needed for a client that has cached it.
        hash: sha256([provideStart, ...[entryFile, ...files].map(({ hash }) => hash)].join()),
        effort: toEffort(found.length),
        content: () => provide(entryFile, files),
      };
    },
    async asset(name, hashes = []) {
      const appended = name.startsWith('enquiry-form-') ? [...new Set(hashes)].sort() : [];
      let text = '';
      for (const each of [name, ...appended.map(definitionScriptName)]) {
        const script = await readAsset(each);
        if (script === undefined) return undefined;
        text += script;
      }
      return toFile(text, toEffort(appended.length));
    },
  };
}

/** There are too many possible sets of several definitions. Few pages have several forms. */
const toEffort = (definitions: number) => (definitions <= 1 ? 'best' : 'fast');

function toFile(text: string, effort: CompressibleFile['effort'] = 'best'): CompressibleFile {
  const content = Buffer.from(text);
  return { hash: sha256(content), content: () => content, effort };
}

const start = Buffer.from(provideStart);
const end = Buffer.from(provideEnd);
const comma = Buffer.from(',');

/** Appends a call to the entry that gives the definitions to the element. */
function provide(entry: CompressibleFile, definitions: CompressibleFile[]): Uint8Array<ArrayBuffer> {
  const list = definitions.flatMap((each, index) =>
    index === 0 ? [each.content()] : [comma, each.content()],
  );
  return Buffer.concat([entry.content(), start, ...list, end]);
}

/** Names of parameters need no escaping: they consist of letters, digits, `_`, `-` and `.`. */
function withParameters(script: string, names: string[]): string {
  return script.replace(defaultParameters.join(' '), names.join(' '));
}
