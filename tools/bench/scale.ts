// `npm run bench -- scale`: a proxy with 5,000 sites and 2,000 case types, compared with one that has one site and five case
// types. Alternates between the two. Prints rows for docs/benchmarks.md.
import { median } from './floods/statistics.ts';
import { configOfAgency, measureProxy } from './measured-proxy.ts';

const rounds = 3;
type Measured = Awaited<ReturnType<typeof measureProxy>>;
const large: Measured[] = [];
const small: Measured[] = [];
for (let round = 0; round < rounds; round++) {
  small.push(await measureProxy(configOfAgency({ sites: 1, caseTypes: 5 })));
  large.push(await measureProxy(configOfAgency({ sites: 5_000, caseTypes: 2_000 })));
}

const row = (title: string, read: (measured: Measured) => number, unit: string, digits = 0) => {
  const [first, second] = [large, small].map(each => median(each.map(read)).toFixed(digits));
  console.log(`| ${title} | ${first} ${unit} | ${second} ${unit} |`);
};
console.log('| measure | 5,000 sites, 2,000 case types | 1 site, 5 case types |\n|---|---|---|');
row('start, processor time', each => each.startCpuSeconds, 's', 1);
row('reload, processor time', each => each.reloadCpuSeconds, 's', 2);
row('reload, longest wait for a page', each => each.longestWaitMs, 'ms');
row('memory after the start', each => each.startMiB, 'MiB');
row('memory, peak, with five reloads', each => each.peakMiB, 'MiB');
row(
  'longest headers of a response',
  ({ responses }) => Math.max(...Object.values(responses).map(({ headerBytes }) => headerBytes)),
  'bytes',
);
for (const name of ['script', 'page', 'metrics'] as const)
  row(name, ({ responses }) => responses[name].bodyBytes, 'bytes');
