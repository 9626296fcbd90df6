import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Environment } from '../environment.ts';
import { openFolderSpool } from './folder-spool.ts';
import type { Outbox } from './outbox.ts';
import { openPostgres } from './postgres.ts';
import type { Spool } from './spool.ts';
import { openSqlite, openSqliteBeside } from './sqlite.ts';

/** Where everything stands that was acknowledged and not delivered yet. */
export interface Store {
  outbox: Outbox;
  spool: Spool;
}

/** Opens the store that the settings name, and erases what a killed process left unfinished. */
export async function openStore(settings: Environment, clock: () => number, log: Logger): Promise<Store> {
  const { DATABASE_URL, ENQUIRY_DATA } = settings;
  const store =
    DATABASE_URL === undefined
      ? {
          outbox: await openSqlite(ENQUIRY_DATA, clock),
          spool: await openFolderSpool(join(ENQUIRY_DATA, 'spool')),
        }
      : await openPostgres(DATABASE_URL, log);
  await store.spool.sweep(await store.outbox.spooled());
  return store;
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
  if (DATABASE_URL !== undefined) return openPostgres(DATABASE_URL, log);
  if (!mayMake && !existsSync(join(ENQUIRY_DATA, 'outbox.db')))
    throw new Error(`there is no outbox in ${ENQUIRY_DATA}`);
  return {
    outbox: await openSqliteBeside(ENQUIRY_DATA, clock),
    spool: await openFolderSpool(join(ENQUIRY_DATA, 'spool')),
  };
}
