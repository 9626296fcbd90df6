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

/** The shortest secret that is accepted, in characters. */
export const minSecretLength = 32;

/** The secret of a machine without ENQUIRY_SECRET: generated on the first start and stored in the data folder. Call it
 * only while holding the folder's lock. Throws when the stored secret can't be used. */
export function loadOrGenerateSecret(folder: string, randomBytes: (count: number) => Uint8Array): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = secretPath(folder);
  if (!existsSync(path)) generate(folder, path, Buffer.from(randomBytes(32)).toString('base64url'));
  return loadGeneratedSecret(folder);
}

/** Reads the secret that the proxy has generated. Throws if there is none yet, or if it can't be used. */
export function loadGeneratedSecret(folder: string): string {
  if (!existsSync(secretPath(folder)))
    throw new Error(`there is no secret in ${folder} yet: start the proxy once, or set ENQUIRY_SECRET`);
  const error = generatedSecretError(folder);
  if (error !== undefined) throw new Error(error);
  return read(secretPath(folder));
}

/** Describes why the stored secret can't be used and what to do; undefined when it is usable or hasn't been generated
 * yet. */
export function generatedSecretError(folder: string): string | undefined {
  const path = secretPath(folder);
  let secret: string;
  try {
    secret = read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT'
      ? undefined
      : `${path} cannot be read (${code}): check its owner and permissions`;
  }
  if (secret.length >= minSecretLength) return undefined;
  return (
    `${path} contains ${secret.length} characters, but a secret needs at least ${minSecretLength}: ` +
    'restore the file from a backup, or delete it so that the proxy generates a new secret'
  );
}

const secretPath = (folder: string) => join(folder, 'secret');

/** Reads the printable characters only: a crash can leave a file that is filled with zeros. */
const read = (path: string) =>
  readFileSync(path, 'utf8')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim();

/** Writes the file so that after a crash it is either complete or absent. */
function generate(folder: string, path: string, secret: string): void {
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true }); // A process that was killed while writing leaves this file behind.
  writeFileSync(unfinished, secret, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(unfinished, path);
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory); // A rename is atomic, but durable only after a sync of its folder.
  } finally {
    closeSync(directory);
  }
}
