// `npm run bench -- floods`: how long visitors wait after Send. Alternates between no flood, a flood of requests for pages, one
// of requests for scripts, and a changed config each second, and then opens thousands of connections, and the desk. Also measures the page of a form at one connection.
// Compare the ratios. `--seconds 10` shortens each turn.
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { origin, startProxy } from '../../e2e/processes/proxies.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { createRandom, seed } from '../testing/random.ts';
import { benchDesk } from './desk.ts';
import { judge, reporter } from './figures.ts';
import { benchSlowConnections } from './slow-connections.ts';
import { quantile } from './statistics.ts';
import { configWith, loadPage, loadScript, repeat, submit } from './visits.ts';

const rounds = 6;
const caseTypeCount = 13;
const perSecond = { submissions: 20, pages: 100, scripts: 100, reloads: 1 };
const pageCount = 2_000;
/** Upper limits. A visitor notices 100 ms, but not twice the 10 ms that Send takes without a flood. */
const limits = { pageMs: 3, sendMs: 100, memoryMiB: 512 };

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seconds: { type: 'string', default: '15' } },
});
const seconds = Number(values.seconds);

/** The sets of these names, each once, in random order. */
function shuffledSets(names: string[]): string[][] {
  const random = createRandom(seed);
  const masks = Array.from({ length: 2 ** names.length - 1 }, (_, index) => index + 1);
  return masks
    .map(mask => ({ mask, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ mask }) => names.filter((_, bit) => mask & (1 << bit)));
}

async function benchRequests(): Promise<void> {
  const { names, config } = configWith(caseTypeCount);
  const [name = ''] = names;
  const api = await startAcceptingEnquiryApi();
  let reloaded = 0;
  const proxy = await startProxy({
    config,
    settings: { ENQUIRY_API_URL: api.url },
    print(line) {
      if (line.includes('"reloaded"')) reloaded += 1;
    },
  });

  /** Changes every case type, and makes the proxy load the config. */
  async function reload(): Promise<void> {
    const introduction = `Version ${performance.now()}`;
    const changed = Object.entries(config.case_types).map(([each, caseType]) => [
      each,
      { ...caseType, introduction },
    ]);
    proxy.writeConfig({ ...config, origins: [origin], case_types: Object.fromEntries(changed) });
    proxy.child.kill('SIGHUP');
  }

  /** Requests pages one after another over one connection. Resolves with the milliseconds of each. */
  async function loadPages(count: number): Promise<number[]> {
    const pool = new Pool(proxy.url, { connections: 1 });
    const took: number[] = [];
    for (let n = 0; n < count; n++) {
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({
        path: `/forms/${names[n % names.length]}`,
        method: 'GET',
      });
      await body.text();
      if (statusCode !== 200) throw new Error(`the page has the status ${statusCode}`);
      took.push(performance.now() - startedAt);
    }
    await pool.close();
    return took;
  }

  const submitFor = (time: number) =>
    repeat({ perSecond: perSecond.submissions, seconds: time }, () => submit(proxy.url, name));
  const sets = shuffledSets(names);
  let setCount = 0;
  const loads: Record<'pages' | 'scripts' | 'reloads', (n: number) => Promise<unknown>> = {
    pages: n => loadPage(proxy.url, names[n % names.length]!),
    scripts: () => loadScript(proxy.url, sets[setCount++ % sets.length]!), // Each set once, as none is cached then.
    reloads: reload,
  };
  type Flood = keyof typeof loads;
  const floods = Object.keys(loads) as Flood[];

  try {
    await loadScript(proxy.url, [name]);
    await submitFor(5); // Warms the proxy up.
    await loadPages(pageCount);
    const pageMs = await loadPages(pageCount);
    const sendMs: Record<Flood | 'alone', number[]> = { pages: [], scripts: [], reloads: [], alone: [] };
    for (let round = 0; round < rounds; round++) {
      sendMs.alone.push(...(await submitFor(seconds)));
      for (const flood of floods) {
        const loading = repeat({ perSecond: perSecond[flood], seconds }, loads[flood]);
        sendMs[flood].push(...(await submitFor(seconds)));
        await loading;
      }
    }
    const peakMiB = memoryMiB(proxy.child, 'VmHWM');
    const report = reporter('floods of requests');
    const ms = (times: number[]) =>
      `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
    report(
      'page, one connection, p50',
      judge(quantile(pageMs, 0.5), { unit: 'ms', digits: 1, most: limits.pageMs }),
    );
    report('Send, without a flood', { result: ms(sendMs.alone) });
    for (const flood of floods) {
      const p99 = quantile(sendMs[flood], 0.99);
      const ratio = p99 / quantile(sendMs.alone, 0.99);
      const measure = `Send during ${flood === 'reloads' ? 'a reload each second' : `${perSecond[flood]} ${flood} per second`}`;
      report(measure, { result: `${ms(sendMs[flood])}, ${ratio.toFixed(2)} × without` });
      report(`${measure}, p99`, judge(p99, { unit: 'ms', digits: 1, most: limits.sendMs }));
    }
    if (reloaded < (rounds * seconds) / 2) throw new Error(`Only ${reloaded} reloads have ended.`);
    report('peak memory', judge(peakMiB, { unit: 'MiB', most: limits.memoryMiB }));
  } finally {
    await proxy.stop();
    await api.stop();
  }
}

await benchRequests();
await benchSlowConnections(2 * seconds);
for (const store of ['SQLite', 'PostgreSQL'] as const) await benchDesk(store, seconds);
