// `npm run bench -- outbox`: the throughput of storing and delivering enquiries on both databases, and the memory of
// the proxy with a full outbox and during uploads. Prints a table. Compare the ratios within one run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Running, start } from '../../demo/processes.ts';
import { startPostgres } from '../../proxy/database/postgres-under-test.ts';
import { addTombstonesToPostgres, addTombstonesToSqlite } from '../../proxy/outbox/tombstones-under-test.ts';
import { memory } from '../processes/measure.ts';
import { clientOf, standaloneProxy } from '../processes/standalone-proxy.ts';
import { startAcceptingEnquiryApi } from '../stand-ins/accepting-enquiry-api.ts';

const many = 300_000;
const tombstones = 1_000_000;
const upload = { atOnce: 16, bytes: 10_485_760 };
const drainSeconds = 10;

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');
const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

function keep(store: string, count: number, atOnce: number): { per_second: number; text: string } {
  const words = ['proxy/outbox/bench.ts', store, String(count), String(atOnce)];
  const measured = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
  const text = `${whole(measured.per_second)}/s, ${measured.of_floor.toFixed(2)} × the database alone, p50 ${measured.p50_ms.toFixed(2)} ms, p99 ${measured.p99_ms.toFixed(2)} ms`;
  return { ...measured, text };
}

/** Prints the rows of one store. `settings` connect a proxy to it. */
async function benchStore(name: string, store: string, settings: Record<string, string>): Promise<void> {
  const yes = await startAcceptingEnquiryApi();
  const lone = standaloneProxy();
  const proxy = (more: Record<string, string>) =>
    start('proxy/main.ts', { ...lone.env, ...settings, LOG_LEVEL: 'info', ...more });
  const idle = async (running: Running) => {
    await pause(3_000);
    const mebibytes = memory(running.child, 'VmRSS');
    await running.stop();
    return mebibytes;
  };
  keep(store, 500, 32); // Creates the tables and warms the caches.
  row(name, 'kept, 1 at once', keep(store, 3_000, 1).text);
  row(name, 'kept, 32 at once', keep(store, 20_000, 32).text);
  const before = await idle(await proxy({}));
  keep(store, many - 23_500, 128);
  row(name, `kept, 1 at once, ${whole(many)} waiting`, keep(store, 3_000, 1).text);
  const after = await idle(await proxy({}));
  row(
    name,
    'memory of an idle proxy',
    `${whole(before)} MiB; with ${whole(many)} waiting ${whole(after)} MiB`,
  );

  const drains: string[] = [];
  for (const concurrency of ['4', '32']) {
    const running = await proxy({
      ENQUIRY_API_URL: yes.url,
      ENQUIRY_API_CONCURRENCY: concurrency,
      LOG_LEVEL: 'info',
    });
    const from = yes.count;
    await pause(drainSeconds * 1_000);
    drains.push(`${whole((yes.count - from) / drainSeconds)}/s with ${concurrency} requests at once`);
    await running.stop();
  }
  row(name, `delivered, of ${whole(many)} waiting`, drains.join(', '));
  yes.stop();
  lone.remove();
}

/** The throughput of storing enquiries beside many tombstones, and the disk space of the tombstones. */
async function benchTombstones(
  name: string,
  store: string,
  addTombstones: () => Promise<number>,
): Promise<void> {
  keep(store, 500, 32); // Creates the tables and warms the caches.
  const without = keep(store, 3_000, 1);
  const bytes = (await addTombstones()) / tombstones;
  const beside = keep(store, 3_000, 1);
  row(
    name,
    `kept, 1 at once, beside ${whole(tombstones)} tombstones`,
    `${(beside.per_second / without.per_second).toFixed(2)} × as many a second as without them`,
  );
  row(
    name,
    'disk that tombstones take, with their indexes',
    `${whole(bytes)} bytes each, so 10 million of them ${((bytes * 10_000_000) / 2 ** 30).toFixed(1)} GiB`,
  );
}

/** Concurrent uploads, stored and forwarded. */
async function benchUploads(name: string, settings: Record<string, string>): Promise<void> {
  const yes = await startAcceptingEnquiryApi();
  const lone = standaloneProxy({ attachments: { max_bytes: upload.bytes, max_files: upload.atOnce } });
  const proxy = await start('proxy/main.ts', { ...lone.env, ...settings, ENQUIRY_API_URL: yes.url });
  const send = clientOf(proxy.url, [201, 202]);
  const receipt = await send.enquiry();
  await pause(2_000);
  const idle = memory(proxy.child, 'VmRSS');
  const file = new Uint8Array(upload.bytes);
  file.set(Buffer.from('%PDF-1.4\n'));
  const from = performance.now();
  await Promise.all(Array.from({ length: upload.atOnce }, () => send.attachment(receipt, file)));
  const seconds = (performance.now() - from) / 1_000;
  while (yes.count < upload.atOnce + 1) await pause(50);
  const peak = memory(proxy.child, 'VmHWM');
  row(
    name,
    `${upload.atOnce} uploads of ${upload.bytes / 1_048_576} MiB at once`,
    `peak idle + ${whole(peak - idle)} MiB (idle ${whole(idle)}), answered after ${seconds.toFixed(1)} s`,
  );
  await proxy.stop();
  yes.stop();
  lone.remove();
}

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores\n`);
  row('store', 'what', '');
  row('---', '---', '---');
  const fleet = { DATABASE_URL: await postgres.database('bench'), ENQUIRY_SECRET: 'bench'.repeat(8) };
  if (!process.argv.includes('--uploads')) {
    const many = mkdtempSync(join(folder, 'tombstones-'));
    await benchTombstones('SQLite', many, async () => {
      const file = join(many, 'outbox.db');
      const before = statSync(file).size;
      addTombstonesToSqlite(file, tombstones);
      return statSync(file).size - before;
    });
    const url = await postgres.database('tombstones');
    await benchTombstones('PostgreSQL', url, async () => {
      const client = new pg.Client(url);
      await client.connect();
      const size = async () =>
        Number((await client.query("select pg_total_relation_size('deliveries') as bytes")).rows[0].bytes);
      const before = await size();
      await addTombstonesToPostgres(client, tombstones);
      const added = (await size()) - before;
      await client.end();
      return added;
    });
  }
  if (!process.argv.includes('--uploads') && !process.argv.includes('--tombstones')) {
    await benchStore('SQLite', folder, { ENQUIRY_DATA: folder });
    await benchStore('PostgreSQL', fleet.DATABASE_URL, fleet);
  }
  if (!process.argv.includes('--tombstones')) {
    await benchUploads('SQLite and folder', {});
    await benchUploads('PostgreSQL', { ...fleet, DATABASE_URL: await postgres.database('uploads') });
  }
} finally {
  await postgres.destroy();
  rmSync(folder, { recursive: true });
}
