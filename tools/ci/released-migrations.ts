import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely';
import { migrations } from '../../proxy/database/tables.ts';

/** The hashes of the migrations of all releases, by their names. */
export const releasedMigrations = 'proxy/database/released-migrations.json';

export const readReleasedMigrations = () =>
  JSON.parse(readFileSync(releasedMigrations, 'utf8')) as Record<string, string>;

/** Records the current migrations as released. */
export async function releaseMigrations(): Promise<void> {
  writeFileSync(releasedMigrations, `${JSON.stringify(await hashMigrations(), null, 2)}\n`);
}

/** The hash of the SQL that each migration executes on both databases. */
export async function hashMigrations(): Promise<Record<string, string>> {
  const hashes = Object.keys(migrations(false)).map(async name => {
    const statements = [...(await compile(name, false)), ...(await compile(name, true))];
    return [name, createHash('sha256').update(statements.join(';\n')).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

async function compile(name: string, isShared: boolean): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => (isShared ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('a migration must not depend on the tables that it finds');
      },
      createQueryCompiler: () => (isShared ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await migrations(isShared)[name]!.up(db);
  return statements;
}
