// Every block of the section "Frameworks" of docs/npm.md, and the prerendered form for Next.js of docs/pages.md, builds in a
// new project of its framework, with strict checks of types. The packages come from the registry. Before a release, update
// the versions.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

interface Project {
  /** What npm installs beside the form. */
  packages: string;
  /** The commands that check types and build. */
  build: string[];
  /** The files by their paths that aren't in the documents. */
  files: Record<string, string>;
}

const typescript = 'typescript@6.0.3 @types/node@24.19.2';
const react = 'react@19.3.1 react-dom@19.3.1 @types/react@19.3.0 @types/react-dom@19.3.0';
const vite = 'vite@8.3.8';
const vue = 'vue@3.5.45 vue-tsc@3.3.14';

const strict = {
  ...{
    target: 'ES2022',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
  },
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'] },
};
const tsconfig = (options = {}) =>
  JSON.stringify({ compilerOptions: { ...strict, ...options }, include: ['.'] });
const index = (script: string) =>
  `<!doctype html><div id="app"></div><script type="module" src="/${script}"></script>`;

const projects: Record<string, Project> = {
  React: {
    packages: `${typescript} ${react} ${vite}`,
    build: ['tsc', 'vite build'],
    files: {
      'tsconfig.json': tsconfig({ jsx: 'react-jsx' }),
      'index.html': index('src/main.tsx'),
      'src/main.tsx':
        "import { createRoot } from 'react-dom/client'; import Enquiry from './enquiry'; createRoot(document.querySelector('#app')!).render(<Enquiry />);",
    },
  },
  'Next.js': {
    packages: `${typescript} ${react} next@16.4.6`,
    build: ['next build'],
    files: {
      'next.config.mjs': "export default { output: 'export' };",
      'app/layout.tsx':
        'import type { ReactNode } from \'react\'; export default ({ children }: { children: ReactNode }) => <html lang="en"><body>{children}</body></html>;',
      'app/events/page.tsx': "export { default } from '../enquiry';",
    },
  },
  'React Router': {
    packages: `${typescript} ${react} ${vite} react-router@8.4.0 @react-router/dev@8.4.0 @react-router/node@8.4.0 isbot@5.2.3`,
    build: ['react-router typegen', 'tsc', 'react-router build'],
    files: {
      'tsconfig.json': tsconfig({ jsx: 'react-jsx' }),
      'vite.config.ts':
        "import { reactRouter } from '@react-router/dev/vite'; import { defineConfig } from 'vite'; export default defineConfig({ plugins: [reactRouter()] });",
      'react-router.config.ts': "export default { prerender: ['/'] };",
      'app/routes.ts':
        "import { index } from '@react-router/dev/routes'; export default [index('routes/home.tsx')];",
      'app/root.tsx':
        'import { Outlet, Scripts } from \'react-router\'; export default () => <html lang="en"><body><Outlet /><Scripts /></body></html>;',
    },
  },
  Vue: {
    packages: `${typescript} ${vue} ${vite} @vitejs/plugin-vue@6.0.11`,
    build: ['vue-tsc', 'vite build'],
    files: {
      'tsconfig.json': tsconfig(),
      'index.html': index('src/main.ts'),
      'src/main.ts':
        "import { createApp } from 'vue'; import Enquiry from './Enquiry.vue'; createApp(Enquiry).mount('#app');",
    },
  },
  Nuxt: {
    packages: `${typescript} ${vue} nuxt@4.5.2`,
    build: ['nuxt build'],
    files: {},
  },
  'Svelte and SvelteKit': {
    packages: `${typescript} ${vite} svelte@5.57.3 @sveltejs/kit@3.2.0 @sveltejs/vite-plugin-svelte@7.3.1 svelte-check@4.7.8`,
    build: ['svelte-kit sync', 'svelte-check --fail-on-warnings', 'vite build'],
    files: {
      'tsconfig.json':
        '{ "extends": "$app/tsconfig", "compilerOptions": { "strict": true }, "include": ["src"] }',
      'vite.config.ts':
        "import { sveltekit } from '@sveltejs/kit/vite'; import { defineConfig } from 'vite'; export default defineConfig({ plugins: [sveltekit()] });",
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
    },
  },
  Solid: {
    packages: `${typescript} ${vite} solid-js@1.9.19 vite-plugin-solid@2.11.14`,
    build: ['tsc', 'vite build'],
    files: {
      'tsconfig.json': tsconfig({ jsx: 'preserve', jsxImportSource: 'solid-js' }),
      'vite.config.ts':
        "import { defineConfig } from 'vite'; import solid from 'vite-plugin-solid'; export default defineConfig({ plugins: [solid()] });",
      'index.html': index('src/main.tsx'),
      'src/main.tsx':
        "import { render } from 'solid-js/web'; import { Enquiry } from './enquiry'; render(() => <Enquiry />, document.querySelector('#app')!);",
    },
  },
  Astro: {
    packages: `${typescript} astro@7.3.5 @astrojs/check@0.9.10`,
    build: ['astro check', 'astro build'],
    files: { 'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }' },
  },
  Angular: {
    packages: `typescript@6.0.3 tslib@2.9.1 rxjs@7.8.2 @angular/core@22.2.6 @angular/common@22.2.6 @angular/compiler@22.2.6 @angular/compiler-cli@22.2.6 @angular/platform-browser@22.2.6 @angular/build@22.2.7 @angular/cli@22.2.7`,
    build: ['ng build'],
    files: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...strict, noEmit: false, types: [], experimentalDecorators: true },
        angularCompilerOptions: { strictTemplates: true, strictInjectionParameters: true },
        files: ['src/main.ts'],
      }),
      'angular.json': JSON.stringify({
        version: 1,
        cli: { analytics: false },
        projects: {
          site: {
            ...{ projectType: 'application', root: '', sourceRoot: 'src' },
            architect: {
              build: {
                builder: '@angular/build:application',
                options: { browser: 'src/main.ts', tsConfig: 'tsconfig.json', index: 'src/index.html' },
              },
            },
          },
        },
      }),
      'src/index.html': '<!doctype html><app-root></app-root>',
      'src/main.ts':
        "import { bootstrapApplication } from '@angular/platform-browser'; import { App } from './app/app'; void bootstrapApplication(App);",
    },
  },
};

