import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/** The peers of the widget, by the files of their forms. */
export const peers = {
  'a bare Lit form': 'lit-form.ts',
  'react-hook-form': 'react-form.tsx',
  FormKit: 'formkit-form.ts',
} as const;
export type Peer = keyof typeof peers;

/** Builds the script of a peer for production, with its framework in it, as Vite does for a site. */
export async function buildPeer(peer: Peer): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve(`./${peers[peer]}`));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    // Vue leaves what a site with single-file components doesn't need out of the script.
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: {
      write: false,
      target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'], // The widget's.
      modulePreload: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false, minify: true, comments: false } },
    },
  });
  const { output } = result as Rolldown.RolldownOutput; // There is one output, and nothing is watched.
  if (output.length !== 1) throw new Error(`The script of ${peer} has several files`);
  return output[0].code;
}
