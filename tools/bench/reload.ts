// `npm run bench -- reload`: how long visitors wait after Send while the proxy loads a changed config each second, and
// without. Alternates between the two. Compare the ratio.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { start } from '../../demo/processes.ts';
import { prepareStandaloneProxy } from '../../e2e/processes/standalone-proxy.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { judge, report } from './figures.ts';
import { quantile } from './statistics.ts';
import { configWith, repeat, submit } from './visits.ts';

const perSecond = 20;
const reloadMs = 1_000;
const rounds = 4;
/** The most that p99 may be, × without reloads. */
const target = 2;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seconds: { type: 'string', default: '15' } },
});
const seconds = Number(values.seconds);
const { names, config } = configWith(5);
const [name = ''] = names;
const api = await startAcceptingEnquiryApi();
const standalone = prepareStandaloneProxy(config);
let reloads = 0;
const proxy = await start('proxy/main.ts', { ...standalone.env, ENQUIRY_API_URL: api.url }, line => {
  if (line.includes('"reloaded"')) reloads += 1;
});

async function reloadEachSecond(signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(reloadMs, undefined, { signal })) {
      const path = join(standalone.folder, 'config.json');
      const introduction = `Version ${performance.now()}`;
      const case_types = Object.fromEntries(
        Object.entries(config.case_types).map(([each, caseType]) => [each, { ...caseType, introduction }]),
      );
      writeFileSync(
        `${path}.part`,
        JSON.stringify({ ...config, origins: ['https://www.example.com'], case_types }),
      );
      renameSync(`${path}.part`, path);
      proxy.child.kill('SIGHUP');
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const submitFor = (time: number) => repeat({ perSecond, seconds: time }, () => submit(proxy.url, name));
try {
  await submitFor(10); // Warms the proxy up.
  const without: number[] = [];
  const during: number[] = [];
  for (let round = 0; round < rounds; round++) {
    without.push(...(await submitFor(seconds)));
    const end = new AbortController();
    const reloading = reloadEachSecond(end.signal);
    during.push(...(await submitFor(seconds)));
    end.abort();
    await reloading;
  }
  const ratio = quantile(during, 0.99) / quantile(without, 0.99);
  const benchmark = 'reload';
  report({
    benchmark,
    measure: 'Send, p99, × without',
    ...judge(ratio, { unit: '×', digits: 2, most: target }),
  });
  for (const share of [0.5, 0.99]) {
    const [ms, withoutMs] = [during, without].map(each => quantile(each, share).toFixed(1));
    const measure = `Send, p${100 * share}, with ${reloads} reloads of 5 case types`;
    report({ benchmark, measure, result: `${ms} ms, without ${withoutMs} ms` });
  }
  if (reloads < (rounds * seconds * 1_000) / reloadMs / 2)
    throw new Error(`Only ${reloads} reloads have ended.`);
} finally {
  await proxy.stop();
  await api.stop();
  standalone.remove();
}
