// `npm run bench -- scale`: compares a large proxy, with 5,000 sites and 2,000 case types, with a small one, with one site and
// five case types. Alternates between the two.
import { judge, report } from './figures.ts';
import { configOfAgency, measureProxy } from './measured-proxy.ts';
import { median } from './statistics.ts';

const rounds = 3;
type Measured = Awaited<ReturnType<typeof measureProxy>>;
const large: Measured[] = [];
const small: Measured[] = [];
for (let round = 0; round < rounds; round++) {
  small.push(await measureProxy(configOfAgency({ sites: 1, caseTypes: 5 })));
  large.push(await measureProxy(configOfAgency({ sites: 5_000, caseTypes: 2_000 })));
}

const row = (
  measure: string,
  read: (measured: Measured) => number,
  { unit, digits = 0, most }: { unit: string; digits?: number; most?: number },
) => {
  const [first = 0, second = 0] = [large, small].map(each => median(each.map(read)));
  const judged = judge(first, { unit, digits, most });
  report({
    benchmark: 'scale',
    measure,
    ...judged,
    result: `${judged.result}, small ${judge(second, { unit, digits }).result}`,
  });
};
row('start, processor time', each => each.startCpuSeconds, { unit: 's', digits: 1 });
row('reload, processor time', each => each.reloadCpuSeconds, { unit: 's', digits: 2 });
row('reload, longest wait for a page', each => each.longestWaitMs, { unit: 'ms' });
row('memory after the start', each => each.startMiB, { unit: 'MiB' });
row('memory, peak, with five reloads', each => each.peakMiB, { unit: 'MiB', most: 512 });
row(
  'longest headers of a response',
  ({ responses }) => Math.max(...Object.values(responses).map(({ headerBytes }) => headerBytes)),
  { unit: 'bytes', most: 2_048 },
);
for (const name of ['script', 'page', 'metrics'] as const)
  row(name, ({ responses }) => responses[name].bodyBytes, { unit: 'bytes' });
