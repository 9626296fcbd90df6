import { type Compilable, CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import type { Tables } from './tables.ts';

/** Stands for a value that is different in each execution. */
class Placeholder<Values> {
  readonly read: (values: Values) => unknown;

  constructor(read: (values: Values) => unknown) {
    this.read = read;
  }
}

/** Marks the place of a value in a query, given how to read it from the values of an execution. */
type ValueIn<Values> = <Value>(read: (values: Values) => Value) => Value;

/** Returns a function that executes a query. The query is built and compiled the first time only, because that takes
 * longer than SQLite needs to execute it. Use it for queries that every enquiry needs. */
export function compileOnce<Values, Row>(
  build: (db: Kysely<Tables>, value: ValueIn<Values>) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<QueryResult<Row>> {
  let compiled: CompiledQuery<Row> | undefined;
  // Kysely takes a placeholder for a value, and passes it on unchanged.
  const value: ValueIn<Values> = read => new Placeholder(read) as never;
  return (db, values) => {
    compiled ??= build(db, value).compile();
    const parameters = compiled.parameters.map(each =>
      each instanceof Placeholder ? each.read(values) : each,
    );
    return db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters));
  };
}

/** Does the same for a query that has a different text for each number of rows. */
export function compileForEachCount<Values, Row>(
  build: (db: Kysely<Tables>, value: ValueIn<Values>, count: number) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values, count: number) => Promise<QueryResult<Row>> {
  const queries = new Map<number, ReturnType<typeof compileOnce<Values, Row>>>();
  return (db, values, count) => {
    const query = queries.get(count) ?? compileOnce((from, value) => build(from, value, count));
    queries.set(count, query);
    return query(db, values);
  };
}
