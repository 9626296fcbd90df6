import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** The shortest secret that is accepted, in characters. */
export const minSecretLength = 32;

/** The secret of a machine without ENQUIRY_SECRET: generated on the first start and stored in the data folder. Call it
 * only while holding the folder's lock. Throws when the stored secret can't be used. */
export async function loadOrGenerateSecret(
  folder: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = secretPath(folder);
  if (!existsSync(path)) await generate(folder, path, Buffer.from(randomBytes(32)).toString('base64url'));
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
async function generate(folder: string, path: string, secret: string): Promise<void> {
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true }); // A process that was killed while writing leaves this file behind.
  writeFileSync(unfinished, secret, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(unfinished, path);
  await using directory = await open(folder);
  await directory.sync(); // A rename is atomic, but durable only after a sync of its folder.
}

/** The key of a server application, which may send enquiries without a page. */
export interface ClientKey {
  /** Stands for the application in the log and the metrics. */
  name: string;
  key: string;
  /** How many enquiries it may send per minute. Default: as many as one address may. */
  perMinute?: number;
}

/** More than one proxy can store. */
const maxPerMinute = 1_000_000;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** One of the sets that the OWASP Password Storage Cheat Sheet recommends: 16 MB, and about 0.2 s. */
const cost: ScryptOptions = { N: 2 ** 14, r: 8, p: 5 };
const hashBytes = 32;

/** Hashes a password for a line of ENQUIRY_DESK_USERS_FILE. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, hashBytes, cost);
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Resolves with whether the stored hash is that of this password. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt, hash] = stored.split('$').slice(1);
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), hashBytes, cost);
  return timingSafeEqual(derived, Buffer.from(hash!, 'base64url'));
}

/** A person who may use the desk. */
export interface DeskUser {
  name: string;
  /** See `hashPassword`. */
  hash: string;
}

/** Parses the content of ENQUIRY_DESK_USERS_FILE. Its errors have the numbers of lines and no text. */
export const deskUsers = z.string().transform((content, context): DeskUser[] => {
  const users = new Map<string, string>();
  for (const [index, text] of content.split('\n').entries()) {
    if (/^\s*(#|$)/.test(text)) continue;
    const [, name, hash] = /^\s*([\w.@-]{1,60}):(scrypt\$[\w-]{22}\$[\w-]{43})\s*$/.exec(text) ?? [];
    const message =
      name === undefined
        ? 'must be what "enquiry-form desk-user NAME" has written'
        : users.has(name) && 'has the name of an earlier line: delete one of them';
    if (message) context.addIssue({ code: 'custom', message: `line ${index + 1} ${message}` });
    else users.set(name!, hash!);
  }
  return Array.from(users, ([name, hash]) => ({ name, hash }));
});

/** Parses the content of ENQUIRY_CLIENT_KEYS_FILE. Its errors have the numbers of lines and no text, because any text may
 * be a key. */
export const clientKeys = z.string().transform((content, context): ClientKey[] => {
  const lineOfName = new Map<string, number>();
  const lineOfKey = new Map<string, number>();
  const keys: ClientKey[] = [];
  for (const [index, text] of content.split('\n').entries()) {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    const number = index + 1;
    const report = (message: string) =>
      context.addIssue({ code: 'custom', message: `line ${number} ${message}` });
    const [, name, key = '', limit] = /^([\w.-]{1,60})=(\S*)(?:\s+(.*))?$/.exec(line) ?? [];
    if (name === undefined) {
      report('must be NAME=KEY: the name has 1 to 60 letters, digits, dots, hyphens and underscores');
      continue;
    }
    const perMinute = Number(/^([1-9]\d*)\/min$/.exec(limit ?? '')?.[1]);
    const sameName = lineOfName.get(name);
    const sameKey = lineOfKey.get(key);
    if (sameName !== undefined) report(`has the same name as line ${sameName}: use another one`);
    if (!/^[!-~]*$/.test(key)) report('must have a key of printable ASCII characters without spaces');
    else if (key.length < minSecretLength)
      report(`must have a key of at least ${minSecretLength} characters`);
    else if (sameKey !== undefined) report(`has the same key as line ${sameKey}: generate another one`);
    else if (limit !== undefined && !(perMinute <= maxPerMinute))
      report(
        `must have a limit from 1/min to ${maxPerMinute}/min after the key, such as 600/min, or nothing`,
      );
    lineOfName.set(name, number);
    lineOfKey.set(key, number);
    keys.push({ name, key, ...(limit !== undefined && { perMinute }) });
  }
  return keys;
});
