// `npm run bench -- proxy`: enquiries of 2 kB through the proxy on SQLite, which stores, delivers and erases each one,
// and through nginx, which only adds the Authorization header and forwards. Alternates between them, and measures the
// floor of the proxy: two synced commits with its SQLite settings, and one new connection. The proxy may send as many
// requests at once as it gets. Compare the ratios. `--profile FOLDER` writes a CPU profile of the proxy, and
// `--before FOLDER` measures the proxy of another checkout in the same rounds. Before that: how long the proxy takes to start
// from its package, and its memory when idle, beside a server that does nothing.
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Pool } from 'undici';
import { type Running, start } from '../../demo/processes.ts';
import { cpuSeconds, memoryMiB } from '../../e2e/processes/measure.ts';
import { startNginx } from '../../e2e/processes/nginx.ts';
import { origin, prepareProxies } from '../../e2e/processes/proxies.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { judge, reporter } from './figures.ts';
import { quantile } from './statistics.ts';

const rounds = 5;
const connections = 32;
/** Per round. nginx gets more, because the kernel counts processor time in steps of 10 ms. */
const requestCounts = { proxy: 3_000, before: 3_000, nginx: 5_000 };
const singleCount = 200;
const floorCount = 200;
const startCount = 5;
const timeoutMs = 30_000;
/** The letters of the answers: a description, a shorter text, and four choices and dates. */
const answerLetters = [1_200, 300, 12, 12, 10, 10];
/** V8 keeps compiling functions during this many enquiries. */
const warmUpCount = 20_000;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { profile: { type: 'string' }, before: { type: 'string' } },
});

/** A text of this many letters that no other enquiry has. */
const writeText = (letters: number) =>
  Buffer.from(randomBytes(letters).map(byte => (byte % 7 === 0 ? 32 : 97 + (byte % 26)))).toString();

let enquiryCount = 0;
/** Creates a request as the widget sends it. Each is from another network, so that none is a suspect. */
function createRequest() {
  const n = enquiryCount++;
  const enquiry = {
    case_type: 'bench',
    forename: 'Ada',
    surname: 'Byron',
    email: `ada-${n}@example.com`,
    answers: Object.fromEntries(
      answerLetters.map((letters, index) => [`question-${index}`, writeText(letters)]),
    ),
    client: { first_touch_ms: 60_000 },
  };
  const headers = {
    origin,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    authorization: 'Proof v=1',
    'x-forwarded-for': `10.${n & 255}.${(n >> 8) & 255}.1`,
  };
  return { headers, body: JSON.stringify(enquiry) };
}

/** Sends requests over this many connections. Resolves with the milliseconds of each. */
async function sendAll(url: string, count: number, atOnce: number): Promise<number[]> {
  const pool = new Pool(url, { connections: atOnce, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const requests = Array.from({ length: count }, createRequest);
  const took: number[] = [];
  async function runConnection(): Promise<void> {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({ path: '/enquiries', method: 'POST', ...request });
      const text = await body.text();
      // The proxy responds with 201 once it has delivered and erased the enquiry; the enquiry API responds with 200.
      const expected = url === nginx.url ? 200 : 201;
      if (statusCode !== expected) throw new Error(`${url} responded with ${statusCode}: ${text}`);
      took.push(performance.now() - startedAt);
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, runConnection));
    return took;
  } finally {
    await pool.close();
  }
}

/** Measures two synced commits and one new connection per enquiry without anything else. */
async function measureFloor(folder: string, url: string): Promise<{ took_ms: number[]; cpu_us: number }> {
  const args = ['tools/bench/enquiry-floor.ts', folder, String(floorCount), url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: timeoutMs });
  return JSON.parse(stdout);
}

await using started = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    // Requests in progress fail while the servers stop.
    process.on('uncaughtException', () => {});
    void started.disposeAsync().finally(() => process.exit(1));
  });
}
const folder = mkdtempSync(join(tmpdir(), 'bench-proxy-'));
started.defer(() => rmSync(folder, { recursive: true }));
const api = await startAcceptingEnquiryApi();
started.defer(() => api.stop());
const nginx = await startNginx(folder, api.url, {
  directives:
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Authorization "Basic c29tZW9uZTpzZWNyZXQ=";',
});
started.defer(() => nginx.stop());
const questions = answerLetters.map((_, n) => ({
  id: `question-${n}`,
  type: 'textarea',
  label: `Question ${n}`,
}));
/** Starts the proxy of a checkout. */
async function startProxy(checkout: string, through: string[]): Promise<Running> {
  const proxies = prepareProxies({
    config: { case_types: { bench: { label: 'Bench', questions } } },
    settings: {
      ENQUIRY_API_URL: api.url,
      TRUSTED_PROXY_HOPS: '1',
      ENQUIRY_API_CONCURRENCY: String(connections),
    },
    program: join(checkout, 'proxy/main.ts'),
  });
  started.defer(() => proxies.stop());
  return await proxies.start({ through });
}
const proxies: [Server, Running][] = [];
// Two processes of each version, in the order ABBA: the first one to be started takes a third more time than an equal second.
const versions = values.before ? (['proxy', 'before', 'before', 'proxy'] as const) : (['proxy'] as const);
for (const version of versions) {
  const through = values.profile ? ['env', `NODE_OPTIONS=--cpu-prof --cpu-prof-dir=${values.profile}`] : [];
  proxies.push([version, await startProxy(version === 'proxy' ? '.' : values.before!, through)]);
}

