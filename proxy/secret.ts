import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret of a machine whose ENQUIRY_SECRET is unset: made once, kept in the data folder. */
export function keptSecret(folder: string, random: (bytes: number) => Uint8Array): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'secret');
  if (!existsSync(path)) {
    writeFileSync(path, Buffer.from(random(32)).toString('base64url'), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
  }
  return [readFileSync(path, 'utf8').trim()];
}
