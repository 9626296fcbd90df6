import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Logger } from 'pino';
import { createOutbox } from '../outbox/kysely-outbox.ts';
import type { Store } from '../outbox/store.ts';
import { createTableSpool } from '../spool/table-spool.ts';
import { giveIdentity } from './identity.ts';
import { migrate } from './migrations.ts';
import {
  createPostgresPool,
  isStatementFault,
  type PostgresLimits,
  patientLimits,
  usualLimits,
} from './postgres-pool.ts';
import type { Tables } from './tables.ts';

/** By the database's clock, the one that a fleet shares. */
const now = () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Opens the store of a fleet: outbox and spool in one PostgreSQL. Throws when it can't be reached, or was used by
 * a newer version. */
export async function openPostgres(url: string, log: Logger, limits = usualLimits): Promise<Store> {
  await prepare(url, log);
  const db = kyselyOf(url, log, limits);
  const weakness = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(
      db,
    );
    return rows.length > 0 ? `PostgreSQL has ${rows.map(({ name }) => name).join(' and ')} = off` : undefined;
  };
  return {
    outbox: createOutbox({
      db,
      now,
      isShared: true,
      tidy: async () => {},
      weakness,
      isStatementFault,
      isBusy: () => false,
      closed: () => {},
    }),
    spool: createTableSpool(db, now),
  };
}

/** Brings the tables up to date. */
async function prepare(url: string, log: Logger): Promise<void> {
  const db = kyselyOf(url, log, patientLimits);
  try {
    await migrate(db, true);
    await giveIdentity(db, randomUUID());
  } finally {
    await db.destroy();
  }
}

const kyselyOf = (url: string, log: Logger, limits: PostgresLimits) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPostgresPool(url, log, limits) }) });