/** Starts the proxy from its package and an empty server in turn, several times. The first start of the proxy creates its database.
 * Resolves with the time until each listened: at the first start, and the median of the later ones; and with the median of their
 * memory after they have been idle for this long. */
async function measureStarts(idleMs = 5_000) {
  execFileSync('npm', ['run', 'build:package', '--silent'], { stdio: 'ignore' });
  const emptyServer = 'node_modules/.cache/empty-server.mjs';
  writeFileSync(
    emptyServer,
    `import { serve } from '@hono/node-server';
     serve({ fetch: () => new Response(), port: 0 }, ({ port }) => console.log('listening on http://127.0.0.1:' + port));`,
  );
  const measured = {
    proxy: { ms: [] as number[], MiB: [] as number[] },
    empty: { ms: [] as number[], MiB: [] as number[] },
  };
  const proxies = prepareProxies({ program: 'dist/launcher.js' });
  const starts = { proxy: () => proxies.start(), empty: () => start(emptyServer, {}) };
  for (let n = 0; n < startCount; n++) {
    for (const server of ['empty', 'proxy'] as const) {
      const startedAt = performance.now();
      const running = await starts[server]();
      measured[server].ms.push(performance.now() - startedAt);
      await setTimeout(idleMs);
      measured[server].MiB.push(memoryMiB(running.child, 'VmRSS'));
      await running.stop();
    }
  }
  await proxies.stop();
  const medians = ({ ms: [first, ...ms], MiB }: (typeof measured)['proxy']) => ({
    first: first!,
    ms: quantile(ms, 0.5),
    MiB: quantile(MiB, 0.5),
  });
  return { proxy: medians(measured.proxy), empty: medians(measured.empty) };
}

const report = reporter('proxy');
const starts = await measureStarts();
for (const [what, ms] of [
  ['first start', starts.proxy.first],
  ['start', starts.proxy.ms],
] as const)
  report(
    `${what} from the package, × an empty server (${Math.round(starts.empty.ms)} ms)`,
    judge(ms / starts.empty.ms, { unit: '×', digits: 1 }),
  );
report(
  `memory when idle, beside an empty server (${Math.round(starts.empty.MiB)} MiB)`,
  judge(starts.proxy.MiB, { unit: 'MiB', most: 100 }),
);

const results = {
  proxy: { cpuSeconds: 0, singleMs: [] as number[], requestCount: 0 },
  before: { cpuSeconds: 0, singleMs: [] as number[], requestCount: 0 },
  nginx: { cpuSeconds: 0, singleMs: [] as number[], requestCount: 0 },
};
type Server = keyof typeof results;
const floors: Awaited<ReturnType<typeof measureFloor>>[] = [];

async function measure(server: Server, { url, child }: Pick<Running, 'url' | 'child'>): Promise<void> {
  const result = results[server];
  const before = cpuSeconds(child);
  await sendAll(url, requestCounts[server], connections);
  result.cpuSeconds += cpuSeconds(child) - before;
  result.requestCount += requestCounts[server];
  result.singleMs.push(...(await sendAll(url, singleCount, 1)));
}

for (const [, { url }] of proxies) await sendAll(url, warmUpCount, connections);
for (let n = 0; n < rounds; n++) {
  await measure('nginx', nginx);
  for (const [version, running] of proxies) await measure(version, running);
  floors.push(await measureFloor(folder, api.url));
}
const cpuUs = (server: Server) => (results[server].cpuSeconds * 1_000_000) / results[server].requestCount;
const floorUs = floors.reduce((sum, each) => sum + each.cpu_us, 0) / floors.length;
const floorMs = floors.flatMap(each => each.took_ms);
const formatMs = (times: number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;
report('processor time per enquiry', {
  result: `${cpuUs('proxy').toFixed(0)} µs, nginx ${cpuUs('nginx').toFixed(0)} µs, floor ${floorUs.toFixed(0)} µs`,
});
report(
  'processor time per enquiry, × the floor',
  judge(cpuUs('proxy') / floorUs, { unit: '×', digits: 2, most: 2.5 }),
);
report('capacity, × nginx', judge(cpuUs('nginx') / cpuUs('proxy'), { unit: '×', digits: 3 }));
report(
  'one connection, p50, × the floor',
  judge(quantile(results.proxy.singleMs, 0.5) / quantile(floorMs, 0.5), {
    unit: '×',
    digits: 2,
    most: 3.5,
  }),
);
report('one connection', {
  result: `${formatMs(results.proxy.singleMs)}; nginx ${formatMs(results.nginx.singleMs)}; floor ${formatMs(floorMs)}`,
});
if (values.before) {
  const ratio = judge(cpuUs('proxy') / cpuUs('before'), { unit: '×', digits: 2 }).result;
  const result = `${ratio} (${cpuUs('before').toFixed(0)} µs), ${formatMs(results.before.singleMs)}`;
  report('processor time, × the version before', { result });
}
