import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** An attribute, event, slot, state, part, custom property or public member. */
export interface ManifestEntry {
  /** The default slot has no name. */
  name: string;
  description: string;
  type?: { text: string };
  default?: string;
}

/** The element, as the custom elements manifest describes it. */
export interface ElementDeclaration {
  name: string;
  attributes: (ManifestEntry & { fieldName?: string })[];
  members: (ManifestEntry & {
    kind: 'field' | 'method';
    attribute?: string;
    privacy?: string;
    static?: boolean;
  })[];
  events: ManifestEntry[];
  slots: ManifestEntry[];
  cssStates: ManifestEntry[];
  cssProperties: ManifestEntry[];
  cssParts: ManifestEntry[];
}

interface Manifest {
  modules: { path: string; declarations: ElementDeclaration[]; exports: object[] }[];
}

const path = 'dist/custom-elements.json';

/** Writes `dist/custom-elements.json` from the doc block of the element and the docstrings of its members, and returns it. */
export function writeManifest(): { manifest: Manifest; element: ElementDeclaration } {
  execFileSync('cem', ['analyze', '--config', 'tools/build/custom-elements.config.mjs'], {
    stdio: 'inherit',
  });
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const [module] = manifest.modules;
  const [element] = module?.declarations ?? [];
  if (!module || !element) throw new Error('The analyzer has found no element.');
  element.members = element.members.filter(
    ({ privacy = 'public', static: isStatic }) => privacy === 'public' && !isStatic,
  );
  element.attributes.sort((a, b) => Number('fieldName' in b) - Number('fieldName' in a));
  for (const attribute of element.attributes) {
    // An attribute can't be null. Only the property `values` is an object.
    const type = attribute.type?.text.replaceAll(/ \| (null|undefined)/g, '') ?? 'string';
    attribute.type = { text: type === 'Values' ? 'string' : type };
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
  return { manifest, element };
}
