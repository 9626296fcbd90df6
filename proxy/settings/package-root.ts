import { readFileSync } from 'node:fs';

/** Whether this is the npm package. */
export const isPackaged = import.meta.filename.endsWith('.js');

/** The folder with package.json: of this file in the repository, and of `dist/enquiry-proxy.js`, into which this is
 * bundled, in the npm package. The widget is built into the same folder of both. */
export const packageRoot = new URL(isPackaged ? '../' : '../../', import.meta.url);

/** The version in package.json. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
