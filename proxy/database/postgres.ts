import { randomUUID } from 'node:crypto';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import type { Logger } from 'pino';
import { migrate } from './migrations.ts';
import type { OutboxDatabase } from './outbox-database.ts';
import { setMarker } from './outbox-marker.ts';
import {
  createPostgresPool,
  defaultLimits,
  isStatementFault,
  longRunningLimits,
  type PostgresLimits,
} from './postgres-pool.ts';
import type { Tables } from './tables.ts';

/** The time by the database clock, which all proxies of a fleet share. */
const now = () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The database can't contain every character that visitors write. */
export class WrongEncoding extends Error {
  override name = 'WrongEncoding';
}

/** Kysely locks migrations with a lock of the session, which a pooler could leave to another session. A lock of the
 * transaction ends with its commit. */
class Dialect extends PostgresDialect {
  override createAdapter = () => new Adapter();
}
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {} // `prepare` has locked them.
  override async releaseMigrationLock() {}
}
/** Identifies the lock among those that other programs take in the same database. */
const migrationLock = 6_072_019_243_115;

/** Opens the database of a fleet. Throws when it can't be reached, has another encoding than UTF8 (WrongEncoding) or was
 * used by a newer version. */
export async function openPostgres(
  url: string,
  log: Logger,
  limits = defaultLimits,
): Promise<OutboxDatabase> {
  await prepare(url, log);
  return connect(url, log, limits);
}

/** Opens the database of a fleet to read it, without updating its tables. */
export const openPostgresReadOnly = (url: string, log: Logger) => connect(url, log, longRunningLimits);

function connect(url: string, log: Logger, limits: PostgresLimits): OutboxDatabase {
  const db = openKysely(url, log, limits);
  return {
    db,
    now,
    isShared: true,
    checkpoint: async () => {}, // PostgreSQL manages its log itself.
    async durabilityWarning() {
      const { rows } = await sql<{ name: string }>`
        select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(
        db,
      );
      return rows.length > 0
        ? `PostgreSQL has ${rows.map(({ name }) => name).join(' and ')} = off`
        : undefined;
    },
    isStatementFault,
    isBusy: () => false,
    onClosed: () => {},
  };
}

async function prepare(url: string, log: Logger): Promise<void> {
  const db = openKysely(url, log, longRunningLimits);
  try {
    await db.transaction().execute(async transaction => {
      const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(transaction);
      const encoding = rows[0]?.server_encoding;
      if (encoding !== 'UTF8')
        throw new WrongEncoding(`the database has the encoding ${encoding}: create the database with UTF8`);
      // Another proxy may be migrating millions of rows.
      const { lockMs } = longRunningLimits;
      await sql`set local lock_timeout = 0; select pg_advisory_xact_lock(${sql.lit(migrationLock)});
        set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction);
      await migrate(transaction, true);
      await setMarker(transaction, randomUUID());
    });
  } finally {
    await db.destroy();
  }
}

const openKysely = (url: string, log: Logger, limits: PostgresLimits) =>
  new Kysely<Tables>({ dialect: new Dialect({ pool: createPostgresPool(url, log, limits) }) });
