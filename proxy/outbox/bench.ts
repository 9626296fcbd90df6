// Keeps COUNT enquiries, AT_ONCE at a time, each committed before the next of its line, and prints how long that
// took as JSON. `npm run bench -- outbox` runs it: node proxy/outbox/bench.ts STORE COUNT AT_ONCE, where STORE is a
// data folder or a postgres:// address.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const [store = '', count = '0', atOnce = '1'] = process.argv.slice(2);
const outbox = store.startsWith('postgres://')
  ? (await openPostgres(store, pino({ level: 'silent' }))).outbox
  : await openSqlite(store, Date.now);

/** 2 kB, as an enquiry with a dozen answers is. */
const content = JSON.stringify({
  forename: 'Ada',
  case_type: 'bench',
  meta: [{ id: 'what', label: 'What happened?', value: 'x'.repeat(1_900) }],
  marketing_keywords: '',
});
const took: number[] = [];
let left = Number(count);

async function line(): Promise<void> {
  while (left-- > 0) {
    const from = performance.now();
    await outbox.add({
      kind: 'enquiry',
      route: '/enquiries',
      idempotency_key: randomUUID(),
      digest: 'bench',
      reference: randomUUID().slice(0, 10),
      content,
    });
    took.push(performance.now() - from);
  }
}

const from = performance.now();
await Promise.all(Array.from({ length: Number(atOnce) }, line));
const ms = performance.now() - from;
await outbox.close();
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.floor(took.length * share)];
console.log(JSON.stringify({ per_second: (took.length * 1_000) / ms, p50_ms: at(0.5), p99_ms: at(0.99) }));
