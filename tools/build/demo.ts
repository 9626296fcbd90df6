import { constants, copyFileSync, globSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'vite';

/** Builds the demo into `dist/demo`, file by file, because its programs find each other and their pages by their paths. */
export async function buildDemo(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: ['jsonc-parser'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'dist/demo',
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: ['demo/start.ts', 'demo/enquiry-api/main.ts'],
        output: {
          preserveModules: true,
          preserveModulesRoot: 'demo', // npm leaves folders with the name `node_modules` out of a package.
          entryFileNames: ({ name }) => `${name.replaceAll('node_modules', 'packages')}.js`,
        },
      },
    },
  });
  const pages = globSync([
    'demo/enquiry.config.json',
    'demo/help.txt',
    'demo/{site,enquiry-api}/*.{html,css,js}',
  ]);
  for (const page of pages) {
    mkdirSync(dirname(`dist/${page}`), { recursive: true });
    copyFileSync(page, `dist/${page}`, constants.COPYFILE_EXCL); // A page's script mustn't replace a program.
  }
}
