import { build, type Plugin } from 'vite';
import { minifyTemplates } from './minify-templates.ts';

/** Adds the module with the widget's templates for the proxy to the build. Their strings are as short as in the entry and
 * the lazy parts, so the element takes over the same markup. */
export function pageModule(entry: string, fileName: string): Plugin {
  return {
    name: 'page-module',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        configFile: false,
        logLevel: 'silent',
        plugins: [minifyTemplates],
        ssr: { noExternal: true },
        build: {
          ssr: entry,
          write: false,
          target: 'node24',
          minify: true,
          rolldownOptions: { output: { codeSplitting: false } },
        },
      });
      const chunks = [result].flat().flatMap(each => ('output' in each ? each.output : []));
      const [chunk, ...others] = chunks;
      if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} must be one module`);
      this.emitFile({ type: 'asset', fileName, source: chunk.code });
    },
  };
}
