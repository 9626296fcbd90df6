import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generatedSecretError, loadOrGenerateSecret } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a secret is generated once, and only its owner can read it', {
  tags: ['asvs-11.5.1', 'asvs-13.3.2'],
}, async () => {
  const data = join(folder, 'data');
  const secret = await loadOrGenerateSecret(data, randomBytes);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await loadOrGenerateSecret(data, randomBytes)).toBe(secret);
  expect(readdirSync(data)).toEqual(['secret']);
  expect(statSync(join(data, 'secret')).mode & 0o777).toBe(0o600);
});

test('an unfinished file that a killed process left behind is replaced', async () => {
  writeFileSync(join(folder, 'secret.part'), 'half', { mode: 0o644 });
  const secret = await loadOrGenerateSecret(folder, randomBytes);
  expect(secret).toHaveLength(43);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test.each([
  ['an empty file', '', 0],
  ['a line break alone', '\n', 0],
  ['a short secret', `${'s'.repeat(31)}\n`, 31],
])('%s is rejected with its path and what to do, and is not changed', async (_, content, characters) => {
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  const error =
    `${path} contains ${characters} characters, but a secret needs at least 32: ` +
    'restore the file from a backup, or delete it so that the proxy generates a new secret';
  expect(generatedSecretError(folder)).toBe(error);
  await expect(loadOrGenerateSecret(folder, randomBytes)).rejects.toThrow(error);
  expect(readFileSync(path, 'utf8')).toBe(content);
});

test('a file that cannot be read is reported', () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, ''); // A file where the folder should be: root may read everything else.
  expect(generatedSecretError(folder)).toBe(
    `${join(folder, 'secret')} cannot be read (ENOTDIR): check its owner and permissions`,
  );
});

test('a missing file is not an error, and a check does not create it', () => {
  expect(generatedSecretError(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
