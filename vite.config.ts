import { minifyHTMLLiterals } from 'minify-literals';
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

/** Rolldown leaves these behind, though nobody shakes the tree after it. */
const dropAnnotations: Plugin = {
  name: 'drop-annotations',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk') part.code = part.code.replaceAll(/\/\* @__PURE__ \*\/ ?/g, '');
    }
  },
};

export default defineConfig({
  root: 'widget',
  base: './',
  plugins: [minifyTemplates, dropAnnotations],
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
