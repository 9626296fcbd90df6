import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { defaultParameters } from '../../contract/attribution.ts';
import { limitConcurrency, TooManyTasks } from '../../contract/concurrency.ts';
import type { Definition } from '../../contract/definition.ts';
import type { Definitions } from '../../enquiry/definitions.ts';
import { sha256 } from '../../enquiry/identifiers.ts';
import type { Archive } from '../../outbox/archive.ts';
import { createRecentMap } from '../../spam/trackers.ts';

import { loadPageModule, provideEnd, provideStart, readBuild } from './widget-build.ts';

export type WidgetFiles = ReturnType<Awaited<ReturnType<typeof openWidget>>>;

/** Reads the built widget and archives its assets, because open pages still request them after the next release. Throws if
 * the widget hasn't been built. Resolves with a function that provides the files for a config, so that a reload uses the
 * same widget, even if the next release has been installed in the folder. */
export async function openWidget(folder: string, archive: Pick<Archive, 'keepAssets' | 'asset'>) {
  const build = readBuild(folder);
  const page = await loadPageModule(folder);
  await archive.keepAssets([...build.parts].map(([name, content]) => ({ name, content })));
  const compress = createCompressor();
  const { attributionScript, heightScript, pageScript, notices, entry, filesScript, parts } = build;

  /** `parameters` are the names of the config's parameters. */
  return (definitions: Pick<Definitions, 'current'>, parameters: string[]) => {
    const entryFile = toFile(entry);
    const definitionFiles = new WeakMap<Definition, CompressibleFile>();
    const toDefinitionFile = (definition: Definition) => {
      const file = definitionFiles.get(definition) ?? toFile(JSON.stringify(definition));
      definitionFiles.set(definition, file);
      return file;
    };

    return {
      /** The widget's templates. */
      page,
      /** The name of the asset that is the script of the page that adds files. */
      filesScript,
      /** The inline script of pages with a form. */
      pageScript,
      /** Resolves with the compressed file; undefined while too much is being compressed. */
      compress,
      /** The script for pages without a form, which contains the names of the config's parameters. */
      attributionScript: toFile(withParameters(attributionScript, parameters)),
      /** The script that site owners run to measure how much height their page should reserve. */
      heightScript: toFile(heightScript),
      /** The licences of the packages in the widget. */
      notices: toFile(notices),
      /** The entry with the definitions of these case types appended. Ignores unknown case types. */
      entry(caseTypes: string[], lang?: string): CompressibleFile {
        const found = [...new Set(caseTypes)].sort().flatMap(name => definitions.current(name, lang) ?? []);
        if (found.length === 0) return entryFile;
        const files = found.map(toDefinitionFile);
        return {
          // The hash is known before the content, which isn't needed for a client that has cached it.
          hash: sha256([provideStart, ...[entryFile, ...files].map(({ hash }) => hash)].join()),
          // There are too many possible sets of several definitions. Few pages have several forms.
          effort: found.length === 1 ? 'best' : 'fast',
          content: () => provide(entryFile, files),
        };
      },
      /** A lazy part of the current release, or a script that was archived, by its hashed name; undefined if it is unknown. */
      async asset(name: string): Promise<CompressibleFile | undefined> {
        // PostgreSQL fails on NUL, and clients can send anything.
        if (!/^[\w.-]+$/.test(name)) return undefined;
        const script = parts.get(name) ?? (await archive.asset(name));
        return script === undefined ? undefined : toFile(script);
      },
    };
  };
}

function toFile(text: string): CompressibleFile {
  const content = Buffer.from(text);
  return { hash: sha256(content), content: () => content, effort: 'best' };
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

export type Encoding = 'br' | 'gzip';
type Bytes = Uint8Array<ArrayBuffer>;

/** Compressing the widget takes 40 ms with `best` and 2 ms with `fast`, whose result is a seventh larger. `best` is for
 * files of which there are only a few, so that a client can't keep a processor busy. */
type Effort = 'best' | 'fast';

/** A text to compress. */
export interface CompressibleFile {
  /** Identifies the content. */
  hash: string;
  content(): Bytes;
  effort: Effort;
}

/** How many compressions may wait. A visitor waits for at most all of them. */
const maxWaitingByDefault = 16;
/** How many results are kept. Those of `fast` contain several definitions. */
const maxKept: Record<Effort, number> = { best: 200, fast: 40 };

/** Compresses files on request and keeps the results. Requests for the same file share one compression. Compressions run
 * one at a time: they share Node's four threads with file operations, and syncing a file takes 100 times as long during
 * four compressions, and no longer during one. The returned function resolves with the compressed bytes, or with undefined
 * while too many files are being compressed. */
export function createCompressor({
  compressBytes = compressWithZlib,
  maxWaiting = maxWaitingByDefault,
} = {}) {
  const recent = (effort: Effort) => createRecentMap<string, Promise<Bytes>>(maxKept[effort]);
  const kept = { best: recent('best'), fast: recent('fast') };
  const inTurn = limitConcurrency(1, maxWaiting);

  return async (file: CompressibleFile, encoding: Encoding): Promise<Bytes | undefined> => {
    const { hash, effort, content } = file;
    const key = `${encoding} ${hash}`;
    const known = kept[effort].get(key);
    const compressed = known ?? inTurn(() => compressBytes(content(), encoding, effort));
    kept[effort].set(key, compressed);
    try {
      return await compressed;
    } catch (error) {
      kept[effort].delete(key);
      if (error instanceof TooManyTasks) return undefined;
      throw error;
    }
  };
}

async function compressWithZlib(content: Bytes, encoding: Encoding, effort: Effort): Promise<Bytes> {
  if (encoding === 'gzip') {
    return new Uint8Array(await promisify(gzip)(content, { level: effort === 'best' ? 9 : 1 }));
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5 };
  return new Uint8Array(await promisify(brotliCompress)(content, { params }));
}
