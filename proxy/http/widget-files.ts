import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256 } from '../enquiry/canonical-json.ts';
import type { Definitions } from '../enquiry/definitions.ts';
import type { AssetArchive } from '../outbox/archive.ts';

/** A JavaScript file with its compressed variants. */
export interface CompressedFile {
  hash: string;
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
}

/** The files of the widget. */
export interface WidgetFiles {
  /** The entry's immutable path, and the value of a script tag's `integrity` attribute for it. */
  pinned: { path: string; integrity: string };
  /** The entry with the definitions of these case types appended. Ignores unknown case types. */
  entry(caseTypes: string[], lang?: string): Promise<CompressedFile>;
  /** A lazy part or pinned entry of the current release or an earlier one, by its hashed name. */
  asset(name: string): Promise<CompressedFile | undefined>;
}

/** The maximum number of cached compressed files: assets, and entries by case types and language. */
const maxCached = 100;

/** Reads the built widget and archives its assets, because open pages request them after the next release too. Throws
 * when the widget hasn't been built. */
export async function openWidgetFiles(
  folder: string,
  definitions: Pick<Definitions, 'current'>,
  archive: AssetArchive,
): Promise<WidgetFiles> {
  const { entry, assets, pinned } = readBuild(folder);
  for (const [name, content] of assets) await archive.keepAsset(name, content);

  const cache = new Map<string, Promise<CompressedFile>>();
  const compressOnce = (key: string, content: string) => {
    const file = cache.get(key) ?? compress(content);
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!);
    cache.set(key, file);
    return file;
  };

  return {
    pinned,
    entry(caseTypes, lang) {
      const found = [...new Set(caseTypes)].sort().flatMap(name => definitions.current(name, lang) ?? []);
      const key = ['entry', ...found.map(({ definition, lang }) => `${definition} ${lang}`)].join(' ');
      if (found.length === 0) return compressOnce(key, entry);
      const provide = `customElements.get("enquiry-form")?.provide?.(import.meta.url,${JSON.stringify(found)});`;
      return compressOnce(key, `${entry}\n${provide}\n`);
    },
    async asset(name) {
      const content = assets.get(name) ?? (await archive.asset(name));
      return content === undefined ? undefined : compressOnce(`asset ${name}`, content);
    },
  };
}

interface Build {
  entry: string;
  /** The lazy parts and the pinned entry, by name. */
  assets: Map<string, string>;
  pinned: WidgetFiles['pinned'];
}

function readBuild(folder: string): Build {
  try {
    const entry = readFileSync(join(folder, 'enquiry-form.js'), 'utf8');
    const lazy = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
      /^assets[\\/].+\.js$/.test(path),
    );
    const assets = new Map(
      lazy.map(path => [path.slice('assets/'.length), readFileSync(join(folder, path), 'utf8')]),
    );
    const hash = sha256(entry).slice('sha256-'.length, 'sha256-'.length + 16);
    const name = `enquiry-form-${hash}.js`;
    // The pinned entry is in the same folder as the lazy parts that it imports.
    const content = entry.replaceAll('./assets/', './');
    assets.set(name, content);
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    return { entry, assets, pinned: { path: `/assets/${name}`, integrity } };
  } catch (cause) {
    throw new Error('the widget is not built: run "npm run build"', { cause });
  }
}

async function compress(content: string): Promise<CompressedFile> {
  const plain = new Uint8Array(Buffer.from(content));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { hash: sha256(plain), plain, br: new Uint8Array(br), gzip: new Uint8Array(zipped) };
}
