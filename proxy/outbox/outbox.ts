import { join } from 'node:path';
import type { Logger } from 'pino';
import { createGroupCommit } from '../database/group-commit.ts';
import type { OutboxDatabase } from '../database/outbox-database.ts';
import type { PostgresLimits } from '../database/postgres.ts';
import { openSqlite, openSqliteBeside, openSqliteReadOnly } from '../database/sqlite.ts';
import { expectNoBackup, hasDatabase } from '../database/sqlite-copy.ts';
import { expectCurrentTables, NoTables } from '../database/tables.ts';
import type { StoreSettings } from '../settings/settings.ts';
import { createFolderSpool, openFolderSpool } from '../spool/folder-spool.ts';
import type { Spool } from '../spool/spool.ts';
import { createTableSpool } from '../spool/table-spool.ts';
import { createAlertChannels } from './alert-channels.ts';
import { createArchive } from './archive.ts';
import { createClaims, type DeliveryListener } from './claims.ts';
import { createHourlyCounts } from './hourly-counts.ts';
import { createIntake } from './intake.ts';
import { createOperatorQueries } from './operator-queries.ts';
import { createProcesses, locateProcess } from './processes.ts';
import { reconcileSpool } from './spooled-files.ts';
import { createWaitingVisitors } from './waiting-visitors.ts';

/** A proxy on SQLite doesn't load the client of PostgreSQL. */
const loadPostgres = () => import('../database/postgres.ts');

export type Outbox = ReturnType<typeof createOutbox>;

/** The table of everything to be forwarded to the enquiry API, with one interface for each of its users. The queries are
 * the same for both databases. */
export function createOutbox(database: OutboxDatabase) {
  const groups = createGroupCommit(database.db, database);
  const visitors = createWaitingVisitors();
  let listener: DeliveryListener = { isReady: () => false, wake: () => {}, reserve: () => undefined };
  const setListener = (added: DeliveryListener) => {
    listener = added;
  };
  return {
    /** For routes. */
    intake: createIntake(database, groups, visitors, () => listener),
    /** For the delivery loop. */
    claims: createClaims(database, groups.commit, visitors, setListener),
    /** For commands and metrics. */
    operator: createOperatorQueries(database, groups, () => listener.wake()),
    /** For maintenance. */
    archive: createArchive(database, groups.commit),
    /** For alerts. */
    alertChannels: createAlertChannels(database, groups.commit),
    /** For the steps on the way to an enquiry. */
    hourlyCounts: createHourlyCounts(database, groups.commit),
    /** For the processes that use the database. */
    processes: createProcesses(database, groups.commit),
    async close(): Promise<void> {
      await database.db.destroy();
      database.onClosed?.();
    },
  };
}

/** Whether PostgreSQL has run out of disk space (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function isPostgresDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === '53100' || isPostgresDiskFull(error.cause);
}

/** Logs that the outbox failed outside of a request. */
export function logStoreFailure(log: Logger, error: unknown): void {
  if (isPostgresDiskFull(error)) log.error({ err: error }, 'database disk full');
  else log.error({ err: error }, 'outbox unavailable');
}

/** The outbox and the spool, which hold everything acknowledged. */
export interface Store {
  outbox: Outbox;
  spool: Spool;
}

/** Opens the store that the settings name. On one machine, erases the files that were listed for erasure and sets
 * orphaned files aside. `onReplaced` is called when its files were deleted or replaced, so that nothing can be stored until
 * it is opened again. */
export async function openStore(
  settings: StoreSettings,
  clock: () => number,
  log: Logger,
  onReplaced = () => {},
): Promise<Store> {
  const { databaseUrl, dataFolder } = settings;
  if (databaseUrl !== undefined) return await openFleetStore(databaseUrl, log);
  const database = await openSqlite(dataFolder, clock, {
    ...settings,
    onReplaced(saved) {
      log.fatal({ saved }, 'outbox deleted or replaced');
      onReplaced();
    },
  });
  const outbox = createOutbox(database);
  const spool = await openFolderSpool(join(dataFolder, 'spool'));
  await reconcileSpool(outbox, spool);
  return { outbox, spool };
}

/** Opens the store of a fleet, whose spool is in the database. */
export async function openFleetStore(url: string, log: Logger, limits?: PostgresLimits): Promise<Store> {
  const { openPostgres } = await loadPostgres();
  const database = await openPostgres(url, log, limits);
  return toStore(database);
}

/** Opens the store for a command that changes it while the proxy may be running: locks nothing, and leaves files and leases
 * alone. Creates nothing: throws when there is no outbox, it was lost, or its tables belong to another version. */
export async function openStoreBeside(
  settings: StoreSettings,
  clock: () => number,
  log: Logger,
): Promise<Store> {
  const { outbox } = await openStoreReadOnly(settings, clock, log);
  await outbox.close();
  const { databaseUrl, dataFolder } = settings;
  if (databaseUrl !== undefined)
    return await openFleetStore(databaseUrl, log, (await loadPostgres()).longRunningLimits);
  return toStore(await openSqliteBeside(dataFolder, clock), dataFolder);
}

/** Opens the store to read it while a proxy may be running. Changes nothing. Throws when there is no outbox, it was lost, or
 * its tables belong to another version. */
export async function openStoreReadOnly(
  { databaseUrl, dataFolder }: StoreSettings,
  clock: () => number,
  log: Logger,
): Promise<Store> {
  if (databaseUrl === undefined && !hasDatabase(dataFolder)) {
    expectNoBackup(dataFolder);
    throw new Error(`there is no outbox in ${dataFolder}: set ENQUIRY_DATA to the data folder of the proxy`);
  }
  const database =
    databaseUrl === undefined
      ? openSqliteReadOnly(dataFolder, clock)
      : (await loadPostgres()).openPostgresReadOnly(databaseUrl, log);
  try {
    await expectCurrentTables(database.db, database.isShared);
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
  return toStore(database, databaseUrl === undefined ? dataFolder : undefined);
}

/** The store of one machine is in a data folder. */
const toStore = (database: OutboxDatabase, dataFolder?: string): Store => ({
  outbox: createOutbox(database),
  spool: dataFolder === undefined ? createTableSpool(database) : createFolderSpool(join(dataFolder, 'spool')),
});

/** Finds what a data folder keeps for delivery although the settings name a database, so that nobody delivers it, or why that
 * can't be read. Undefined if there is nothing, or another proxy is running there, as in a move. */
export async function findLeftBehind({ databaseUrl, dataFolder }: StoreSettings, clock: () => number) {
  if (databaseUrl === undefined || !hasDatabase(dataFolder)) return undefined;
  try {
    const database = openSqliteReadOnly(dataFolder, clock);
    const { processes, operator, close } = createOutbox(database);
    try {
      const fault = await expectCurrentTables(database.db, false).catch((error: Error) => error);
      if (fault instanceof NoTables) return undefined;
      // Another version's tables are likely to be similar enough.
      const count = await countUnattended(processes, operator).catch((error: Error) => {
        throw fault ?? error;
      });
      return count > 0 ? { count } : undefined;
    } finally {
      await close();
    }
  } catch (error) {
    // It is damaged, a later version's, or belongs to another user: the operator decides.
    return { fault: (error as Error).message };
  }
}

/** Counts everything that isn't delivered; 0 if a process is running that will deliver it. */
async function countUnattended(
  processes: Outbox['processes'],
  operator: Outbox['operator'],
): Promise<number> {
  const isAttended = (await processes.list()).some(each => locateProcess(each) !== 'ended');
  return isAttended ? 0 : (await operator.readDepth()).reduce((sum, { count }) => sum + count, 0);
}
