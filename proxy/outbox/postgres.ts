import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { createOutbox } from './kysely-outbox.ts';
import { migrate } from './migrations.ts';
import type { Store } from './store.ts';
import { createTableSpool } from './table-spool.ts';
import type { Tables } from './tables.ts';

const connections = 10;
/** By the database's clock, the one that a fleet shares. */
const now = () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Opens the store of a fleet: outbox and spool in one PostgreSQL. Throws when it can't be reached, or was used by
 * a newer version. */
export async function openPostgres(url: string, log: Logger): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser },
  });
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', client => {
    client.on('error', lost);
  });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool,
      // A commit is a promise: not even the URL may weaken it.
      onCreateConnection: async connection => {
        await connection.executeQuery(sql`set synchronous_commit = on`.compile(db));
      },
    }),
  });
  await migrate(db, true);
  const weakness = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(
      db,
    );
    return rows.length > 0 ? `PostgreSQL has ${rows.map(({ name }) => name).join(' and ')} = off` : undefined;
  };
  return {
    outbox: createOutbox({ db, now, isShared: true, tidy: async () => {}, weakness, closed: () => {} }),
    spool: createTableSpool(db, now),
  };
}

/** Identifiers and times are safe integers, though their columns are `bigint`. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
