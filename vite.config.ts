import { mkdirSync, writeFileSync } from 'node:fs';
import { minifyHTMLLiterals } from 'minify-literals';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

/** Strips the white space of Lit's html and css templates: about 400 bytes of brotli. */
const minifyTemplates: Plugin = {
  name: 'minify-templates',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    const minified = await minifyHTMLLiterals(code, { fileName: id });
    return minified ? { code: minified.code, map: minified.map ?? null } : null;
  },
};

/** A second minifier after Rolldown's own: about 100 bytes of the first load in brotli. */
const minifyAgain: Plugin = {
  name: 'minify-again',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue;
      const compress = { passes: 3, unsafe_arrows: true, unsafe_methods: true };
      const { code } = await minify(part.code, {
        module: true,
        ecma: 2020,
        compress,
        format: { comments: false },
      });
      part.code = code ?? part.code;
    }
  },
};

/** Notes what is in the first load, for `widget/size.ts`. */
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

export default defineConfig({
  root: 'widget',
  base: './',
  plugins: [minifyTemplates, minifyAgain, listContents],
  build: {
    outDir: 'dist',
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    modulePreload: false,
    emptyOutDir: true,
    lib: { entry: 'enquiry-form.ts', formats: ['es'], fileName: () => 'enquiry-form.js' },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: { minify: true, chunkFileNames: 'assets/[name]-[hash].js' },
    },
  },
});
