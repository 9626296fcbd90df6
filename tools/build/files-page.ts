import { build, type Plugin } from 'vite';
import { lazyParts } from './lazy-parts.ts';
import { minifyTemplates } from './minify-templates.ts';

/** Adds the script of the page that adds files to an enquiry to the build, with lazy parts of its own, as assets. */
export function filesPage(entry: string): Plugin {
  return {
    name: 'files-page',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const result = await build({
        configFile: false,
        logLevel: 'silent',
        base: './',
        plugins: [lazyParts(/\/proxy\/contract\/|\/widget\//), minifyTemplates],
        build: {
          write: false,
          target: this.environment.config.build.target,
          modulePreload: false,
          lib: { entry, formats: ['es'] },
          rolldownOptions: {
            output: {
              minify: true,
              comments: false,
              // As in the form's build, which writes a line break after it: equal parts have equal names then.
              postBanner: () => '',
              entryFileNames: 'assets/files-page-[hash:6].js',
              chunkFileNames: 'assets/[name]-[hash:6].js',
            },
          },
        },
      });
      for (const chunk of [result].flat().flatMap(each => ('output' in each ? each.output : []))) {
        if (chunk.type !== 'chunk') throw new Error(`${entry} must consist of scripts`);
        // Some parts are the same as the form's.
        if (!bundle[chunk.fileName])
          this.emitFile({ type: 'asset', fileName: chunk.fileName, source: chunk.code });
      }
    },
  };
}
