import { type Compilable, CompiledQuery, type Expression, type Kysely, type QueryResult, sql } from 'kysely';
import type { DiskRoom } from './disk-reserve.ts';
import type { Tables } from './tables.ts';

/** An open database, and the operations that differ between SQLite and PostgreSQL. */
export interface OutboxDatabase {
  db: Kysely<Tables>;
  /** The time in milliseconds since 1970: by the process's clock on one machine, by the database's in a fleet. */
  now: () => Expression<number>;
  /** Whether several processes deliver from the database, so that rows must be locked. */
  isShared: boolean;
  /** Empties the write-ahead log, unless another process is reading it. */
  checkpoint: () => Promise<void>;
  /** Returns the database settings that risk committed data in a power failure; undefined if there are none. */
  durabilityWarning: () => Promise<string | undefined>;
  /** Whether only this statement is wrong. Otherwise the database has failed, and other statements would fail, too. */
  isStatementFault: (error: unknown) => boolean;
  /** Whether a transaction could not begin because another process is writing. */
  isBusy: (error: unknown) => boolean;
  /** Room on the disk of one machine. Undefined in a fleet. */
  room?: DiskRoom;
  /** Throws if a commit has gone into a file that the data folder doesn't name any more. */
  expectInPlace?: (() => void) | undefined;
  /** Called after the outbox is closed. */
  onClosed?: () => void;
}

/** Returns the time `ms` milliseconds from now, by the database clock. */
export const timeInMs = ({ now }: OutboxDatabase, ms: number) => sql<number>`(${now()} + ${Math.round(ms)})`;

/** Returns the time `ms` milliseconds (a whole number) ago, by the database clock, to compare a column with. It is a
 * subquery because PostgreSQL would compute `now` for each row instead of looking up one time in an index. */
export const timeAgo = ({ now }: OutboxDatabase, ms: number) => sql<number>`(select ${now()} - ${ms})`;

/** Changes a row, so that the commit of the transaction shows whether the database can write. */
export async function writeProbe(transaction: Kysely<Tables>): Promise<void> {
  await transaction
    .insertInto('write_probe')
    .values({ id: 1, writes: 1 })
    .onConflict(clash =>
      clash.column('id').doUpdateSet({ writes: sql<number>`(write_probe.writes + 1) % 1000000` }),
    )
    .execute();
}

/** Stands for a value that is different in each execution. */
class Placeholder<Values> {
  readonly read: (values: Values) => unknown;

  constructor(read: (values: Values) => unknown) {
    this.read = read;
  }
}

/** Marks the place of a value in a query, given how to read it from the values of an execution. */
type ValueIn<Values> = <Value>(read: (values: Values) => Value) => Value;

/** Returns a function that executes a query. The query is built and compiled the first time only, and for each number of rows if it has
 * another text, because that takes longer than SQLite needs to execute it. Use it for queries that every enquiry needs. */
export function compileOnce<Values, Row>(
  build: (db: Kysely<Tables>, value: ValueIn<Values>, count: number) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values, count?: number) => Promise<QueryResult<Row>> {
  const queries = new Map<number, CompiledQuery<Row>>();
  // Kysely takes a placeholder for a value, and passes it on unchanged.
  const value: ValueIn<Values> = read => new Placeholder(read) as never;
  return (db, values, count = 1) => {
    const compiled = queries.get(count) ?? build(db, value, count).compile();
    queries.set(count, compiled);
    const parameters = compiled.parameters.map(each =>
      each instanceof Placeholder ? each.read(values) : each,
    );
    return db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters));
  };
}
