import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where `tsc -b` writes the declarations of each room, by the room's path. */
const outputs: [room: string, folder: string][] = [
  ['tools/package/', 'node_modules/.cache/tsc/package/tools/package/'],
  ['widget/', 'node_modules/.cache/tsc/widget/widget/'],
  ['proxy/contract/', 'node_modules/.cache/tsc/contract/'],
];

/** Copies the declarations of these modules, and of all modules that they import, to `dist/types`, and gives their imports
 * the ending `.js`. TypeScript 7 leaves `.ts` in declarations. */
export function copyDeclarations(modules: string[]): void {
  const copied = new Set<string>();
  const copy = (module: string) => {
    if (copied.has(module)) return;
    copied.add(module);
    const output = outputs.find(([room]) => module.startsWith(room));
    if (!output) throw new Error(`${module} is in no room whose declarations the package contains`);
    const path = module.replace(/\.ts$/, '.d.ts');
    const text = readFileSync(path.replace(...output), 'utf8');
    const target = join('dist/types', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      text.replaceAll(/(\bfrom |\bimport\(|\bimport )(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'),
    );
    for (const [, , , imported = ''] of text.matchAll(
      /(\bfrom |\bimport\(|\bimport )(['"])(\.[^'"]+\.ts)\2/g,
    ))
      copy(join(dirname(module), imported));
  };
  for (const module of modules) copy(module);
}
