import { readFileSync } from 'node:fs';
import { packageRoot } from '../package-root.ts';

/** The version in package.json. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
