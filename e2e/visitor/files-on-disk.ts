// Large files are attached from the disk, because Firefox may take a second for each megabyte that it gets over BiDi.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestFile } from '../files/documents.ts';

const largeBytes = 1_000_000;
/** Removed when the process exits. */
let folder: string | undefined;

/** Returns the files as `setInputFiles` takes them: as they are, or as paths if one of them is large. */
export function toInputFiles(files: TestFile[]): TestFile[] | string[] {
  if (files.every(({ buffer }) => buffer.length < largeBytes)) return files;
  if (!folder) {
    const root = mkdtempSync(join(tmpdir(), 'attached-files-'));
    process.once('exit', () => rmSync(root, { recursive: true }));
    folder = root;
  }
  // One folder for each call: for a page that has a file, a second one in its place would be a change of the first.
  const own = mkdtempSync(join(folder, 'files-'));
  return files.map(({ name, buffer }) => {
    const path = join(own, name);
    writeFileSync(path, buffer);
    return path;
  });
}
