// `npm run bench -- outbox`: the throughput of storing and delivering enquiries on both databases, and the memory of
// the proxy with a full outbox and during uploads. Compare the ratios within one run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Running, start } from '../../demo/processes.ts';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { createClient, prepareStandaloneProxy } from '../../e2e/processes/standalone-proxy.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { addTombstonesToPostgres, addTombstonesToSqlite } from '../testing/proxy/tombstones.ts';
import { judge, report } from './figures.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    uploads: { type: 'boolean' },
    waiting: { type: 'string', default: '300000' },
    tombstones: { type: 'string', default: '1000000' },
  },
});
const waitingEnquiries = Number(values.waiting);
const tombstones = Number(values.tombstones);
/** The lowest rates of storing, × the database alone: half of what was measured first. */
const least = { SQLite: { 1: 0.22, 32: 0.12 }, PostgreSQL: { 1: 0.15, 32: 0.13 } };
/** The limits are different because the PostgreSQL client copies each chunk of 1 MB that it sends. */
const mostUploadMiB = { folder: 60, table: 75 };
const uploads = { count: 16, bytes: 10_485_760 };
const drainSeconds = 10;

const formatInteger = (value: number) => Math.round(value).toLocaleString('en-GB');
const printRow = (name: string, measure: string, result: string) =>
  report({ benchmark: `outbox on ${name}`, measure, result });

interface Storing {
  per_second: number;
  of_floor: number;
  p50_ms: number;
  p99_ms: number;
}