const document = readFileSync('docs/npm.md', 'utf8');

/** The blocks below a heading by the paths of their files. */
function blocksBelow(heading: string): Record<string, string> {
  const [, section = ''] = document.split(`\n### ${heading}\n`);
  const blocks = section.split(/\n##/)[0]!.matchAll(/`(\S+\.\w+)`[^`]*:\n\n```\w+\n(.*?)^```/gms);
  return Object.fromEntries(Array.from(blocks, ([, path = '', code = '']) => [path, code]));
}

test('every framework of the documents is tested', () => {
  const section = document.split('\n## Frameworks\n')[1]!.split('\n## ')[0]!;
  const headings = Array.from(section.matchAll(/^### (.+)$/gm), ([, heading]) => heading);
  expect(headings).toEqual(Object.keys(projects));
  const blocks = headings.flatMap(heading => Object.keys(blocksBelow(heading!)));
  expect(blocks).toHaveLength(section.match(/^```\w+$/gm)!.length);
});

const reactExample = blocksBelow('React')['src/enquiry.tsx']!;
/** The blocks that the documents show for another framework, by the paths that they name. */
const sharedBlocks: Record<string, Record<string, string>> = {
  'Next.js': {
    'app/enquiry.tsx': `'use client';\n\n${reactExample}`,
    'app/page.tsx': reactExample.replace(/ *onenquiry-accepted=.*\n/, ''),
  },
  'React Router': { 'app/routes/home.tsx': reactExample },
  Nuxt: { 'app/app.vue': blocksBelow('Vue')['src/Enquiry.vue']! },
};

const run = promisify(execFile);
const optionsIn = (folder: string) => ({
  cwd: folder,
  env: { ...process.env, CI: '1', NODE_ENV: undefined },
  maxBuffer: 64 * 1_048_576,
});

/** Writes the files of a project by their paths, and installs its packages. */
async function createProject(folder: string, packages: string[], files: Record<string, string>) {
  const all = { 'package.json': '{ "name": "site", "private": true, "type": "module" }', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const install = ['install', '--save-exact', '--no-audit', '--no-fund', '--silent', ...packages];
  await run('npm', install, optionsIn(folder));
}

/** Runs a command of an installed package. Rejects with what it printed if it fails. */
async function runCommand(folder: string, command: string): Promise<void> {
  const [program = '', ...words] = command.split(' ');
  const path = resolve(folder, 'node_modules/.bin', program);
  await run(path, words, optionsIn(folder)).catch(({ stdout, stderr }) => {
    throw new Error(`${command}: ${stdout}${stderr}`);
  });
}

/** The code of the documents for the form about moving house. */
const withForm = (code: string, proxy: string) =>
  code.replaceAll('https://forms.example.com/', proxy).replaceAll('personal-injury', 'house-move');

/** Builds the example for a framework in a folder, with the form as npm packs it. */
async function buildExample(heading: string, proxy: string, folder: string): Promise<void> {
  const { packages, files, build } = projects[heading]!;
  const pack = ['pack', '--ignore-scripts', `--pack-destination=${folder}`, '--silent'];
  const { stdout } = await run('npm', pack);
  const all = Object.entries({ ...files, ...sharedBlocks[heading], ...blocksBelow(heading) });
  const written = all.map(([path, text]) => [path, withForm(text, proxy)]);
  await createProject(folder, [`./${stdout.trim()}`, ...packages.split(' ')], Object.fromEntries(written));
  for (const command of build) await runCommand(folder, command);
}

/** Opens the exported page of a Next.js project. */
async function openExport(page: Page, stack: Stack, folder: string): Promise<void> {
  const files = globSync('_next/**/*.{js,css}', { cwd: join(folder, 'out') });
  const scripts = files.map(path => [`/${path}`, readFileSync(join(folder, 'out', path), 'utf8')]);
  const html = readFileSync(join(folder, 'out/index.html'), 'utf8');
  await page.goto(stack.servePage(html, '', Object.fromEntries(scripts)));
}

async function sendEnquiry(page: Page): Promise<void> {
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).receipt).toContainText('Grace');
}

for (const heading of Object.keys(projects)) {
  test(`the example for ${heading} builds`, beforeRelease, async ({ page, stack }) => {
    test.setTimeout(600_000);
    const folder = mkdtempSync(join(tmpdir(), 'framework-'));
    try {
      await buildExample(heading, stack.proxy, folder);
      if (heading !== 'Next.js') return;
      await openExport(page, stack, folder);
      await expect(formOn(page).field('First name')).toHaveValue('Ada');
      await sendEnquiry(page);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test(
  'Next.js prerenders the form of the documents, and each build has the current questions',
  beforeRelease,
  async ({ page, stack }) => {
    // There are five builds.
    test.setTimeout(900_000);
    const [, path = '', block = ''] =
      /^### Next\.js\n.*?`(\S+\.tsx)`:\n\n```tsx\n(.*?)^```/ms.exec(readFileSync('docs/pages.md', 'utf8')) ??
      [];
    const cached = block
      .replace("export const dynamic = 'force-static';\n\n", '')
      .replace('Page() {\n', "$&  'use cache';\n\n");
    const folder = mkdtempSync(join(tmpdir(), 'framework-'));
    let label = '';
    const proxy = createServer(async ({ url = '' }, response) => {
      const form = await (await fetch(`${stack.proxy}${url}`)).text();
      response.statusCode = label === '' ? 503 : 200;
      response.end(form.replaceAll('First name', label));
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
    const { packages, files } = projects['Next.js']!;
    const write = (config: string, code: string) => {
      writeFileSync(join(folder, 'next.config.mjs'), `export default { ${config} };`);
      writeFileSync(join(folder, path), withForm(code, address));
    };
    const build = async (changed: string) => {
      label = changed;
      await runCommand(folder, 'next build');
      expect(readFileSync(join(folder, '.next/server/app/index.html'), 'utf8')).toContain(changed);
    };
    try {
      await createProject(folder, packages.split(' '), { 'app/layout.tsx': files['app/layout.tsx']! });
      write("output: 'export'", block);
      await expect(runCommand(folder, 'next build')).rejects.toThrow('responded 503');
      await build('Forename');
      await build('Given name');
      await openExport(page, stack, folder);
      await sendEnquiry(page);
      write('cacheComponents: true', cached);
      await build('Christian name');
      await build('What we call you');
    } finally {
      proxy.close();
      rmSync(folder, { recursive: true });
    }
  },
);
