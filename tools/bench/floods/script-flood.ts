// Enquiries are submitted while a client requests the script with one set of case types after another.
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../../../demo/processes.ts';
import { memoryMiB } from '../../../e2e/processes/measure.ts';
import { prepareStandaloneProxy } from '../../../e2e/processes/standalone-proxy.ts';
import { startAcceptingEnquiryApi } from '../../../e2e/stand-ins/accepting-enquiry-api.ts';
import { createRandom, seed } from '../../testing/random.ts';
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

/** Measures before, during and after a flood of this many seconds. Resolves with the result as text. */
export async function benchScriptFlood(seconds: number): Promise<string> {
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
    return (
      `submit p99 ${ratio.toFixed(2)} × idle (${quantile(during, 0.99).toFixed(1)} · ${quantile(idle, 0.99).toFixed(1)} ms; ` +
      `p50 ${quantile(during, 0.5).toFixed(1)} · ${quantile(idle, 0.5).toFixed(1)} ms), ` +
      `peak memory idle + ${Math.round(peakMiB - idleMiB)} MiB (idle ${Math.round(idleMiB)}), ` +
      `scripts p50 ${quantile(scripts, 0.5).toFixed(0)} ms, p99 ${quantile(scripts, 0.99).toFixed(0)} ms`
    );
  } finally {
    await proxy.stop();
    await api.stop();
    standalone.remove();
  }
}
