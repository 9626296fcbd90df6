// For tests: an outbox with very many tombstones of delivered enquiries.
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';

const columns =
  'kind, route, idempotency_key, digest, reference, state, enquiry_api_id, attempts, due_at, created_at, settled_at';
/** The values of a tombstone. Keys and references are random and times differ, as in real use: indexes of equal or
 * ordered values would be smaller. One tombstone in a thousand is old. */
const values = (n: string, { key, reference }: { key: string; reference: string }) => {
  const time = `case when ${n} % 1000 = 0 then ${n} else ${Date.now()} - ${n} end`;
  return `'enquiry', '/enquiries', ${key}, 'dGhlIGRpZ2VzdCBvZiBhbiBlbnF1aXJ5IGlzIDQzIGxvbmc', ${reference},
    'delivered', ${n}, 1, 1, ${time}, ${time}`;
};

/** Adds this many tombstones. */
export function addTombstonesToSqlite(path: string, count: number): void {
  const random = {
    key: "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4000-8000-' || hex(randomblob(6)))",
    reference: "'R' || hex(randomblob(5))",
  };
  const database = new DatabaseSync(path);
  database.exec(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into deliveries (${columns}) select ${values('n', random)} from numbers`);
  database.close();
}

export async function addTombstonesToPostgres(client: pg.Client, count: number): Promise<void> {
  const random = {
    key: 'gen_random_uuid()',
    reference: "'R' || upper(left(md5(random()::text), 10))",
  };
  await client.query(`
    insert into deliveries (${columns}) select ${values('n', random)} from generate_series(1, ${count}) as n`);
  await client.query('vacuum analyze deliveries');
}
