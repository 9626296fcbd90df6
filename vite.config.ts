import { mkdirSync, writeFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { classicScript } from './tools/build/classic-script.ts';
import { completeScript } from './tools/build/complete-script.ts';
import { filesPage } from './tools/build/files-page.ts';
import { lazyParts } from './tools/build/lazy-parts.ts';
import { minifyTemplates } from './tools/build/minify-templates.ts';
import { writeNotices } from './tools/build/notices.ts';
import { pageModule } from './tools/build/page-module.ts';

/** Notes what is in the first load, for `tools/build/size.ts`. */
const listContents: Plugin = {
  name: 'list-contents',
  apply: 'build',
  generateBundle(_options, bundle) {
    const entry = Object.values(bundle).find(part => part.type === 'chunk' && part.isEntry);
    if (entry?.type !== 'chunk') return;
    const modules = Object.entries(entry.modules)
      .map(([id, { renderedLength }]): [string, number] => [
        id.replace(/^.*\/(?=node_modules|widget|proxy)/, ''),
        renderedLength,
      ])
      .filter(([, bytes]) => bytes > 0)
      .sort(([, a], [, b]) => b - a);
    mkdirSync('node_modules/.cache', { recursive: true });
    writeFileSync('node_modules/.cache/widget-contents.json', JSON.stringify(Object.fromEntries(modules)));
  },
};

/** The licences of the packages in the widget. In `assets`, where the proxy serves the complete script, too. */
const notices = 'assets/licences.txt';

export default defineConfig({
  root: 'widget',
  base: './',
  plugins: [
    lazyParts(
      /\/proxy\/contract\/|\/widget\/(client\/lazy-part|form\/(field-view|form-view|lazy-object|values))\.ts$/,
      { part: 'submission', list: 'widget/form/shared-functions.ts' },
    ),
    minifyTemplates,
    listContents,
    writeNotices(notices),
    classicScript('widget/attribution/script.ts', 'attribution.js'),
    classicScript('widget/measure-heights.ts', 'measure-heights.js'),
    classicScript('widget/page/page-script.ts', 'form-page.js'),
    pageModule('widget/page/page.ts', 'page.js'),
    filesPage('widget/files-page/files-page.ts'),
    completeScript('widget/define.ts', 'enquiry-form.complete.js', '/*./licences.txt*/'),
  ],
  build: {
    outDir: 'dist',
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    modulePreload: false,
    emptyOutDir: true,
    lib: { entry: 'define.ts', formats: ['es'], fileName: () => 'enquiry-form.js' },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        comments: false,
        postBanner: ({ isEntry }) => (isEntry ? `/*./${notices}*/` : ''),
        // 36 bits tell the releases of a part apart. Hashes can't be compressed, and the entry names nine parts.
        chunkFileNames: 'assets/[name]-[hash:6].js',
      },
    },
  },
});
