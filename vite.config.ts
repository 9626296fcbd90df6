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

export default defineConfig({
  root: 'widget',
  base: './',
  plugins: [minifyTemplates],
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
