import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { minifyTemplates } from './minify-templates.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const replacements = new Map([[fileOf('widget/client/lazy-part.ts'), fileOf('tools/package/lazy-part.ts')]]);

/** Has the messages of the language in which the proxy writes the script, in a variable that the proxy declares. */
const oneLanguage: Plugin = {
  name: 'one-language',
  enforce: 'pre',
  async resolveId(source, importer) {
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return replacements.get(resolved?.id ?? '') ?? null;
  },
  load(id) {
    const isTranslation = /\/contract\/languages\/\w{2,3}\.ts$/.test(id) && !id.endsWith('/en.ts');
    return isTranslation ? `export const messages = enquiryTranslations.${basename(id, '.ts')};` : null;
  },
};

/** Adds the script with every part of the form in it to the build, for pages whose browsers check its integrity. `banner`
 * is its first comment. */
export function completeScript(entry: string, fileName: string, banner: string): Plugin {
  return {
    name: 'complete-script',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        configFile: false,
        logLevel: 'silent',
        plugins: [oneLanguage, minifyTemplates],
        resolve: { alias: { '#html': 'lit' } },
        build: {
          write: false,
          target: this.environment.config.build.target,
          modulePreload: false,
          lib: { entry, formats: ['es'] },
          rolldownOptions: {
            output: { minify: true, comments: false, codeSplitting: false, postBanner: () => banner },
          },
        },
      });
      const outputs = [result].flat().flatMap(each => ('output' in each ? each.output : []));
      const [chunk, ...others] = outputs;
      if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} must be one script`);
      this.emitFile({ type: 'asset', fileName, source: chunk.code });
    },
  };
}
