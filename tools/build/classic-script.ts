import { build, type Plugin } from 'vite';
import { defaultParameters, marketingParameters } from '../../proxy/contract/attribution.ts';

/** Adds a classic script to the build: one file that imports nothing, so that any page can load it with any kind of
 * script tag. `entry` is a path in the project, `fileName` the name in the output folder. */
export function classicScript(entry: string, fileName: string): Plugin {
  return {
    name: 'classic-script',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await bundleClassicScript(entry) });
    },
  };
}

/** Resolves with the code of a classic script. */
export async function bundleClassicScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: {
      parameterList: JSON.stringify([...Object.values(marketingParameters), ...defaultParameters].join(' ')),
    },
    build: {
      write: false,
      // Pages without a form have visitors with older browsers too, where a syntax error would show on the console.
      target: 'es2020',
      lib: { entry, formats: ['iife'], name: 'unused' },
      rolldownOptions: { output: { minify: true, comments: false } },
    },
  });
  const [chunk] = [result].flat().flatMap(each => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not bundled`);
  return chunk.code;
}
