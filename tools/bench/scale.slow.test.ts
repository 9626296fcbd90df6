import { expect, test } from 'vitest';
import { isComplete } from '../testing/random.ts';
import { configOfAgency, type MeasuredResponse, measureProxy } from './measured-proxy.ts';

/** Half of what nginx accepts by default. */
const maxHeaderBytes = 2_048;

test.skipIf(!isComplete)(
  'a proxy with 5,000 sites and 2,000 case types responds like a small one, and fits into 512 MiB',
  async () => {
    const small = await measureProxy(configOfAgency({ sites: 1, caseTypes: 60 }));
    const large = await measureProxy(configOfAgency({ sites: 5_000, caseTypes: 2_000 }));
    const statuses = (responses: Record<string, MeasuredResponse>) =>
      Object.entries(responses).map(([name, { status }]) => [name, status]);
    expect(statuses(large.responses)).toEqual(statuses(small.responses));
    const long = Object.entries(large.responses).filter(([, each]) => each.headerBytes > maxHeaderBytes);
    expect(long).toEqual([]);
    for (const name of ['script', 'page', 'page in a frame', 'receipt', 'metrics'] as const) {
      const [ours, usual] = [large, small].map(({ responses }) => responses[name].bodyBytes);
      expect(ours, name).toBeLessThan(usual! * 1.05);
    }
    expect(large.peakMiB).toBeLessThan(512);
  },
);
