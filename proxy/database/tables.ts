import { type Generated, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** The states of a delivery.
 * `held`: a person must decide. It is delivered only after the operator releases it, and isn't deleted automatically.
 * `refused`: the enquiry API refused a field while the visitor was waiting, and the proxy reported the problem.
 * `dropped`: the operator deleted it. Its tombstone keeps a tab that repeats the request from adding it again.
 * `test`: it came through a test link and is never delivered. It keeps its content until it is erased. */
export const deliveryStates = ['waiting', 'delivered', 'held', 'refused', 'dropped', 'test'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a delivery is held.
 * `refused`: the enquiry API rejects it, and accepts others.
 * `unknown_outcome`: it may have arrived, and must not be sent again without a decision.
 * `known_number`: the enquiry API has given it the number of another enquiry.
 * `file_differs`: the spooled file isn't what the visitor sent.
 * `not_scanned`: the scanner was away for too long.
 * `infected`: the scanner has found something in the file.
 * `suspect`: it may be spam. It was held when it arrived, and so are its files. */
export const heldCauses = [
  ...(['refused', 'unknown_outcome', 'known_number', 'file_differs'] as const),
  ...(['not_scanned', 'infected', 'suspect'] as const),
] as const;
export type HeldCause = (typeof heldCauses)[number];

/** The outbox's tables. Times are milliseconds since 1970; 0 means "not set". */
export interface Tables {
  deliveries: DeliveryTable;
  /** Spooled files of deliveries that were delivered or dropped. Each is erased from the spool, then from this list. */
  files_to_erase: { spool_file: string };
  /** All definitions by hash, with the time when each was last served or sent. */
  definitions: { hash: string; definition: string; used_at: number };
  /** Assets of the widget, from this release and earlier ones. */
  assets: { name: string; content: string };
  /** The processes that use this database. */
  processes: ProcessTable;
  /** The channels for alerts, and what was told through them. */
  alert_channels: AlertChannelTable;
  /** What a channel must still tell of new enquiries. Contains no visitor data, and outlasts the content of the enquiry. */
  rings: { reference: string; channel: string; case_type: string; site: string; promise: string };
  /** What was counted in each hour, see `createHourlyCounts`. `hour` is its beginning. */
  hourly_counts: { hour: number; step: string; case_type: string; site: string; amount: number };
  /** One row that is changed to test whether the database can write. */
  write_probe: { id: number; writes: number };
  /** A fleet's spool: files in chunks of at most 1 MB. The last chunk of a file shows that the file is complete. */
  file_chunks: { spool_file: string; position: number; bytes: Buffer; is_last: boolean; created_at: number };
}

/** A proxy process, and what it has loaded. A process that was killed leaves its row behind. */
export interface ProcessTable {
  /** Random. */
  id: string;
  host: string;
  pid: number;
  /** Tells this process from a later one with the same number; empty where the system doesn't say, and if it can't be
   * signalled. */
  started: string;
  /** Identifies the config, the login, the secrets, the client keys and the users of the desk that the process uses. */
  loaded_hash: string;
  loaded_at: number;
  /** Since when `loaded_hash` has been the same, by the clock of the database. */
  hash_since: number;
  /** The settings that need a restart, as JSON, without passwords and secrets. */
  settings: string;
  /** The names of the secrets that the process reads, separated by spaces; it signs with the first. Reveals none. */
  secret_ids: string;
  /** Why the last test of the login failed, see `encodeFailure`; null if it didn't. */
  test_failure: string | null;
  /** When the process last reported that it is running. */
  seen_at: number;
}

/** A way to reach a person, and what was told. Contains no visitor data. */
export interface AlertChannelTable {
  /** The name of its setting. */
  name: string;
  /** The process that tells, and the time until which it does; empty and 0 if none does. */
  teller: Generated<string>;
  lease_until: Generated<number>;
  /** The findings of the last message, and those since, as JSON. */
  told: Generated<string>;
  passing: Generated<string>;
  told_at: Generated<number>;
  /** Why the last attempt failed, see `encodeFailure`; null if it didn't. */
  failure: Generated<string | null>;
}

/** Enquiries and attachments to be delivered, and their tombstones. */
export interface DeliveryTable {
  id: Generated<number>;
  kind: 'enquiry' | 'attachment';
  /** The idempotency key's scope: the route's path. */
  route: string;
  idempotency_key: string;
  /** HMAC of the request body: the same key with another body is refused. */
  digest: string;
  reference: string;
  /** The enquiry's case type; null in an attachment and in a tombstone. */
  case_type: Generated<string | null>;
  /** JSON, see `decodeContent`; null in a tombstone. */
  content: string | null;
  /** Name of an attachment's spooled file; null once delivered. */
  spool_file: Generated<string | null>;
  state: Generated<DeliveryState>;
  /** Why it is held; null in every other state. */
  held_cause: Generated<HeldCause | null>;
  /** The names of the signals that an enquiry was held for, separated by spaces. Kept after its release. Null in every
   * other delivery. */
  suspicion: Generated<string | null>;
  /** The sum of these signals' weights, halved by a proof. */
  suspicion_score: Generated<number | null>;
  /** What the receipt promises, see `planCallBack`; null if it promises nothing. */
  call_back: Generated<string | null>;
  /** The delivery's identifier at the enquiry API (spec 4.1, 4.2), once delivered. */
  enquiry_api_id: Generated<number | null>;
  /** Our own name of the field that the enquiry API refused, once refused. */
  refused_field: Generated<string | null>;
  /** The lane of whoever sent it, from 0 to 255. When not all can be sent, lanes take turns. */
  lane: Generated<number>;
  /** The number of started requests. */
  attempts: Generated<number>;
  /** The number of attempts with an unknown outcome: the enquiry API may have processed them. */
  unknown_outcomes: Generated<number>;
  due_at: number;
  /** The time of the last failure; 0 if no attempt has failed since the operator wanted one. */
  failed_at: Generated<number>;
  /** The time when the lease of the claiming process ends; 0 when the delivery was returned. */
  lease_until: Generated<number>;
  /** Increases with each claim, so that a process with an expired lease can't overwrite changes of the next one. */
  fence: Generated<number>;
  /** The time until which a visitor may be waiting for the outcome, and the delivery may be refused; 0 if no visitor
   * is waiting. */
  respond_by: Generated<number>;
  /** Why the last attempt failed, see `encodeFailure`. Contains no visitor data. */
  last_failure: Generated<string | null>;
  /** The beginning of what the enquiry API said then; null if nothing, and in a tombstone. Only `outbox show` prints it,
   * because it may quote the answers. */
  last_message: Generated<string | null>;
  created_at: number;
  /** The time of delivery, hold, refusal or drop, and of arrival for a test; 0 while the delivery is waiting. */
  settled_at: Generated<number>;
}

export type DeliveryRow = Selectable<DeliveryTable>;

/** SQL condition: the delivery is an enquiry. */
export const isEnquiry = sql<SqlBool>`kind = 'enquiry'`;
/** SQL condition: the delivery is waiting or held. */
export const isUnsettled = sql<SqlBool>`state in ('waiting', 'held')`;
/** SQL condition: the delivery is not waiting. */
export const isSettled = sql<SqlBool>`settled_at > 0`;
/** SQL condition: the delivery is waiting or held, and its last attempt failed. */
export const isFailed = sql<SqlBool>`state in ('waiting', 'held') and last_failure is not null`;
/** SQL condition: the delivery is a test. */
export const isTest = sql<SqlBool>`state = 'test'`;

/** The statements that create the tables and indexes. */
function firstTables(isShared: boolean) {
  const id = sql.raw(isShared ? 'bigserial primary key' : 'integer primary key autoincrement');
  const zero = sql.raw('not null default 0');
  const index = (name: string, columns: string, condition?: RawBuilder<SqlBool>) =>
    sql`create index ${sql.id(`deliveries_${name}`)} on deliveries (${sql.raw(columns)})
      ${condition ? sql`where ${condition}` : sql``}`;
  const isWaiting = sql<SqlBool>`state = 'waiting'`;
  // By default, PostgreSQL updates its statistics after a tenth of the rows has changed. Until then, it sorts a new backlog
  // for each claim, as if few deliveries were waiting.
  const statistics = isShared
    ? sql`with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000)`
    : sql``;
  return [
    sql`create table deliveries (
      id ${id},
      kind text not null,
      route text not null,
      idempotency_key text not null,
      digest text not null,
      reference text not null,
      case_type text,
      content text,
      spool_file text,
      state text not null default 'waiting',
      held_cause text,
      suspicion text,
      suspicion_score ${sql.raw(isShared ? 'double precision' : 'real')},
      call_back text,
      enquiry_api_id bigint,
      refused_field text,
      lane integer ${zero},
      attempts integer ${zero},
      unknown_outcomes integer ${zero},
      due_at bigint not null,
      failed_at bigint ${zero},
      lease_until bigint ${zero},
      fence integer ${zero},
      respond_by bigint ${zero},
      last_failure text,
      last_message text,
      created_at bigint not null,
      settled_at bigint ${zero},
      constraint deliveries_key unique (route, idempotency_key)) ${statistics}`,
    index('reference', 'reference, kind'),
    index('waiting', 'due_at', isWaiting),
    // Claiming reads the next deliveries in order; without this index it would sort hundreds of thousands.
    index('next', 'attempts, due_at', isWaiting),
    index('lane', 'lane, due_at', sql`state = 'waiting' and attempts = 0`),
    // These indexes keep queries from reading millions of tombstones. The databases only use them in queries that
    // repeat the same conditions.
    // Waiting and held deliveries, arrivals and failures are counted by reading one of these indexes alone.
    index('open', 'kind, state, held_cause, case_type, created_at', isUnsettled),
    index('settled', 'settled_at, state', isSettled),
    index('created', 'created_at, state', isEnquiry),
    index('failed', 'kind, state, last_failure, failed_at, created_at', isFailed),
    index('test', 'created_at', isTest),
    index('held', 'created_at, id', sql`state = 'held'`),
    index('spool_file', 'spool_file', sql`spool_file is not null`),
    index('number', 'enquiry_api_id', sql`kind = 'enquiry' and enquiry_api_id is not null`),
    sql`create table files_to_erase (spool_file text primary key)`,
    sql`create table definitions (hash text primary key, definition text not null, used_at bigint not null)`,
    sql`create table processes (
      id text primary key, host text not null, pid integer not null, started text not null,
      loaded_hash text not null, loaded_at bigint not null, hash_since bigint not null, settings text not null,
      secret_ids text not null, test_failure text, seen_at bigint not null)`,
    sql`create table alert_channels (
      name text primary key, teller text not null default '', lease_until bigint ${zero},
      told text not null default '{}', passing text not null default '{}', told_at bigint ${zero}, failure text)`,
    sql`create table rings (
      reference text not null, channel text not null, case_type text not null, site text not null,
      promise text not null, constraint rings_key primary key (reference, channel))`,
    sql`create table hourly_counts (
      hour bigint not null, step text not null, case_type text not null, site text not null, amount integer not null,
      constraint hourly_counts_key primary key (hour, step, case_type, site))`,
    sql`create table assets (name text primary key, content text not null)`,
    sql`create table write_probe (id integer primary key, writes integer not null)`,
    // On one machine the spool is a folder.
    ...(isShared
      ? [
          sql`create table file_chunks (
            spool_file text not null, position integer not null, bytes bytea not null, is_last boolean not null,
            created_at bigint not null, constraint file_chunks_key primary key (spool_file, position))`,
        ]
      : []),
  ];
}

/** All migrations, in order. Released ones never change, as `released-migrations.json` records. */
export const migrations = (isShared: boolean): Record<string, Migration> => ({
  '0001_first': {
    async up(db) {
      for (const statement of firstTables(isShared)) await statement.execute(db);
    },
  },
});

/** Migrates the tables to the current schema. Throws when another version has used them that has other migrations. */
export async function migrate(db: Kysely<Tables>, isShared: boolean): Promise<void> {
  const own = migrations(isShared);
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => own },
  }).migrateToLatest();
  if (error) throw new Error(await explain(db, Object.keys(own)), { cause: error });
}

