import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Characters that a secret has at least. */
export const minSecretLength = 32;

/** The secret for a machine whose ENQUIRY_SECRET is unset: generated once and kept in the data folder. Only the process
 * that holds the folder's lock may call this. Throws when the kept secret can't be used. */
export function keptSecret(folder: string, random: (bytes: number) => Uint8Array): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = pathIn(folder);
  if (!existsSync(path)) generate(folder, path, Buffer.from(random(32)).toString('base64url'));
  const fault = secretFault(folder);
  if (fault !== undefined) throw new Error(fault);
  return [read(path)];
}

/** What is wrong with the kept secret and what to do about it; undefined when it can be used, or doesn't exist yet. */
export function secretFault(folder: string): string | undefined {
  const path = pathIn(folder);
  let secret: string;
  try {
    secret = read(path);
  } catch (error) {
    // The operator's fault, unless the proxy has yet to generate it.
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : `${path} cannot be read (${code})`;
  }
  if (secret.length >= minSecretLength) return undefined;
  return `${path} holds ${secret.length} characters, but a secret needs at least ${minSecretLength}: restore the file from a backup, or delete it so that the proxy generates a new secret`;
}

const pathIn = (folder: string) => join(folder, 'secret');
/** A file that a crash has filled with zeros holds no characters. */
const read = (path: string) =>
  readFileSync(path, 'utf8')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim();

/** Writes the file so that it is either complete or absent after a crash. */
function generate(folder: string, path: string, secret: string): void {
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true }); // A process may have been killed while it wrote one.
  writeFileSync(unfinished, secret, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(unfinished, path);
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory); // A rename is atomic, but it is durable only when the folder has been synced.
  } finally {
    closeSync(directory);
  }
}
