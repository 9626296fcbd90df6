import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create, extract, list } from 'tar';
import {
  copyDatabase,
  databaseFile,
  describeFile,
  findDamage,
  isIntact,
  listFiles,
  listNeededFiles,
  type Manifest,
  manifestFile,
  restoredFolder,
  stageBackup,
} from '../database/sqlite-copy.ts';

const spoolName = 'spool';
/** The file with the generated secret, without which a restored outbox couldn't read its digests. */
const secretName = 'secret';
/** How often the files are listed again because the proxy has erased one of them meanwhile. */
const maxTries = 10;

/** Writes a copy of the outbox, the files that it needs and the generated secret to a new file: a tar archive with one
 * folder, from which a proxy with an empty data folder starts. A proxy may be running. The copy is from one moment: what
 * was acknowledged by then is in it. What was delivered afterwards would be delivered twice, so every delivery in it is
 * marked as possibly sent. Rejects when the file exists. */
export async function writeBackup(dataFolder: string, file: string, now: () => number): Promise<Manifest> {
  if (existsSync(file)) throw new Error(`${file} exists already: choose another name`);
  using staged = stageBackup(dataFolder);
  if (!staged) throw new Error('another backup is running: wait until it has ended');
  const { staging } = staged;
  const folder = join(staging, restoredFolder);
  const created_at = new Date(now()).toISOString();
  await copyStore(dataFolder, folder);
  const files: Manifest['files'] = [];
  for (const name of listFiles(folder)) files.push(await describeFile(folder, name));
  const manifest = { created_at, files };
  await writeFile(join(folder, manifestFile), JSON.stringify(manifest), { mode: 0o600 });
  const inOrder = ['', spoolName, ...files.map(({ name }) => name), manifestFile];
  const unfinished = `${file}.part`;
  try {
    const archive = create(
      { cwd: staging, portable: true, noDirRecurse: true },
      inOrder.map(name => join(restoredFolder, name)),
    );
    // `pipeline` reports the first error. Afterwards, the archive still reads files that are being removed.
    archive.on('error', () => {});
    await pipeline(Readable.from(archive), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (syscall !== 'open') throw cause;
    throw new Error(
      `${file} can't be written (${code}): choose a folder that exists and that this user can write to`,
      { cause },
    );
  } finally {
    await rm(unfinished, { force: true });
  }
  return manifest;
}

/** Copies the outbox, and every file that it needs. Files that are erased in between were delivered, so the outbox is
 * copied again, too. */
async function copyStore(dataFolder: string, folder: string): Promise<void> {
  const [from, to] = [dataFolder, folder].map(each => join(each, spoolName)) as [string, string];
  for (let tries = 1; ; tries += 1) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(to, { recursive: true, mode: 0o700 });
    await linkFiles(from, to); // Before the copy of the outbox, because files that it needs may be erased afterwards.
    await copyDatabase(dataFolder, folder);
    await linkFiles(from, to);
    const needed = listNeededFiles(folder);
    for (const name of await readdir(to)) if (!needed.delete(name)) await rm(join(to, name));
    if (needed.size === 0) break;
    if (tries === maxTries)
      throw new Error(`files of the outbox are missing in ${from}: run "enquiry-form check"`);
  }
  if (existsSync(join(dataFolder, secretName)))
    await copyFile(join(dataFolder, secretName), join(folder, secretName));
}

/** Links the files of the spool, or copies them to a disk without links. A provisional one gets the name that the outbox
 * knows. */
async function linkFiles(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const target = join(to, entry.name.replace(/\.provisional$/, ''));
    if (!entry.isFile() || entry.name.endsWith('.part') || existsSync(target)) continue;
    const source = join(from, entry.name);
    await link(source, target)
      .catch(error => {
        if (error.code !== 'ENOENT') return copyFile(source, target);
      })
      .catch(error => {
        if (error.code !== 'ENOENT') throw error; // It was erased or renamed meanwhile.
      });
  }
}

/** Checks that a backup is complete and undamaged. Resolves with its manifest and what is wrong with it. */
export async function verifyBackup(file: string): Promise<{ manifest?: Manifest; faults: string[] }> {
  const temporary = await mkdtemp(join(tmpdir(), 'backup-'));
  const folder = join(temporary, restoredFolder);
  try {
    await extract(
      { file, cwd: temporary, strict: true },
      [databaseFile, manifestFile].map(name => `${restoredFolder}/${name}`),
    );
    const found = new Map<string, { bytes: number; hash: Hash }>();
    await list({
      file,
      strict: true,
      onReadEntry(entry) {
        if (entry.type !== 'File') return entry.resume();
        const name = entry.path.replace(`${restoredFolder}/`, '');
        const digest = { bytes: 0, hash: createHash('sha256') };
        found.set(name, digest);
        entry.on('data', chunk => {
          digest.bytes += chunk.length;
          digest.hash.update(chunk);
        });
      },
    });
    if (!found.has(manifestFile)) return { faults: ['it is no backup or is incomplete: it has no manifest'] };
    const manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Manifest; // `writeBackup` has written it.
    const digests = [...found].map(([name, { bytes, hash }]) => ({
      name,
      bytes,
      sha256: hash.digest('hex'),
    }));
    const faults = findDamage(manifest, digests);
    if (faults.length === 0 && !isIntact(folder)) faults.push(`${databaseFile} is damaged`);
    if (faults.length === 0)
      for (const name of listNeededFiles(folder))
        if (!found.has(`${spoolName}/${name}`)) faults.push(`the file ${name} is missing`);
    return { manifest, faults };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (/^E[A-Z]+$/.test(code ?? '')) throw error; // Of this machine, such as a full disk.
    return { faults: [`it is no backup or is incomplete: ${message}`] };
  } finally {
    await rm(temporary, { recursive: true });
  }
}