/** The tables are from an earlier version. Only a start of the proxy updates them, because the earlier version may still
 * be running, and couldn't start again afterwards. */
export class OlderTables extends Error {
  override message =
    'an earlier version has used the outbox, and this one updates the tables when it starts: ' +
    'until then, run commands with the earlier version';
}

/** There are no tables yet. */
export class NoTables extends Error {
  override message = 'there is no outbox in the database yet: the proxy creates it when it starts';
}

/** Throws unless the tables are there, and those of this version: NoTables, OlderTables if `migrate` would change them, or
 * what `migrate` would throw. */
export async function expectCurrentTables(db: Kysely<Tables>, isShared: boolean): Promise<void> {
  const own = Object.keys(migrations(isShared));
  const executed = await findExecuted(db);
  if (!executed) throw new NoTables();
  if (executed.some(name => !own.includes(name))) throw new Error(await explain(db, own));
  if (own.some(name => !executed.includes(name))) throw new OlderTables();
}

/** The names of the migrations that have changed the tables; undefined if there are no tables. */
async function findExecuted(db: Kysely<Tables>): Promise<string[] | undefined> {
  const migration = 'kysely_migration';
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === migration)) return undefined;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migration)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Says why the tables can't be used, and what to do. */
async function explain(db: Kysely<Tables>, own: string[]): Promise<string> {
  const unknown = (await findExecuted(db))?.filter(name => !own.includes(name));
  if (!unknown?.length) return 'the tables of the outbox can’t be created or updated';
  return 'a newer version has used the outbox: install that version again, or a later one. Nothing is lost';
}
