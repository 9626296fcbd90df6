// Adds COUNT enquiries from AT_ONCE clients, each of which waits for a commit before its next enquiry. Prints the speed
// as JSON, compared with the bare database: the same bytes in transactions of AT_ONCE rows. `npm run bench -- outbox`
// runs it: node tools/bench/outbox-store.ts STORE COUNT AT_ONCE, where STORE is a data folder or a postgres:// URL.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { openSqlite } from '../../proxy/database/sqlite.ts';
import { possibleDuplicateEntry } from '../../proxy/enquiry/attribution-entries.ts';
import type { CreateBody } from '../../proxy/enquiry/create-body.ts';
import { createOutbox, openFleetStore } from '../../proxy/outbox/outbox.ts';

const [store = '', ...numbers] = process.argv.slice(2);
const [count = 0, atOnce = 1] = numbers.map(Number);
const isShared = store.startsWith('postgres://');
const { outbox } = isShared
  ? await openFleetStore(store, pino({ level: 'silent' }))
  : { outbox: createOutbox(await openSqlite(store, Date.now)) };

/** 2 kB, like an enquiry with a dozen answers. */
const body: CreateBody = {
  forename: 'Ada',
  case_type: 'bench',
  meta: [{ id: 'what', label: 'What happened?', value: 'x'.repeat(1_900) }],
  marketing_keywords: '',
};
const content = JSON.stringify(body);

/** The bare database, which commits groups of rows one after the other. */
async function openBare(): Promise<{ commit(rows: number): Promise<void>; close(): Promise<void> }> {
  if (!isShared) {
    const database = new DatabaseSync(join(store, 'floor.db'));
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; create table if not exists floor (key, content)',
    );
    const insert = database.prepare('insert into floor values (?, ?)');
    const commit = async (rows: number) => {
      database.exec('begin');
      for (let row = 0; row < rows; row++) insert.run(randomUUID(), content);
      database.exec('commit');
    };
    return { commit, close: async () => database.close() };
  }
  const client = new pg.Client(store);
  await client.connect();
  await client.query('create table if not exists floor (key text, content text)');
  const commit = async (rows: number) => {
    const places = Array.from({ length: rows }, (_, row) => `($${2 * row + 1}, $${2 * row + 2})`);
    await client.query(
      `insert into floor values ${places}`,
      places.flatMap(() => [randomUUID(), content]),
    );
  };
  return { commit, close: () => client.end() };
}

const floor = await openBare();
const groups = Math.max(1, Math.floor(Math.min(count, 10_000) / atOnce));
const floorFrom = performance.now();
for (let group = 0; group < groups; group++) await floor.commit(atOnce);
const floorPerSecond = (groups * atOnce * 1_000) / (performance.now() - floorFrom);
await floor.close();

const took: number[] = [];
let left = count;
async function runClient(): Promise<void> {
  while (left-- > 0) {
    const from = performance.now();
    await outbox.intake.add({
      kind: 'enquiry',
      route: '/enquiries',
      idempotency_key: randomUUID(),
      digest: 'bench',
      reference: randomUUID().slice(0, 10),
      case_type: body.case_type,
      content: body,
      duplicates: {
        fingerprints: [Math.floor(Math.random() * 2 ** 48)],
        withinMs: 600_000,
        toEntry: earlier => possibleDuplicateEntry(earlier, { language: 'en' }),
      },
    });
    took.push(performance.now() - from);
  }
}
const from = performance.now();
await Promise.all(Array.from({ length: atOnce }, runClient));
const perSecond = (took.length * 1_000) / (performance.now() - from);
await outbox.close();

took.sort((a, b) => a - b);
const at = (share: number) => took[Math.floor(took.length * share)];
console.log(
  JSON.stringify({
    per_second: perSecond,
    of_floor: perSecond / floorPerSecond,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
  }),
);
