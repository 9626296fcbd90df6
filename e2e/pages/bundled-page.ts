// Pages of sites that bundle the npm package, built as a customer would build them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import webpack from 'webpack';

/** The scripts of a page by their paths, for `servePage`; `/page.js` is the first. */
export type Scripts = Record<string, string>;

/** Bundles `page.ts` of a project. Resolves with its scripts, and throws if the bundler has something to warn about. */
export type Bundle = (folder: string, page: string, mode?: 'production' | 'development') => Promise<Scripts>;

export const bundlers: Record<string, Bundle> = {
  async Vite(folder, page, mode = 'production') {
    const warnings: string[] = [];
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      mode,
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      resolve: { conditions: [mode, 'browser', 'module'] },
      build: {
        outDir: 'dist-vite',
        rolldownOptions: {
          input: join(folder, page),
          // The directive "use client" is for bundlers of React on servers; React's plugin for Vite drops the warning.
          onwarn: ({ code, message }) => void (code !== 'MODULE_LEVEL_DIRECTIVE' && warnings.push(message)),
          output: { entryFileNames: 'page.js' },
        },
      },
    });
    if (warnings.length > 0) throw new Error(warnings.join('\n'));
    return scriptsIn(join(folder, 'dist-vite'));
  },
  async webpack(folder, page, mode = 'production') {
    const compiler = webpack({
      mode,
      context: folder,
      entry: join(folder, page),
      output: { path: join(folder, 'dist-webpack'), filename: 'page.js', publicPath: '/' },
      performance: false,
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    if (stats?.hasErrors() || stats?.hasWarnings()) throw new Error(stats.toString());
    return scriptsIn(join(folder, 'dist-webpack'));
  },
};

function scriptsIn(folder: string): Scripts {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths
      .filter(path => statSync(join(folder, path)).isFile())
      .map(path => [`/${path}`, readFileSync(join(folder, path), 'utf8')]),
  );
}
