import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
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
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('settled_at', 'bigint', column => column.notNull().defaultTo(0))
      .addUniqueConstraint('deliveries_key', ['route', 'idempotency_key'])
      .execute();
    const createIndex = async (name: string, columns: string[], condition?: RawBuilder<SqlBool>) => {
      const index = db.schema.createIndex(`deliveries_${name}`).on('deliveries').columns(columns);
      await (condition ? index.where(condition) : index).execute();
    };
    const isWaiting = sql<SqlBool>`state = 'waiting'`;
    await createIndex('reference', ['reference', 'kind']);
    await createIndex('waiting', ['due_at'], isWaiting);
    // Claiming reads the next deliveries in order; without this index it would sort hundreds of thousands.
    await createIndex('next', ['attempts', 'due_at'], isWaiting);
    // These indexes keep queries from reading millions of tombstones. The databases only use them in queries that
    // repeat the same conditions.
    // Waiting, held and quarantined deliveries, arrivals and failures are counted by reading one of these indexes alone.
    await createIndex('open', ['kind', 'state', 'case_type', 'created_at'], isUnsettled);
    await createIndex('quarantined', ['kind', 'state', 'case_type', 'created_at'], isQuarantined);
    await createIndex('settled', ['settled_at', 'state'], isSettled);
    await createIndex('created', ['created_at', 'state'], isEnquiry);
    await createIndex('failed', ['kind', 'state', 'last_failure', 'retry_from'], isFailed);
    await createIndex('test', ['created_at'], isTest);
    await createIndex('suspect', ['state', 'released_at', 'suspicion'], isSuspect);
    await createIndex('spool_file', ['spool_file'], sql`spool_file is not null`);
    await createIndex('fingerprint', ['fingerprint', 'created_at'], sql`fingerprint is not null`);
    const hasNumber = sql<SqlBool>`kind = 'enquiry' and enquiry_api_id is not null`;
    await createIndex('number', ['enquiry_api_id'], hasNumber);
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

/** Migrates the tables to the current schema. Throws when a newer version has used them. */
export async function migrate(db: Kysely<Tables>, isShared: boolean): Promise<void> {
  // All migrations, in order. Names are never reused.
  const migrations = { '0001_first': first(isShared) };
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error)
    throw new Error('the outbox cannot be migrated: if a newer version has used it, install that version', {
      cause: error,
    });
}
