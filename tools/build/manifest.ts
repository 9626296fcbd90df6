import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readReference } from './element-interface.ts';

/** An attribute, event, slot, state, part or custom property. */
export interface ManifestEntry {
  name: string;
  description?: string;
  type?: { text: string };
  default?: string;
}

/** The element, as the custom elements manifest describes it. */
export interface ElementDeclaration {
  name: string;
  description: string;
  attributes: ManifestEntry[];
  events: ManifestEntry[];
  slots: ManifestEntry[];
  cssStates: ManifestEntry[];
  cssProperties: ManifestEntry[];
  cssParts: ManifestEntry[];
  members: (ManifestEntry & { kind: 'field' | 'method'; privacy?: string; static?: boolean })[];
}

interface Manifest {
  modules: { path: string; declarations: ElementDeclaration[]; exports: object[] }[];
}

const path = 'dist/custom-elements.json';

/** Writes `dist/custom-elements.json` and returns the element that it describes. The analyzer reads the types of the class
 * and the doc block; attributes get the text and the type of the doc block, as in the reference. */
export function writeManifest(): ElementDeclaration {
  execFileSync('cem', ['analyze', '--config', 'tools/build/custom-elements.config.mjs'], {
    stdio: 'inherit',
  });
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const [module] = manifest.modules;
  const [element] = module?.declarations ?? [];
  if (!module || !element) throw new Error('The analyzer has found no element.');
  element.members = element.members.filter(
    ({ privacy, static: isStatic }) => privacy !== 'private' && !isStatic,
  );
  const { entries } = readReference();
  for (const attribute of element.attributes) {
    const documented = entries.find(({ tag, name }) => tag === 'attr' && name === attribute.name);
    if (!documented) throw new Error(`The attribute ${attribute.name} is not in the doc block.`);
    attribute.description = documented.text;
    attribute.type = { text: documented.type ?? 'string' };
  }
  const declaration = { name: element.name, module: 'dist/element.js' };
  module.path = declaration.module;
  module.exports = [{ kind: 'js', name: element.name, declaration }];
  const definition = { kind: 'custom-element-definition', name: 'enquiry-form', declaration };
  const defining = {
    kind: 'javascript-module',
    path: 'dist/index.js',
    declarations: [],
    exports: [definition],
  };
  manifest.modules.push(defining);
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  return element;
}
