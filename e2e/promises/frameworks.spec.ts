// Every block of the section "Frameworks" of docs/npm.md, the calls of its section "Links in your content", and the
// prerendered form for Next.js of docs/pages.md build in a new project of their framework, with strict checks of types, and
// work in a browser. The packages come from the registry. Before a release, update the versions.
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
  /** The files by their paths that aren't in the documents. They show the example, and a text with a link that becomes a
   * form. */
  files: Record<string, string>;
  /** The folders of the built site. */
  output: string[];
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

/** Where the files have the text with a link, as a string in JavaScript. */
const text = 'TEXT';
const mount = "import { mount } from 'enquiry-form';";
const reactContent = `import { useEffect } from 'react'; ${mount} export default function Content() { useEffect(() => mount(), []); return <div dangerouslySetInnerHTML={{ __html: ${text} }} />; }`;
const vueContent = `<script setup lang="ts">import { onMounted } from 'vue'; ${mount} const text = ${text}; onMounted(() => mount());</script><template><div v-html="text"></div></template>`;

const projects: Record<string, Project> = {
  React: {
    packages: `${typescript} ${react} ${vite}`,
    build: ['tsc', 'vite build'],
    files: {
      'tsconfig.json': tsconfig({ jsx: 'react-jsx' }),
      'index.html': index('src/main.tsx'),
      'src/main.tsx':
        "import { createRoot } from 'react-dom/client'; import Content from './content'; import Enquiry from './enquiry'; createRoot(document.querySelector('#app')!).render(<><Enquiry /><Content /></>);",
      'src/content.tsx': reactContent,
    },
    output: ['dist'],
  },
  'Next.js': {
    packages: `${typescript} ${react} next@16.4.6`,
    build: ['next build'],
    files: {
      'next.config.mjs': "export default { output: 'export' };",
      'app/layout.tsx':
        'import type { ReactNode } from \'react\'; export default ({ children }: { children: ReactNode }) => <html lang="en"><body>{children}</body></html>;',
      'app/events/page.tsx': "export { default } from '../enquiry';",
      'app/template.tsx': `import type { ReactNode } from 'react'; import Content from './content'; export default ({ children }: { children: ReactNode }) => <>{children}<Content /></>;`,
      'app/content.tsx': `'use client'; ${reactContent}`,
    },
    output: ['out'],
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
        "import { Outlet, Scripts } from 'react-router'; import Content from './content'; export default () => <html lang=\"en\"><body><Outlet /><Content /><Scripts /></body></html>;",
      'app/content.tsx': reactContent,
    },
    output: ['build/client'],
  },
  Vue: {
    packages: `${typescript} ${vue} ${vite} @vitejs/plugin-vue@6.0.11`,
    build: ['vue-tsc', 'vite build'],
    files: {
      'tsconfig.json': tsconfig(),
      'index.html': index('src/main.ts'),
      'src/main.ts':
        "import { createApp } from 'vue'; import App from './App.vue'; createApp(App).mount('#app');",
      'src/App.vue':
        "<script setup lang=\"ts\">import Content from './Content.vue'; import Enquiry from './Enquiry.vue';</script><template><Enquiry /><Content /></template>",
      'src/Content.vue': vueContent,
    },
    output: ['dist'],
  },
  Nuxt: {
    packages: `${typescript} ${vue} nuxt@4.5.2`,
    build: ['nuxt build --prerender'],
    files: {
      'app/app.vue': '<template><Enquiry /><Content /></template>',
      'app/components/Content.vue': vueContent,
    },
    output: ['.output/public'],
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
      'src/routes/+layout.ts': 'export const prerender = true;',
      'src/routes/+layout.svelte': `<script lang="ts">import { onMount } from 'svelte'; ${mount} let { children } = $props(); const text = ${text}; onMount(() => mount());</script>{@render children()}<div>{@html text}</div>`,
    },
    output: ['.svelte-kit/output/client', '.svelte-kit/output/prerendered/pages'],
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
        "import { render } from 'solid-js/web'; import { Content } from './content'; import { Enquiry } from './enquiry'; render(() => <><Enquiry /><Content /></>, document.querySelector('#app')!);",
      'src/content.tsx': `import { onMount } from 'solid-js'; ${mount} export function Content() { onMount(() => mount()); return <div innerHTML={${text}} />; }`,
    },
    output: ['dist'],
  },
  Astro: {
    packages: `${typescript} astro@7.3.5 @astrojs/check@0.9.10`,
    build: ['astro check', 'astro build'],
    files: {
      'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }',
      'src/pages/index.astro':
        "---\nimport Content from '../components/Content.astro';\nimport Enquiry from '../components/Enquiry.astro';\n---\n<Enquiry /><Content />",
      'src/components/Content.astro': `<Fragment set:html={${text}} /><script>${mount} mount();</script>`,
    },
    output: ['dist'],
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
      'src/index.html': '<!doctype html><app-root></app-root><app-content></app-content>',
      'src/main.ts':
        "import { bootstrapApplication } from '@angular/platform-browser'; import { App } from './app/app'; import { Content } from './content'; void bootstrapApplication(App); void bootstrapApplication(Content);",
      'src/content.ts': `import { afterNextRender, Component, inject } from '@angular/core'; import { DomSanitizer } from '@angular/platform-browser'; ${mount} @Component({ selector: 'app-content', template: '<div [innerHTML]="text"></div>' }) export class Content { text = inject(DomSanitizer).bypassSecurityTrustHtml(${text}); constructor() { afterNextRender(() => mount()); } }`,
    },
    output: ['dist/site/browser'],
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
  const named = Array.from(section.matchAll(/^(?:### |\| )([A-Z].+?)(?= \||$)/gm), ([, name]) => name);
  expect(named).toEqual(Object.keys(projects));
  const blocks = named.flatMap(heading => Object.keys(blocksBelow(heading!)));
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
  Astro: { 'src/components/Enquiry.astro': blocksBelow('Astro')['src/pages/index.astro']! },
  Nuxt: { 'app/components/Enquiry.vue': blocksBelow('Vue')['src/Enquiry.vue']! },
};

test('every framework calls mount() as the documents say', () => {
  const [, section = ''] = document.split('\n## Links in your content\n');
  const rows = Array.from(section.split('\n## ')[0]!.matchAll(/^\| (.+?) \| `(mount\(\);|\w+\(.+?;)` \|$/gm));
  const named = rows.flatMap(([, frameworks = '']) => frameworks.split(', '));
  expect(named.toSorted()).toEqual(Object.keys(projects).toSorted());
  for (const [, frameworks = '', call = ''] of rows) {
    for (const heading of frameworks.split(', '))
      expect(Object.values(projects[heading]!.files).join('\n')).toContain(call);
  }
});

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

/** The code of the documents for the form about moving house, and the text for the link. */
const withForm = (code: string, proxy: string) =>
  code
    .replaceAll('https://forms.example.com/', proxy)
    .replaceAll('personal-injury', 'house-move')
    .replace(text, `'<a href="${proxy}/forms/callback" data-enquiry-form>Ask for a call</a>'`);

/** Builds the example for a framework in a folder, with the form as npm packs it. */
async function buildExample(heading: string, proxy: string, folder: string): Promise<void> {
  const { packages, files, build } = projects[heading]!;
  const pack = ['pack', '--ignore-scripts', `--pack-destination=${folder}`, '--silent'];
  const { stdout } = await run('npm', pack);
  const all = Object.entries({ ...blocksBelow(heading), ...sharedBlocks[heading], ...files });
  const written = all.map(([path, text]) => [path, withForm(text, proxy)]);
  await createProject(folder, [`./${stdout.trim()}`, ...packages.split(' ')], Object.fromEntries(written));
  for (const command of build) await runCommand(folder, command);
}

/** Opens the page of a built site, which is in these folders. */
async function openBuilt(page: Page, stack: Stack, folders: string[]): Promise<void> {
  const files = folders.flatMap(folder =>
    globSync('**/*.{js,mjs,css,html}', { cwd: folder }).map((path): [string, string] => [
      `/${path}`,
      readFileSync(join(folder, path), 'utf8'),
    ]),
  );
  const { '/index.html': html = '', ...scripts } = Object.fromEntries(files);
  await page.goto(stack.servePage(html, '', scripts));
}

const houseMove = '[case-type=house-move]';

async function sendEnquiry(page: Page): Promise<void> {
  await fillHouseMove(page, 'Grace', houseMove);
  await formOn(page, houseMove).send();
  await expect(formOn(page, houseMove).receipt).toContainText('Grace');
}

for (const heading of Object.keys(projects)) {
  test(`the form and a link work in ${heading}`, beforeRelease, async ({ page, stack }) => {
    test.setTimeout(600_000);
    const folder = mkdtempSync(join(tmpdir(), 'framework-'));
    try {
      await buildExample(heading, stack.proxy, folder);
      const errors: string[] = [];
      page.on('pageerror', error => errors.push(String(error)));
      await openBuilt(
        page,
        stack,
        projects[heading]!.output.map(each => join(folder, each)),
      );
      await expect(formOn(page, '[case-type=callback]').field('First name')).toHaveValue('');
      await expect(page.getByRole('link', { name: 'Ask for a call' })).not.toBeVisible();
      await expect(formOn(page, houseMove).field('First name')).toHaveValue('Ada');
      await sendEnquiry(page);
      expect(errors).toEqual([]);
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
      await openBuilt(page, stack, [join(folder, 'out')]);
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
