import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openPostgres } from '../database/postgres.ts';
import { patientLimits } from '../database/postgres-pool.ts';
import { adoptSqlite, openSqlite, openSqliteBeside } from '../database/sqlite.ts';
import { eraseUnneeded, sweepOrphans } from '../maintenance/sweep.ts';
import type { Environment } from '../settings/environment.ts';
import { type FolderSpool, type Orphans, openFolderSpool } from '../spool/folder-spool.ts';
import type { Spool } from '../spool/spool.ts';
import type { Outbox } from './outbox.ts';

/** Where everything stands that was acknowledged and not delivered yet. */
export interface Store {
  outbox: Outbox;
  spool: Spool;
  /** Only on one machine: files that no delivery accounts for. */
  orphans?: Orphans;
}

/** Opens the store that the settings name. Erases what can be accounted for, and sets aside what can't be. */
export async function openStore(settings: Environment, clock: () => number, log: Logger): Promise<Store> {
  const { DATABASE_URL, ENQUIRY_DATA } = settings;
  if (DATABASE_URL !== undefined) {
    return await openPostgres(DATABASE_URL, log);
  }
  const outbox = await openSqlite(ENQUIRY_DATA, clock);
  const spool = await openFolderSpool(join(ENQUIRY_DATA, 'spool'));
  await eraseUnneeded(outbox, spool);
  await setOrphansAside(outbox, spool);
  await reportOrphans(spool.orphans, log);
  return { outbox, spool, orphans: spool.orphans };
}

/** Sets complete files aside that no row names, when a folder is opened: nothing is on its way in it. */
async function setOrphansAside(outbox: Outbox, spool: FolderSpool): Promise<void> {
  const files = await spool.filesOlderThan(Number.NEGATIVE_INFINITY);
  const needed = await outbox.needed(files);
  for (const name of files) if (!needed.has(name)) await spool.orphans.setAside(name);
  await sweepOrphans(outbox, spool, spool.orphans);
}

/** Raises an alarm while there are orphaned files. */
export async function reportOrphans(orphans: Orphans | undefined, log: Logger): Promise<void> {
  const files = (await orphans?.list()) ?? [];
  if (files.length > 0) log.error({ files: files.length }, 'orphaned files in the spool');
}

/** Opens the store beside a running proxy, for the operator: takes no lock, sweeps nothing, and leaves every lease
 * as it is. Throws when there is none, unless it may be made. */
export async function openDesk(
  settings: Environment,
  clock: () => number,
  log: Logger,
  mayMake = false,
): Promise<Store> {
  const { DATABASE_URL, ENQUIRY_DATA } = settings;
  if (DATABASE_URL !== undefined) return openPostgres(DATABASE_URL, log, patientLimits);
  if (!mayMake && !existsSync(join(ENQUIRY_DATA, 'outbox.db')))
    throw new Error(`there is no outbox in ${ENQUIRY_DATA}`);
  const outbox = await openSqliteBeside(ENQUIRY_DATA, clock);
  const spool = await openFolderSpool(join(ENQUIRY_DATA, 'spool'));
  return { outbox, spool, orphans: spool.orphans };
}

/** Puts a new outbox into use in the place of a lost one. Throws when it is not lost, when a proxy runs on the data
 * folder, and in a fleet, whose files are lost with its outbox. */
export async function adoptStore({ DATABASE_URL, ENQUIRY_DATA }: Environment): Promise<void> {
  if (DATABASE_URL !== undefined)
    throw new Error('a fleet keeps its files in the database: there is nothing to adopt');
  await adoptSqlite(ENQUIRY_DATA);
}
