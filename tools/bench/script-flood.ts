// Enquiries are submitted while a client requests the script with one set of case types after another.
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../../demo/processes.ts';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { prepareStandaloneProxy } from '../../e2e/processes/standalone-proxy.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { createRandom, seed } from '../testing/random.ts';
import { judge, report } from './figures.ts';
import { quantile } from './statistics.ts';
import { configWith, loadScript, repeat, submit } from './visits.ts';

const caseTypeCount = 13;
const perSecond = { submissions: 20, scripts: 100 };

/** The sets of these names, each once, in random order. */
export function shuffledSets(names: string[]): string[][] {
  const random = createRandom(seed);
  const masks = Array.from({ length: 2 ** names.length - 1 }, (_, index) => index + 1);
  return masks
    .map(mask => ({ mask, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ mask }) => names.filter((_, bit) => mask & (1 << bit)));
}

/** Measures before, during and after a flood of this many seconds. Reports the figures. */
export async function benchScriptFlood(seconds: number): Promise<void> {
  const { names, config } = configWith(caseTypeCount);
  const api = await startAcceptingEnquiryApi();
  const standalone = prepareStandaloneProxy(config);
  const proxy = await start('proxy/main.ts', { ...standalone.env, ENQUIRY_API_URL: api.url });
  const [name = ''] = names;
  const submitFor = (time: number) =>
    repeat({ perSecond: perSecond.submissions, seconds: time }, () => submit(proxy.url, name));
  try {
    await loadScript(proxy.url, [name]);
    await submitFor(5); // Warms the proxy up.
    const before = await submitFor(seconds / 3);
    await pause(1_000);
    const idleMiB = memoryMiB(proxy.child, 'VmRSS');
    const sets = shuffledSets(names);
    const flood = repeat({ perSecond: perSecond.scripts, seconds }, n =>
      loadScript(proxy.url, sets[n % sets.length]!),
    );
    const during = await submitFor(seconds);
    const scripts = await flood;
    const peakMiB = memoryMiB(proxy.child, 'VmHWM');
    const after = await submitFor(seconds / 3);
    const idle = [...before, ...after];
    const ratio = quantile(during, 0.99) / quantile(idle, 0.99);
    const benchmark = 'flood of scripts';
    const times = (share: number) =>
      [during, idle].map(each => quantile(each, share).toFixed(1)).join(' ms, without ');
    report({
      benchmark,
      measure: 'Send, p99, × without',
      ...judge(ratio, { unit: '×', digits: 2, most: 2 }),
    });
    report({ benchmark, measure: 'Send, p50', result: `${times(0.5)} ms` });
    report({ benchmark, measure: 'Send, p99', result: `${times(0.99)} ms` });
    report({
      benchmark,
      measure: `peak memory, above idle (${Math.round(idleMiB)} MiB)`,
      ...judge(peakMiB - idleMiB, { unit: 'MiB', most: 60 }),
    });
    const [p50, p99] = [0.5, 0.99].map(share => quantile(scripts, share).toFixed(0));
    report({ benchmark, measure: 'scripts', result: `p50 ${p50} ms, p99 ${p99} ms` });
  } finally {
    await proxy.stop();
    await api.stop();
    standalone.remove();
  }
}
