import { build, type Plugin } from 'vite';
import { minifyTemplates } from './minify-templates.ts';
import { writeNotices } from './notices.ts';

/** The licences of the packages in the module, which only the proxy's package contains. */
export const pageNotices = 'page-licences.txt';

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
        plugins: [minifyTemplates, writeNotices(pageNotices)],
        ssr: { noExternal: true },
        build: {
          ssr: entry,
          write: false,
          target: 'node24',
          minify: true,
          rolldownOptions: { output: { codeSplitting: false } },
        },
      });
      const outputs = [result].flat().flatMap(each => ('output' in each ? each.output : []));
      const [chunk, ...others] = outputs.filter(each => each.type === 'chunk');
      if (!chunk || others.length > 0) throw new Error(`${entry} must be one module`);
      this.emitFile({ type: 'asset', fileName, source: chunk.code });
      for (const each of outputs)
        if (each.type === 'asset')
          this.emitFile({ type: 'asset', fileName: each.fileName, source: each.source });
    },
  };
}
