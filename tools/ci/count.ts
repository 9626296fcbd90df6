// Prints the size of the repository: what git tracks in the working tree, in the groups that have a target.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter(path => path && existsSync(path));

const isTest = /\.test\.tsx?$/;
const isProduct = (path: string) =>
  /^(?:widget|proxy)\/.*\.(?:ts|php)$/.test(path) &&
  !isTest.test(path) &&
  !path.startsWith('proxy/contract/languages/');

const lines = (path: string) => readFileSync(path, 'utf8').split('\n').length - 1;
const bytes = (path: string) => readFileSync(path).length;

const sizes: [name: string, isCounted: (path: string) => boolean, measure: (path: string) => number][] = [
  ['product lines', isProduct, lines],
  ['  of them proxy/commands', path => isProduct(path) && path.startsWith('proxy/commands/'), lines],
  ['  of them widget', path => isProduct(path) && path.startsWith('widget/'), lines],
  [
    'lines of tests, e2e and tools',
    path => isTest.test(path) || /^(?:e2e|tools)\/.*\.(?:tsx?|m?js)$/.test(path),
    lines,
  ],
  ['bytes of Markdown', path => path.endsWith('.md'), bytes],
  ['lines of docs/accessibility', path => path.startsWith('docs/accessibility/'), lines],
];
for (const [name, isCounted, measure] of sizes) {
  const total = files.filter(isCounted).reduce((sum, path) => sum + measure(path), 0);
  console.log(`${name.padEnd(32)}${total.toLocaleString('en').padStart(10)}`);
}

/** The paths of all keys of a JSON Schema; those of a definition count once. */
function listKeys(schema: unknown, path: string, found: Set<string>): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const { properties, items, additionalProperties, $defs, ...rest } = schema as Record<string, unknown>;
  for (const [key, each] of Object.entries({ ...(properties ?? {}) })) {
    found.add(`${path}.${key}`);
    listKeys(each, `${path}.${key}`, found);
  }
  listKeys(items, `${path}[]`, found);
  listKeys(additionalProperties, `${path}.*`, found);
  for (const [name, each] of Object.entries({ ...($defs ?? {}) })) listKeys(each, name, found);
  for (const each of [rest.anyOf, rest.oneOf, rest.allOf].flat()) listKeys(each, path, found);
  return found;
}
const schema = JSON.parse(readFileSync('proxy/settings/config.schema.json', 'utf8')) as unknown;
console.log(`${'keys of the config'.padEnd(32)}${String(listKeys(schema, '', new Set()).size).padStart(10)}`);
