import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, expect, test } from 'vitest';
import { lazyParts } from './lazy-parts.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Builds these files, `entry.ts` first; resolves with the code of each chunk by its name. */
async function built(files: Record<string, string>, sharing?: string): Promise<Record<string, string>> {
  const root = mkdtempSync(join(tmpdir(), 'lazy-parts-'));
  folders.push(root);
  mkdirSync(join(root, 'shared'));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(root, name), code);
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [lazyParts(/\/shared\//, sharing ? { part: 'part', list: join(root, sharing) } : undefined)],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      lib: { entry: 'entry.ts', formats: ['es'] },
      rolldownOptions: { preserveEntrySignatures: 'allow-extension' },
    },
  });
  const chunks = [result].flat().flatMap(each => ('output' in each ? each.output : []));
  return Object.fromEntries(chunks.map(chunk => [chunk.name, chunk.type === 'chunk' ? chunk.code : '']));
}

const entry =
  "import { state } from './state.ts'; export const begun = state; export const load = () => import('./part.ts');";

test('a lazy part has copies of the modules that it shares with the entry and with other parts', async () => {
  const chunks = await built({
    'entry.ts':
      "export { double } from './shared/double.ts'; export const load = () => import('./part.ts'); export const more = () => import('./other.ts');",
    'part.ts':
      "import { double } from './shared/double.ts'; import { own } from './own.ts'; export const four = double(own); export const load = () => import('./nested.ts');",
    'nested.ts':
      "import { double } from './shared/double.ts'; import { own } from './own.ts'; export const nested: number = double(own);",
    'other.ts': "export { own } from './own.ts';",
    'own.ts': 'export const own = Math.random();',
    'shared/double.ts':
      'export const double = (n: number) => n * 2; export const unused = () => "not needed";',
  });
  expect(Object.keys(chunks).sort()).toEqual(['entry', 'nested', 'other', 'part']);
  for (const code of Object.values(chunks)) expect(code).not.toMatch(/\bfrom\s*["']|\bimport\s*["']/);
  expect(chunks.part).toContain('n * 2');
  expect(chunks.part).toContain('import("./nested');
  expect(chunks.nested).not.toContain('not needed');
});

test('a lazy part calls the functions that the entry shares with it, and has copies of others', async () => {
  const { part } = await built(
    {
      'entry.ts':
        "import { double } from './shared/double.ts'; export const functions = [double]; export const load = () => import('./part.ts');",
      'part.ts':
        "import { double, half } from './shared/double.ts'; export const create = ({ n }) => double(n) + half(n);",
      'list.ts': "import { double } from './shared/double.ts'; export const functions: unknown[] = [double];",
      'shared/double.ts':
        'export const double = (n: number) => n * 2;\nexport function half(n: number) { return n / 2; }',
    },
    'list.ts',
  );
  expect(part).not.toContain('n * 2');
  const { create } = await import(`data:text/javascript,${encodeURIComponent(part!)}`);
  expect(create({ n: 4, functions: [(n: number) => 3 * n] })).toBe(14);
});

test("a lazy part's templates are data for the entry's Lit", async () => {
  const { part } = await built({
    'entry.ts': "export const load = () => import('./part.ts');",
    'part.ts':
      "import { css, html } from 'lit'; export const box = html`<b></b>`; export const styles = css`b { color: red; }`;",
  });
  expect(part).toContain('_$litType$: 1');
  expect(part!.length).toBeLessThan(600);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'imports the entry',
    { 'part.ts': "import { begun } from './entry.ts'; export const part = begun;" },
    /part\.ts imports the entry/,
  ],
  [
    'has an expression in a style sheet',
    { 'part.ts': "import { css } from 'lit'; export const part = css`b { width: \u0024{css`1em`}; }`;" },
    /part\.ts has an expression in a style sheet/,
  ],
  [
    'imports a module of the entry that keeps state',
    { 'part.ts': "import { state } from './state.ts'; export const part = state;" },
    /would have a second copy of .*state\.ts/,
  ],
  [
    'is nested and imports the entry',
    {
      'part.ts': "export const load = () => import('./nested.ts');",
      'nested.ts': "export { begun } from './entry.ts';",
    },
    /nested\.ts imports the entry/,
  ],
  [
    'renders with a Lit of its own',
    { 'part.ts': "import { render } from 'lit'; render(1, document.body);" },
    /"render" is not exported/,
  ],
])('the build fails if a lazy part %s', async (_, files, message) => {
  await expect(
    built({ 'entry.ts': entry, 'state.ts': 'export const state = new Map();', ...files }),
  ).rejects.toThrow(message);
});
