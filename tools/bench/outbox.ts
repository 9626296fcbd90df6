// `npm run bench -- outbox`: the throughput of storing and delivering enquiries on both databases, and the memory of
// the proxy with a full outbox. Compare the ratios within one run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Running } from '../../demo/processes.ts';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { prepareProxies } from '../../e2e/processes/proxies.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { judge, reporter } from './figures.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    waiting: { type: 'string', default: '300000' },
  },
});
const waitingEnquiries = Number(values.waiting);
/** The lowest rates of storing, × the database alone: half of what was measured first. */
const least = { SQLite: { 1: 0.22, 32: 0.12 }, PostgreSQL: { 1: 0.15, 32: 0.13 } };
const drainSeconds = 10;

const formatInteger = (value: number) => Math.round(value).toLocaleString('en-GB');

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
  const report = reporter(`outbox on ${name}`);
  const measure = `stored, ${clients} ${clients === 1 ? 'client' : 'clients'}${among}`;
  const limits = { unit: '×', digits: 2, least: least[name][clients] };
  report(`${measure}, × the database alone`, judge(of_floor, limits));
  const times = `p50 ${p50_ms.toFixed(2)} ms, p99 ${p99_ms.toFixed(2)} ms`;
  report(measure, { result: `${formatInteger(per_second)}/s, ${times}` });
}

/** Prints the rows of one store. `settings` connect a proxy to it. */
async function benchStore(
  name: keyof typeof least,
  store: string,
  settings: Record<string, string>,
): Promise<void> {
  const report = reporter(`outbox on ${name}`);
  const api = await startAcceptingEnquiryApi();
  const proxies = prepareProxies({ settings: { ...settings, LOG_LEVEL: 'info' } });
  const measureIdleMiB = async (running: Running) => {
    await pause(3_000);
    const idleMiB = memoryMiB(running.child, 'VmRSS');
    await running.stop();
    return idleMiB;
  };
  measureStoring(store, 500, 32); // Creates the tables and warms the caches.
  reportStoring(name, store, 3_000, 1);
  reportStoring(name, store, 20_000, 32);
  const emptyMiB = await measureIdleMiB(await proxies.start());
  measureStoring(store, waitingEnquiries - 23_500, 128);
  reportStoring(name, store, 3_000, 1, `, ${formatInteger(waitingEnquiries)} waiting`);
  const fullMiB = await measureIdleMiB(await proxies.start());
  const full = `with ${formatInteger(waitingEnquiries)} waiting ${formatInteger(fullMiB)} MiB`;
  report('memory of an idle proxy', { result: `${formatInteger(emptyMiB)} MiB; ${full}` });

  const rates: string[] = [];
  for (const concurrency of ['4', '32']) {
    const running = await proxies.start({
      settings: { ENQUIRY_API_URL: api.url, ENQUIRY_API_CONCURRENCY: concurrency },
    });
    const before = api.requestCount;
    await pause(drainSeconds * 1_000);
    rates.push(
      `${formatInteger((api.requestCount - before) / drainSeconds)}/s with ${concurrency} concurrent requests`,
    );
    await running.stop();
  }
  report(`delivered, ${formatInteger(waitingEnquiries)} waiting`, { result: rates.join(', ') });
  await api.stop();
  await proxies.stop();
}

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  await benchStore('SQLite', folder, { ENQUIRY_DATA: folder });
  const fleet = { DATABASE_URL: await postgres.database('bench'), ENQUIRY_SECRET: 'bench'.repeat(8) };
  await benchStore('PostgreSQL', fleet.DATABASE_URL, fleet);
} finally {
  await postgres.destroy();
  rmSync(folder, { recursive: true });
}