function measureStoring(store: string, count: number, clients: number): Storing {
  const args = ['tools/bench/outbox-store.ts', store, String(count), String(clients)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function reportStoring(name: keyof typeof least, store: string, count: number, clients: 1 | 32, among = '') {
  const { per_second, of_floor, p50_ms, p99_ms } = measureStoring(store, count, clients);
  const benchmark = `outbox on ${name}`;
  const measure = `stored, ${clients} ${clients === 1 ? 'client' : 'clients'}${among}`;
  const limits = { unit: '×', digits: 2, least: least[name][clients] };
  report({ benchmark, measure: `${measure}, × the database alone`, ...judge(of_floor, limits) });
  printRow(
    name,
    measure,
    `${formatInteger(per_second)}/s, p50 ${p50_ms.toFixed(2)} ms, p99 ${p99_ms.toFixed(2)} ms`,
  );
}

/** Prints the rows of one store. `settings` connect a proxy to it. */
async function benchStore(
  name: keyof typeof least,
  store: string,
  settings: Record<string, string>,
): Promise<void> {
  const api = await startAcceptingEnquiryApi();
  const standalone = prepareStandaloneProxy();
  const startProxy = (more: Record<string, string>) =>
    start('proxy/main.ts', { ...standalone.env, ...settings, LOG_LEVEL: 'info', ...more });
  const measureIdleMiB = async (running: Running) => {
    await pause(3_000);
    const idleMiB = memoryMiB(running.child, 'VmRSS');
    await running.stop();
    return idleMiB;
  };
  measureStoring(store, 500, 32); // Creates the tables and warms the caches.
  reportStoring(name, store, 3_000, 1);
  reportStoring(name, store, 20_000, 32);
  const emptyMiB = await measureIdleMiB(await startProxy({}));
  measureStoring(store, waitingEnquiries - 23_500, 128);
  reportStoring(name, store, 3_000, 1, `, ${formatInteger(waitingEnquiries)} waiting`);
  const fullMiB = await measureIdleMiB(await startProxy({}));
  printRow(
    name,
    'memory of an idle proxy',
    `${formatInteger(emptyMiB)} MiB; with ${formatInteger(waitingEnquiries)} waiting ${formatInteger(fullMiB)} MiB`,
  );

  const rates: string[] = [];
  for (const concurrency of ['4', '32']) {
    const running = await startProxy({
      ENQUIRY_API_URL: api.url,
      ENQUIRY_API_CONCURRENCY: concurrency,
      LOG_LEVEL: 'info',
    });
    const before = api.requestCount;
    await pause(drainSeconds * 1_000);
    rates.push(
      `${formatInteger((api.requestCount - before) / drainSeconds)}/s with ${concurrency} concurrent requests`,
    );
    await running.stop();
  }
  printRow(name, `delivered, ${formatInteger(waitingEnquiries)} waiting`, rates.join(', '));
  await api.stop();
  standalone.remove();
}

/** Prints how fast enquiries are stored beside many tombstones, and the disk space of the tombstones. */
async function benchTombstones(
  name: string,
  store: string,
  addTombstones: () => Promise<number>,
): Promise<void> {
  measureStoring(store, 500, 32); // Creates the tables and warms the caches.
  const withoutTombstones = measureStoring(store, 3_000, 1);
  const bytesEach = (await addTombstones()) / tombstones;
  const withTombstones = measureStoring(store, 3_000, 1);
  printRow(
    name,
    `stored, 1 client, beside ${formatInteger(tombstones)} tombstones`,
    `${(withTombstones.per_second / withoutTombstones.per_second).toFixed(2)} × as fast as without`,
  );
  printRow(
    name,
    'disk space of tombstones, with indexes',
    `${formatInteger(bytesEach)} bytes each, so 10 million take ${((bytesEach * 10_000_000) / 2 ** 30).toFixed(1)} GiB`,
  );
}

/** Prints the memory and the duration of concurrent uploads, which the proxy stores and forwards. */
async function benchUploads(
  name: string,
  spool: keyof typeof mostUploadMiB,
  settings: Record<string, string>,
): Promise<void> {
  const api = await startAcceptingEnquiryApi();
  const standalone = prepareStandaloneProxy({
    attachments: { max_bytes: uploads.bytes, max_files: uploads.count },
  });
  const proxy = await start('proxy/main.ts', { ...standalone.env, ...settings, ENQUIRY_API_URL: api.url });
  const client = createClient(proxy.url, [201, 202]);
  const receipt = await client.sendEnquiry();
  await pause(2_000);
  const idleMiB = memoryMiB(proxy.child, 'VmRSS');
  const file = new Uint8Array(uploads.bytes);
  file.set(Buffer.from('%PDF-1.4\n'));
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: uploads.count }, () => client.sendAttachment(receipt, file)));
  const seconds = (performance.now() - startedAt) / 1_000;
  while (api.requestCount < uploads.count + 1) await pause(50);
  const peakMiB = memoryMiB(proxy.child, 'VmHWM');
  const measure = `${uploads.count} concurrent uploads of ${uploads.bytes / 1_048_576} MiB`;
  report({
    benchmark: `outbox on ${name}`,
    measure: `${measure}, peak memory above idle (${formatInteger(idleMiB)} MiB)`,
    ...judge(peakMiB - idleMiB, { unit: 'MiB', most: mostUploadMiB[spool] }),
  });
  printRow(name, measure, `acknowledged after ${seconds.toFixed(1)} s`);
  await proxy.stop();
  await api.stop();
  standalone.remove();
}

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  const fleet = { DATABASE_URL: await postgres.database('bench'), ENQUIRY_SECRET: 'bench'.repeat(8) };
  if (!values.uploads) {
    const tombstonesFolder = mkdtempSync(join(folder, 'tombstones-'));
    await benchTombstones('SQLite', tombstonesFolder, async () => {
      const file = join(tombstonesFolder, 'outbox.db');
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
    await benchStore('SQLite', folder, { ENQUIRY_DATA: folder });
    await benchStore('PostgreSQL', fleet.DATABASE_URL, fleet);
  }
  await benchUploads('SQLite and a folder', 'folder', {});
  await benchUploads('PostgreSQL', 'table', { ...fleet, DATABASE_URL: await postgres.database('uploads') });
} finally {
  await postgres.destroy();
  rmSync(folder, { recursive: true });
}
