import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { orphanedLogName } from '../database/sqlite.ts';
import { findFile, listFiles, moveFile, readFile, type StoredFile } from './folder-files.ts';
import type { Spool } from './spool.ts';

/** Complete files without a delivery, because the outbox was lost or restored from an earlier backup. They are in a
 * separate folder until the operator adopts or drops them. The log of a lost outbox is listed with them. */
export interface OrphanedFiles {
  list(): Promise<StoredFile[]>;
  /** Moves a file here from the spool. */
  setAside(name: string): Promise<void>;
  /** Moves a file back into the spool, for a delivery that needs it. */
  takeBack(name: string): Promise<void>;
  read: Spool['read'];
  erase(name: string): Promise<void>;
}

export function createOrphanedFiles(spoolFolder: string, folder: string): OrphanedFiles {
  const dataFolder = dirname(spoolFolder);
  const toPath = (name: string) => join(name === orphanedLogName ? dataFolder : folder, name);
  return {
    async list() {
      const log = await findFile(dataFolder, orphanedLogName);
      return [...(log ? [log] : []), ...(await listFiles(folder))];
    },
    async setAside(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await moveFile(name, spoolFolder, folder);
    },
    takeBack: name => moveFile(name, folder, spoolFolder),
    read: (name, use) => readFile(toPath(name), use),
    erase: name => rm(toPath(name), { force: true }),
  };
}
