import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { minifyTemplates } from './minify-templates.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The modules that only the script that the proxy serves needs, and what takes their place. */
const replacements = new Map([
  [fileOf('widget/served-script.ts'), fileOf('tools/package/bundled-script.ts')],
  [fileOf('widget/client/lazy-part.ts'), fileOf('tools/package/lazy-part.ts')],
]);

const english = fileOf('proxy/contract/languages/en.ts');

const forBundlers: Plugin = {
  name: 'for-bundlers',
  enforce: 'pre',
  async resolveId(source, importer) {
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    // A copy for each module, which has only the catalogue that the module uses: one module would be in the first load.
    if (resolved?.id === english && importer) return `${english}?for=${basename(importer)}`;
    return replacements.get(resolved?.id ?? '') ?? null;
  },
};

/** Builds the modules that sites import into `dist/`. Lit and React stay imports, so that a site has one copy of each, and lazy parts
 * stay `import()`, so that the site's bundler splits them off. */
export async function bundleForSites(entries: Record<string, string>): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [forBundlers, minifyTemplates],
    resolve: { alias: { '#html': 'lit' } },
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false, // The site's bundler does.
      sourcemap: true,
      modulePreload: false,
      lib: { entry: entries, formats: ['es'] },
      rolldownOptions: {
        external: /^(lit|@lit|react)(\/|$)/,
        // "use client" stays where it is needed: at the top of `react.js`.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash:6].js' },
      },
    },
  });
}
