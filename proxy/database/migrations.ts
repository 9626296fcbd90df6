import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import {
  countKey,
  isEnquiry,
  isFailed,
  isQuarantined,
  isSettled,
  isSuspect,
  isTest,
  isUnfolded,
  isUnsettled,
  type Tables,
} from './tables.ts';

const first = (isShared: boolean): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deliveries')
      .addColumn('id', isShared ? 'bigserial' : 'integer', column =>
        isShared ? column.primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('route', 'text', column => column.notNull())
      .addColumn('idempotency_key', 'text', column => column.notNull())
      .addColumn('digest', 'text', column => column.notNull())
      .addColumn('reference', 'text', column => column.notNull())
      .addColumn('fingerprint', 'bigint')
      .addColumn('case_type', 'text')
      .addColumn('site', 'text')
      .addColumn('content', 'text')
      .addColumn('spool_file', 'text')
      .addColumn('state', 'text', column => column.notNull().defaultTo('waiting'))
      .addColumn('suspicion', 'text')
      .addColumn('suspicion_score', isShared ? 'double precision' : 'real')
      .addColumn('released_at', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('enquiry_api_id', 'bigint')
      .addColumn('refused_field', 'text')
      .addColumn('attempts', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('unknown_outcomes', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('blocked_outcomes', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('retry_from', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('lease_until', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('fence', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('respond_by', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('last_failure', 'text')
      .addColumn('failed_at', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('settled_at', 'bigint', column => column.notNull().defaultTo(0))
      .addUniqueConstraint('deliveries_key', ['route', 'idempotency_key'])
      .execute();
    await db.schema
      .createIndex('deliveries_reference')
      .on('deliveries')
      .columns(['reference', 'kind'])
      .execute();
    await db.schema
      .createIndex('deliveries_waiting')
      .on('deliveries')
      .columns(['due_at'])
      .where(sql.ref('state'), '=', sql.lit('waiting'))
      .execute();
    // Claiming reads the next deliveries in order; without this index it would sort hundreds of thousands.
    await db.schema
      .createIndex('deliveries_next')
      .on('deliveries')
      .columns(['attempts', 'due_at'])
      .where(sql.ref('state'), '=', sql.lit('waiting'))
      .execute();
    // These indexes keep queries from reading millions of tombstones. The databases only use them in queries that
    // repeat the same conditions.
    // Waiting, held and quarantined deliveries, arrivals and failures are counted by reading one of these indexes alone.
    await db.schema
      .createIndex('deliveries_open')
      .on('deliveries')
      .columns(['kind', 'state', 'case_type', 'created_at'])
      .where(isUnsettled)
      .execute();
    await db.schema
      .createIndex('deliveries_quarantined')
      .on('deliveries')
      .columns(['kind', 'state', 'case_type', 'created_at'])
      .where(isQuarantined)
      .execute();
    await db.schema
      .createIndex('deliveries_settled')
      .on('deliveries')
      .columns(['settled_at', 'state'])
      .where(isSettled)
      .execute();
    await db.schema
      .createIndex('deliveries_created')
      .on('deliveries')
      .columns(['created_at', 'state'])
      .where(isEnquiry)
      .execute();
    await db.schema
      .createIndex('deliveries_failed')
      .on('deliveries')
      .columns(['kind', 'state', 'last_failure', 'failed_at'])
      .where(isFailed)
      .execute();
    await db.schema
      .createIndex('deliveries_test')
      .on('deliveries')
      .columns(['created_at'])
      .where(isTest)
      .execute();
    await db.schema
      .createIndex('deliveries_suspect')
      .on('deliveries')
      .columns(['state', 'released_at', 'suspicion'])
      .where(isSuspect)
      .execute();
    await db.schema
      .createIndex('deliveries_spool_file')
      .on('deliveries')
      .columns(['spool_file'])
      .where(sql.ref('spool_file'), 'is not', sql.lit(null))
      .execute();
    await db.schema
      .createIndex('deliveries_fingerprint')
      .on('deliveries')
      .columns(['fingerprint', 'created_at'])
      .where(sql.ref('fingerprint'), 'is not', sql.lit(null))
      .execute();
    await db.schema
      .createIndex('deliveries_number')
      .on('deliveries')
      .columns(['enquiry_api_id'])
      .where(sql.ref('kind'), '=', sql.lit('enquiry'))
      .where(sql.ref('enquiry_api_id'), 'is not', sql.lit(null))
      .execute();
    await db.schema
      .createTable('enquiry_counts')
      .addColumn('day', 'integer', column => column.notNull())
      .addColumn('shard', 'text', column => column.notNull())
      .addColumn('site', 'text', column => column.notNull())
      .addColumn('case_type', 'text', column => column.notNull())
      .addColumn('campaign', 'text', column => column.notNull())
      .addColumn('referer', 'text', column => column.notNull())
      .addColumn('count', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('enquiry_counts_key', [...countKey])
      .execute();
    await db.schema
      .createIndex('enquiry_counts_unfolded')
      .on('enquiry_counts')
      .columns(['day'])
      .where(isUnfolded)
      .execute();
    await db.schema
      .createTable('outbox_marker')
      .addColumn('id', 'integer', column => column.primaryKey())
      .addColumn('outbox_id', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('files_to_erase')
      .addColumn('spool_file', 'text', column => column.primaryKey())
      .execute();
    await db.schema
      .createTable('definitions')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('definition', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('assets')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('content', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('write_probe')
      .addColumn('id', 'integer', column => column.primaryKey())
      .addColumn('writes', 'integer', column => column.notNull())
      .execute();
    // On one machine the spool is a folder.
    if (!isShared) return;
    await db.schema
      .createTable('file_chunks')
      .addColumn('spool_file', 'text', column => column.notNull())
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('bytes', 'bytea', column => column.notNull())
      .addColumn('is_last', 'boolean', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('file_chunks_key', ['spool_file', 'position'])
      .execute();
  },
});

/** All migrations, in order. Names are never reused. */
const migrations = (isShared: boolean): MigrationProvider => ({
  getMigrations: async () => ({ '0001_first': first(isShared) }),
});

/** Migrates the tables to the current schema. Throws when a newer version has used them. */
export async function migrate(db: Kysely<Tables>, isShared: boolean): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrations(isShared) }).migrateToLatest();
  if (error)
    throw new Error('the outbox cannot be migrated: if a newer version has used it, install that version', {
      cause: error,
    });
}
