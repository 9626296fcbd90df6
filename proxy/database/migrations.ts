import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { hasEnded, isOpen, type Tables } from './tables.ts';

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
      .addColumn('content', 'text')
      .addColumn('spooled', 'text')
      .addColumn('state', 'text', column => column.notNull().defaultTo('waiting'))
      .addColumn('result', 'bigint')
      .addColumn('refused_field', 'text')
      .addColumn('tries', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('unknowns', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('lease_until', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('fence', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('answer_by', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('ended_at', 'bigint', column => column.notNull().defaultTo(0))
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
    // With hundreds of thousands waiting, the next to be sent must not be sorted for.
    await db.schema
      .createIndex('deliveries_next')
      .on('deliveries')
      .columns(['tries', 'due_at'])
      .where(sql.ref('state'), '=', sql.lit('waiting'))
      .execute();
    // These indexes keep queries from reading millions of receipts. The queries must state the conditions in the same
    // words, or the databases don't use the indexes.
    await db.schema
      .createIndex('deliveries_open')
      .on('deliveries')
      .columns(['created_at', 'id'])
      .where(isOpen)
      .execute();
    await db.schema
      .createIndex('deliveries_ended')
      .on('deliveries')
      .columns(['ended_at'])
      .where(hasEnded)
      .execute();
    await db.schema
      .createIndex('deliveries_spooled')
      .on('deliveries')
      .columns(['spooled'])
      .where(sql.ref('spooled'), 'is not', sql.lit(null))
      .execute();
    await db.schema
      .createTable('identity')
      .addColumn('id', 'integer', column => column.primaryKey())
      .addColumn('outbox_id', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('unneeded_files')
      .addColumn('name', 'text', column => column.primaryKey())
      .execute();
    await db.schema
      .createTable('publications')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('publication', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('assets')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('content', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('health')
      .addColumn('id', 'integer', column => column.primaryKey())
      .addColumn('probes', 'integer', column => column.notNull())
      .execute();
    // On one machine the files are in a folder.
    if (!isShared) return;
    await db.schema
      .createTable('pieces')
      .addColumn('spooled', 'text', column => column.notNull())
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('bytes', 'bytea', column => column.notNull())
      .addColumn('is_last', 'boolean', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('pieces_key', ['spooled', 'position'])
      .execute();
  },
});

/** Every change of the tables, in order; a name is never given to another one. */
const migrations = (isShared: boolean): MigrationProvider => ({
  getMigrations: async () => ({ '0001_first': first(isShared) }),
});

/** Brings the tables up to date; throws when a newer version has used them. */
export async function migrate(db: Kysely<Tables>, isShared: boolean): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrations(isShared) }).migrateToLatest();
  if (error)
    throw new Error('the outbox cannot be brought up to date; was it used by a newer version?', {
      cause: error,
    });
}
