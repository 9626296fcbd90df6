import { Socket } from 'node:net';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { OutboxDatabase } from './outbox-database.ts';
import { migrate, type Tables } from './tables.ts';

/** The time by the database clock, which all proxies of a fleet share. */
const now = () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The database can't contain every character that visitors write. */
export class WrongEncoding extends Error {}

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
  };
}

async function prepare(url: string, log: Logger): Promise<void> {
  await using db = openKysely(url, log, longRunningLimits);
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
  });
}

const openKysely = (url: string, log: Logger, limits: PostgresLimits) =>
  new Kysely<Tables>({ dialect: new Dialect({ pool: createPostgresPool(url, log, limits) }) });

/** Time limits for PostgreSQL, in milliseconds; 0 means no limit. */
const defaultLimits = {
  connectMs: 3_000,
  /** To work on a statement. Doesn't end a COMMIT that waits for a standby. */
  statementMs: 4_000,
  /** To wait for a row that another transaction has locked. The whole group commit waits with the statement. */
  lockMs: 500,
  /** To respond to a statement, including COMMIT. */
  responseMs: 5_000,
  /** Time after which PostgreSQL releases the locks of a proxy that died in a transaction. */
  idleTransactionMs: 10_000,
};
export type PostgresLimits = typeof defaultLimits;
/** Limits for long-running statements, such as creating an index on millions of rows or listing all deliveries. */
export const longRunningLimits = { ...defaultLimits, statementMs: 0, lockMs: 5_000, responseMs: 0 };

/** The code of a write on a standby, or on a server that its host has made read-only. */
const readOnlyTransaction = '25006';
const maxConnections = 10;
const closeLimitMs = 2_000;

/** Runs a statement. Kysely always calls a client's `query` in this form. */
type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** A pool whose connections never hang. A dead host, or a firewall that drops packets, sends no error, so a connection
 * that doesn't respond in time is destroyed and its statement fails. */
function createPostgresPool(url: string, log: Logger, limits: PostgresLimits): pg.Pool {
  const { connectMs, responseMs } = limits;
  const sockets = new Set<Socket>();

  class LimitedClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const socket = new Socket();
      super({ ...config, stream: () => socket });
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      const late = () => socket.destroy(new Error('PostgreSQL did not respond in time'));
      const query = this.query.bind(this) as Query;
      const limited: Query = async (text, values) => {
        const timer = responseMs === 0 ? undefined : setTimeout(late, responseMs);
        try {
          return await query(text, values);
        } catch (error) {
          // After a failover, this server may be a standby. A new connection reaches its successor.
          if ((error as pg.DatabaseError).code === readOnlyTransaction) socket.destroy();
          throw error;
        } finally {
          clearTimeout(timer);
        }
      };
      this.query = inTransactions(limited, limits) as typeof this.query;
    }
  }

  const pool = new pg.Pool({
    Client: LimitedClient,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  });
  const lost = (error: Error) => log.warn({ err: error }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', client => {
    client.on('error', lost);
  });

  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = (async () => {
    // `end` never resolves on a connection that doesn't respond.
    const late = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeLimitMs);
    await end().finally(() => clearTimeout(late));
  }) as typeof pool.end;
  return pool;
}

/** Begins every transaction with its settings, and runs a statement outside of a transaction in one of its own. A pooler
 * such as PgBouncer may run each transaction in another session, so nothing may depend on the settings of a session. */
function inTransactions(query: Query, { statementMs, lockMs, idleTransactionMs }: PostgresLimits): Query {
  // A committed row may be acknowledged, so neither the database nor the URL must make commits less durable.
  const begin = `begin isolation level read committed;
    set local synchronous_commit = on;
    set local statement_timeout = ${statementMs};
    set local lock_timeout = ${lockMs};
    set local idle_in_transaction_session_timeout = ${idleTransactionMs}`;
  let isInTransaction = false;

  const runAlone: Query = async (text, values) => {
    await query(begin);
    const result = await query(text, values);
    await query('commit');
    return result;
  };
  const rollBack = async (error: unknown) => {
    await query('rollback').catch(() => {}); // A dead connection can't roll back.
    throw error;
  };
  return async (text, values) => {
    if (text === 'begin') {
      const begun = await query(begin).catch(rollBack);
      isInTransaction = true;
      return begun;
    }
    if (text === 'commit' || text === 'rollback') isInTransaction = false;
    else if (!isInTransaction) return await runAlone(text, values).catch(rollBack);
    return await query(text, values);
  };
}

/** Errors of a single statement: its values, a constraint, a deadlock, its syntax, a locked row
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const statementFaults = /^(22|23|40|42|55P03)/;

/** Whether only this statement is wrong. Otherwise the database or the connection has failed. */
export function isStatementFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && statementFaults.test(error.code ?? '');
}

/** Identifiers and times are safe integers, though their columns are `bigint`. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
