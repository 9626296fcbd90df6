import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleConfig } from '../../../tools/testing/proxy/proxy.ts';
import { validConfig } from '../../../tools/testing/proxy/settings.ts';
import { readDefinitions } from '../../enquiry/definitions.ts';
import type { Archive } from '../../outbox/archive.ts';
import { pinnedScript, readBuild } from './widget-build.ts';
import { openWidget } from './widget-files.ts';

let folder: string;
let archived: Map<string, string>;
let archive: Pick<Archive, 'keepAssets' | 'asset'>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'widget-'));
  archived = new Map();
  archive = {
    async keepAssets(assets) {
      for (const { name, content } of assets) if (!archived.has(name)) archived.set(name, content);
    },
    asset: async name => archived.get(name),
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A release of the widget with this config and the shared archive, and the addresses that its operator pins. */
async function open(release: string, config: object = exampleConfig) {
  const widgetFolder = join(folder, release);
  mkdirSync(join(widgetFolder, 'assets'), { recursive: true });
  writeFileSync(join(widgetFolder, 'enquiry-form.js'), `/* ${release} */ import("./assets/lazy-1234.js");`);
  writeFileSync(join(widgetFolder, 'attribution.js'), '');
  writeFileSync(join(widgetFolder, 'measure-heights.js'), '');
  writeFileSync(join(widgetFolder, 'form-page.js'), '');
  writeFileSync(join(widgetFolder, 'assets', 'lazy-1234.js'), `/* ${release} */`);
  writeFileSync(join(widgetFolder, 'assets', 'files-page-1234.js'), '');
  writeFileSync(join(widgetFolder, 'assets', 'licences.txt'), '');
  writeFileSync(join(widgetFolder, 'page.js'), '');
  const definitions = await readDefinitions(validConfig(config));
  const files = await (await openWidget(widgetFolder, archive))(definitions, []);
  return {
    files,
    pin: (caseTypes: string[], lang?: string) =>
      pinnedScript(
        readBuild(widgetFolder),
        caseTypes.map(name => definitions.current(name, lang)!),
      ),
  };
}
type Files = Awaited<ReturnType<typeof open>>['files'];

/** The script at this address with its integrity; undefined if there is none. */
async function get(files: Files, path: string) {
  const { pathname, searchParams } = new URL(path, 'https://forms.example.com');
  const file = await files.asset(pathname.replace('/assets/', ''), searchParams.getAll('definition'));
  return (
    file && {
      text: Buffer.from(file.content()).toString(),
      integrity: `sha384-${createHash('sha384').update(file.content()).digest('base64')}`,
      effort: file.effort,
    }
  );
}

describe('a pinned script', () => {
  test('consists of the entry and the definition in one language', async () => {
    const { files, pin } = await open('release-1');
    const { path, integrity } = pin(['injury'], 'cy');
    expect(path).toMatch(/^assets\/enquiry-form-[\w-]{16}\.js\?definition=[\w-]{16}$/);
    const script = await get(files, path);
    expect(script?.integrity).toBe(integrity);
    const [entry, provide = ''] = script!.text.split('\n');
    expect(entry).toBe('/* release-1 */ import("./lazy-1234.js");');
    const [, json = ''] =
      /^customElements\.get\(`enquiry-form`\)\?\.provide\?\.\(import\.meta\.url,(.+)\);$/.exec(provide) ?? [];
    expect(JSON.parse(json)).toEqual([
      expect.objectContaining({ case_type: 'injury', lang: 'cy', label: 'Anaf' }),
    ]);
  });

  test('has several definitions if it is asked for them, in any order', async () => {
    const { files, pin } = await open('release-1');
    const { path, integrity } = pin(['injury', 'other']);
    expect(pin(['other', 'injury'])).toEqual({ path, integrity });
    expect((await get(files, path))?.integrity).toBe(integrity);
    const [name, ...definitions] = path.split(/\?definition=|&definition=/);
    const reversed = `${name}?definition=${definitions.reverse().join('&definition=')}`;
    expect((await get(files, reversed))?.integrity).toBe(integrity);
  });

  test('stays the same after a change of the config and in later releases', async () => {
    const first = await open('release-1');
    const { path, integrity } = first.pin(['injury']);
    const changed = { ...exampleConfig, case_types: { injury: { label: 'Accident' } } };
    const second = await open('release-2', changed);
    expect((await get(second.files, path))?.integrity).toBe(integrity);
    expect(second.pin(['injury']).path).not.toBe(path);
    // The fleet has proxies of both releases now.
    const later = second.pin(['injury']);
    expect((await get(first.files, later.path))?.integrity).toBe(later.integrity);
  });

  test('does not exist with an unknown definition', async () => {
    const { files, pin } = await open('release-1');
    const { path } = pin(['injury']);
    expect(await get(files, `${path}&definition=AAAAAAAAAAAAAAAA`)).toBeUndefined();
    expect(await get(files, path.replace(/=.*/, '=%00'))).toBeUndefined();
    expect(await get(files, 'assets/%00.js')).toBeUndefined();
  });

  test.each([
    [1, 'best'],
    [2, 'fast'],
  ])('with %i definitions is compressed with the effort "%s"', async (count, effort) => {
    const names = ['a', 'b', 'c', 'd'].slice(0, count);
    const caseTypes = Object.fromEntries(names.map(name => [name, { label: name }]));
    const { files, pin } = await open('release-1', { ...exampleConfig, case_types: caseTypes });
    expect((await get(files, pin(names).path))?.effort).toBe(effort);
  });

  test('differs from a lazy part, which has no definitions', async () => {
    const { files, pin } = await open('release-1');
    const query = pin(['injury']).path.split('?')[1];
    expect((await get(files, `assets/lazy-1234.js?${query}`))?.text).toBe('/* release-1 */');
  });
});
