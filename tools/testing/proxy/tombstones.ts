// For tests and the benchmark: an outbox with very many tombstones of delivered enquiries.
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';

const columns =
  'kind, route, idempotency_key, digest, reference, fingerprint, state, enquiry_api_id, attempts, due_at, created_at, settled_at';
/** One in a thousand is old. */
const values = (number: string, key: string) => `'enquiry', '/enquiries', ${key},
  'dGhlIGRpZ2VzdCBvZiBhbiBlbnF1aXJ5IGlzIDQzIGxvbmc', 'R' || ${number}, ${number} * 25214903917 % 281474976710656, 'delivered', ${number}, 1, 1, 1,
  case when ${number} % 1000 = 0 then 1 else ${Date.now()} end`;

/** Adds this many tombstones. */
export function addTombstonesToSqlite(path: string, count: number): void {
  const database = new DatabaseSync(path);
  database.exec(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into deliveries (${columns}) select ${values('n', "printf('%08x-0000-4000-8000-%012x', n, n)")} from numbers`);
  database.close();
}

export async function addTombstonesToPostgres(client: pg.Client, count: number): Promise<void> {
  const key = "lpad(to_hex(n), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0')";
  await client.query(`
    insert into deliveries (${columns}) select ${values('n', key)} from generate_series(1, ${count}) as n`);
  await client.query('analyze deliveries');
}
