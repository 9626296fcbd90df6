import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256 } from '../enquiry/canonical-json.ts';
import type { Definitions } from '../enquiry/definitions.ts';

/** A module, compressed ahead of time. */
export interface ServedScript {
  hash: string;
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
}

/** The widget as it is served. */
export interface Script {
  /** The entry's immutable address, and what a tag's `integrity` says of it. */
  pinned: { path: string; integrity: string };
  /** The entry with the definitions of these case types in it; those that don't exist are left out. */
  entry(caseTypes: string[], lang?: string): Promise<ServedScript>;
  /** A part of this release or of an earlier one, by its hashed name. */
  asset(name: string): Promise<ServedScript | undefined>;
}

/** Where the parts of earlier releases are kept. */
interface Assets {
  keepAsset(name: string, content: string): Promise<void>;
  asset(name: string): Promise<string | undefined>;
}

/** Combinations of case types, languages and assets that are kept compressed. */
const mostKept = 100;

/** Reads the built widget, keeps its parts for pages that still ask for them after the next release, and
 * compresses what is asked for once. Throws when the widget was not built. */
export async function openScript(folder: string, definitions: Definitions, assets: Assets): Promise<Script> {
  const { entry, parts, pinned } = read(folder);
  for (const [name, content] of parts) await assets.keepAsset(name, content);

  const kept = new Map<string, Promise<ServedScript>>();
  const compressedOnce = (key: string, content: string) => {
    const served = kept.get(key) ?? compress(content);
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    kept.set(key, served);
    return served;
  };

  return {
    pinned,
    entry(caseTypes, lang) {
      const found = [...new Set(caseTypes)].sort().flatMap(name => definitions.current(name, lang) ?? []);
      const key = ['entry', ...found.map(({ definition, lang }) => `${definition} ${lang}`)].join(' ');
      if (found.length === 0) return compressedOnce(key, entry);
      const provide = `customElements.get("enquiry-form")?.provide?.(import.meta.url,${JSON.stringify(found)});`;
      return compressedOnce(key, `${entry}\n${provide}\n`);
    },
    async asset(name) {
      const content = parts.get(name) ?? (await assets.asset(name));
      return content === undefined ? undefined : compressedOnce(`asset ${name}`, content);
    },
  };
}

/** The entry, and by name every part: lazy ones, and the entry itself at an address that never changes. */
function read(folder: string): { entry: string; parts: Map<string, string>; pinned: Script['pinned'] } {
  try {
    const entry = readFileSync(join(folder, 'enquiry-form.js'), 'utf8');
    const lazy = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
      /^assets[\\/].+\.js$/.test(path),
    );
    const parts = new Map(
      lazy.map(path => [path.slice('assets/'.length), readFileSync(join(folder, path), 'utf8')]),
    );
    // At that address its lazy parts are its neighbours.
    const hash = sha256(entry).slice('sha256-'.length, 'sha256-'.length + 16);
    const name = `enquiry-form-${hash}.js`;
    const content = entry.replaceAll('./assets/', './');
    parts.set(name, content);
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    return { entry, parts, pinned: { path: `/assets/${name}`, integrity } };
  } catch (cause) {
    throw new Error('the widget is not built; run "npm run build"', { cause });
  }
}

async function compress(content: string): Promise<ServedScript> {
  const plain = new Uint8Array(Buffer.from(content));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { hash: sha256(plain), plain, br: new Uint8Array(br), gzip: new Uint8Array(zipped) };
}
